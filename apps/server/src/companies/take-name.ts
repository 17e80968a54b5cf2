import { link, open, rename } from 'node:fs/promises';

/** Gives a file its name. Rejects with EEXIST for one that a file has, also one that came in the meantime. */
export async function takeName(part: string, file: string): Promise<void> {
  try {
    await link(part, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // Not every disk has hard links, such as a USB stick: there an empty file takes the name first.
    await (await open(file, 'wx')).close();
    await rename(part, file);
  }
}
