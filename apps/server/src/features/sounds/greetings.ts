import { access, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { leftSide } from '@sidetone/wav/left-side.ts';
import { Refusal } from '../../requests/refusal.ts';
import { playableWav } from '../../sound/playable-wav.ts';

/** Own greetings of channels: one WAV file each, named by the channel. */
export interface Greetings {
  /** The file of a channel's own greeting; null where there is none. */
  fileOf(channelId: string): Promise<string | null>;
  /** Keeps an uploaded file. Throws `Refusal` VALIDATION_FAILED for what cannot be played. */
  keep(channelId: string, bytes: unknown): Promise<void>;
  /** Keeps what was said by telephone; a recording without a word stays as it is. Gives whether it was kept. */
  keepRecorded(channelId: string, path: string): Promise<boolean>;
  remove(channelId: string): Promise<void>;
  /** Channels that have a greeting. */
  channels(): Promise<readonly string[]>;
}

const longestSeconds = 120;
const shortestSeconds = 1;

/** Where greetings lie within the data folder. */
export const greetingsFolder = (dataDir: string): string => join(dataDir, 'greetings');

export function greetings(folder: string): Greetings {
  const pathOf = (channelId: string): string => {
    if (!/^[A-Za-z0-9_-]{1,100}$/.test(channelId)) throw new RangeError('an id cannot name a file');
    return join(folder, `${channelId}.wav`);
  };
  const write = async (channelId: string, wav: Buffer): Promise<void> => {
    const path = pathOf(channelId);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = await open(`${path}.part`, 'w', 0o600);
    try {
      await file.writeFile(wav);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.part`, path);
  };
  return {
    async fileOf(channelId) {
      const path = pathOf(channelId);
      return await access(path).then(
        () => path,
        () => null,
      );
    },
    async keep(channelId, bytes) {
      await write(channelId, checked(bytes));
    },
    async keepRecorded(channelId, path) {
      const { wav, seconds } = await leftSide(path, longestSeconds);
      if (seconds < shortestSeconds) return false;
      await write(channelId, wav);
      return true;
    },
    remove: (channelId) => rm(pathOf(channelId), { force: true }),
    async channels() {
      const names = await readdir(folder).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
        throw error;
      });
      return names.flatMap((name) => (name.endsWith('.wav') ? name.slice(0, -4) : []));
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
