import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../requests/refusal.ts';
import { playableWav } from '../../sound/playable-wav.ts';
import type { FarFolder } from '../../storage/files/far-folder.ts';
import { placeOf } from '../../storage/files/near-file.ts';

/** Music of accounts for parties on hold: one file each. */
export interface HoldMusic {
  /** Where it lies on this machine; null where there is none. */
  fileOf(accountId: string): Promise<string | null>;
  /** Keeps the file. Throws `Refusal` VALIDATION_FAILED for what cannot be played. */
  keep(accountId: string, bytes: unknown): Promise<void>;
  remove(accountId: string): Promise<void>;
}

/** Where the music of accounts lies within the data folder. */
export const holdMusicFolder = (dataDir: string): string => join(dataDir, 'hold-music');

export function holdMusic(folder: string, far?: FarFolder): HoldMusic {
  const nameOf = (accountId: string): string => {
    if (!/^[A-Za-z0-9_-]{1,100}$/.test(accountId)) throw new RangeError('an id cannot name a file');
    return `${accountId}.wav`;
  };
  const pathOf = (accountId: string): string => join(folder, nameOf(accountId));
  return {
    fileOf: (accountId) => placeOf(far, nameOf(accountId), pathOf(accountId)),
    async keep(accountId, bytes) {
      const file = checked(bytes);
      const path = pathOf(accountId);
      if (far) return await far.write(nameOf(accountId), accountId, file);
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
    async remove(accountId) {
      await rm(pathOf(accountId), { force: true });
      await far?.remove(nameOf(accountId));
    },
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
