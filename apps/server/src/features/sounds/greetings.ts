import { access, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { leftSide } from '@sidetone/wav/left-side.ts';
import { Refusal } from '../../requests/refusal.ts';
import { playableWav } from '../../sound/playable-wav.ts';
import { writeDurably } from '../../storage/durable-file.ts';

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
  return {
    async fileOf(channelId) {
      const path = pathOf(channelId);
      return await access(path).then(
        () => path,
        () => null,
      );
    },
    async keep(channelId, bytes) {
      await writeDurably(pathOf(channelId), checked(bytes));
    },
    async keepRecorded(channelId, path) {
      const { wav, seconds } = await leftSide(path, longestSeconds);
      if (seconds < shortestSeconds) return false;
      await writeDurably(pathOf(channelId), wav);
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
