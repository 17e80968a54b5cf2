import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What of a data folder belongs to this machine and this run, and not to the company. */
const ofThisMachine = [
  /^(?:run|logs|backups|line-tests)$/,
  // These can be had again, and are large.
  /^models$/,
  /^files-cache$/,
  /^pg(?:-elsewhere|\.new|\.password)?$/,
  /^database-password$/,
  /^\.(?:restoring|restored-over|importing)$/,
  /^key\.\d+$/,
  /\.part$/,
];

export interface FolderFile {
  /** From the data folder, with slashes. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

/** The entries at the top of a data folder that a backup holds. */
export function ownEntries(dataDir: string): string[] {
  return entriesOf(dataDir)
    .map(({ name }) => name)
    .filter((name) => !ofThisMachine.some((pattern) => pattern.test(name)))
    .sort();
}

/** Every file that a backup holds, with its size of now. */
export function filesOf(dataDir: string): FolderFile[] {
  const walk = (name: string): FolderFile[] => {
    const path = join(dataDir, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isFile()) return name.endsWith('.part') ? [] : [{ name, path, bytes: stat.size }];
    if (!stat?.isDirectory()) return [];
    return entriesOf(path).flatMap((entry) => walk(`${name}/${entry.name}`));
  };
  return ownEntries(dataDir).flatMap(walk);
}

const entriesOf = (folder: string): Dirent[] => {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
};
