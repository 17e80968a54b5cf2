import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a whole file, and makes its folder where that is missing. Once this fulfils, the file is there under its name and
 * stays, whatever happens to the machine; before that there is the earlier one or none. A write that was cut off leaves
 * `.part` behind the name.
 */
export async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  await makeFolderDurably(dirname(path));
  const file = await open(`${path}.part`, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await renameDurably(`${path}.part`, path);
}

/** Makes a folder where it is missing, and those above; they stay, whatever happens to the machine. */
export async function makeFolderDurably(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  // A folder that was made is a name in the one above.
  for (let at = folder; made !== undefined && at.length >= made.length; at = dirname(at)) await syncFolder(dirname(at));
}

/** Gives a file that is complete its name within the same folder, for good. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}

/** Makes the names in a folder outlast a loss of power. */
export async function syncFolder(path: string): Promise<void> {
  const directory = await open(path);
  await directory.sync().finally(() => directory.close());
}
