import { copyOfFolder } from './data-folder.ts';
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
  const sidetone = new Sidetone(copyOfFolder(await templateFolder()), ports, reached);
  try {
    await sidetone.start();
  } catch (error) {
    await sidetone.dispose();
    throw error;
  }
  return sidetone;
}
