import { existsSync } from 'node:fs';
import { join } from 'node:path';

const project = join(import.meta.dirname, '../../../..');

/** Where the Debian package puts the project, and its program for commands. */
const packaged = { folder: '/opt/sidetone', program: '/usr/bin/sidetone' };

/** What comes before the words of a command here, such as `doctor`: the package has a program for them. */
export const howToCall = (folder: string = project, hasProgram: boolean = existsSync(packaged.program)): string =>
  folder === packaged.folder && hasProgram ? 'sidetone' : 'npm run sidetone --';
