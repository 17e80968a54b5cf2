import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../requests/refusal.ts';
import { playableWav } from '../../sound/playable-wav.ts';

/** Music of accounts for parties on hold: one file each. */
export interface HoldMusic {
  pathOf(accountId: string): string;
  /** Keeps the file. Throws `Refusal` VALIDATION_FAILED for what cannot be played. */
  keep(accountId: string, bytes: unknown): Promise<void>;
  remove(accountId: string): Promise<void>;
}

/** Where the music of accounts lies within the data folder. */
export const holdMusicFolder = (dataDir: string): string => join(dataDir, 'hold-music');

export function holdMusic(folder: string): HoldMusic {
  const pathOf = (accountId: string): string => {
    if (!/^[A-Za-z0-9_-]{1,100}$/.test(accountId)) throw new RangeError('an id cannot name a file');
    return join(folder, `${accountId}.wav`);
  };
  return {
    pathOf,
    async keep(accountId, bytes) {
      const file = checked(bytes);
      const path = pathOf(accountId);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Two that come at the same moment do not write into one file: the later one stays.
      const part = `${path}.${randomUUID()}.part`;
      try {
        await writeFile(part, file, { mode: 0o600 });
        await rename(part, path);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    remove: (accountId) => rm(pathOf(accountId), { force: true }),
  };
}

const checked = (bytes: unknown): Buffer => {
  try {
    return playableWav(bytes).wav;
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal('VALIDATION_FAILED', error.message, { cause: error });
    throw error;
  }
};
