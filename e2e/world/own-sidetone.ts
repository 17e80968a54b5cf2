import { copyOfFolder } from './data-folder.ts';
import { freePorts } from './ports.ts';
import { type Reach, Sidetone } from './sidetone.ts';
import { templateFolder } from './template.ts';

/**
 * A Sidetone for the caller alone, on a copy of the template data folder: it has the demo companies, and resolves once it
 * answers. `dispose` ends it and removes the folder.
 */
export async function ownSidetone(reach: Reach = {}): Promise<Sidetone> {
  const sidetone = new Sidetone(copyOfFolder(await templateFolder()), await freePorts(), reach);
  try {
    await sidetone.start();
  } catch (error) {
    await sidetone.dispose();
    throw error;
  }
  return sidetone;
}
