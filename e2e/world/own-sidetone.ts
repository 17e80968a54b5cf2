import { join } from 'node:path';
import { copyOfFolder, newDataFolder } from './data-folder.ts';
import { freePorts, type Ports } from './ports.ts';
import { type Reach, Sidetone } from './sidetone.ts';
import { templateFolder } from './template.ts';

/**
 * A Sidetone for the caller alone, on a copy of the template data folder: it has the demo companies, and resolves once it
 * answers. `dispose` ends it and removes the folder. `reach` may depend on its ports.
 */
export async function ownSidetone(reach: Reach | ((ports: Ports) => Reach) = {}): Promise<Sidetone> {
  const ports = await freePorts();
  const reached = typeof reach === 'function' ? reach(ports) : reach;
  return await started(new Sidetone(copyOfFolder(await templateFolder()), ports, reached));
}

/** One more server on the database of the first: another node, or a spare. To be disposed of before the first. */
export async function besideSidetone(first: Sidetone, node: string): Promise<Sidetone> {
  const settings = {
    DATABASE_URL: await first.databaseUrl(),
    SIDETONE_KEY_FILE: join(first.dataFolder, 'key'),
    NODE_NAME: node,
  };
  return await started(new Sidetone(newDataFolder(), await freePorts(), { empty: true, settings }));
}

async function started(sidetone: Sidetone): Promise<Sidetone> {
  try {
    await sidetone.start();
  } catch (error) {
    await sidetone.dispose();
    throw error;
  }
  return sidetone;
}
