import { createHash } from 'node:crypto';
import { access, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type SpokenText, spokenText } from '@sidetone/contract/entities/spoken-text.ts';
import { leftSide } from '@sidetone/wav/left-side.ts';
import { z } from 'zod';
import { Refusal } from '../../requests/refusal.ts';
import { playableWav } from '../../sound/playable-wav.ts';
import { writeDurably } from '../../storage/durable-file.ts';

/** Own greetings of channels: one WAV file each, named by the channel. */
export interface Greetings {
  /** The file of a channel's own greeting; null where there is none. */
  fileOf(channelId: string): Promise<string | null>;
  /** What a channel's own greeting says; null where nobody typed it. */
  saidIn(channelId: string): Promise<SpokenText | null>;
  /** Keeps an uploaded file, and what it says. Throws `Refusal` VALIDATION_FAILED for what cannot be played. */
  keep(channelId: string, bytes: unknown, said?: SpokenText | null): Promise<void>;
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
  const textOf = (channelId: string): string => pathOf(channelId).replace(/\.wav$/, '.json');
  return {
    async fileOf(channelId) {
      const path = pathOf(channelId);
      return await access(path).then(
        () => path,
        () => null,
      );
    },
    async saidIn(channelId) {
      const said = await readFile(textOf(channelId), 'utf8').then(readSaid, () => null);
      const wav = said && (await readFile(pathOf(channelId)).catch(() => null));
      return said && wav && said.sha256 === sumOf(wav) ? { text: said.text, language: said.language } : null;
    },
    async keep(channelId, bytes, said = null) {
      const wav = checked(bytes);
      await writeDurably(pathOf(channelId), wav);
      if (said === null) await rm(textOf(channelId), { force: true });
      else await writeDurably(textOf(channelId), Buffer.from(JSON.stringify({ ...said, sha256: sumOf(wav) })));
    },
    async keepRecorded(channelId, path) {
      const { wav, seconds } = await leftSide(path, longestSeconds);
      if (seconds < shortestSeconds) return false;
      await writeDurably(pathOf(channelId), wav);
      return true;
    },
    async remove(channelId) {
      await rm(pathOf(channelId), { force: true });
      await rm(textOf(channelId), { force: true });
    },
    async channels() {
      const names = await readdir(folder).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
        throw error;
      });
      return names.flatMap((name) => (name.endsWith('.wav') ? name.slice(0, -4) : []));
    },
  };
}

/** The text lies beside the sound, and belongs to no other: one that was recorded since says something else. */
const saidFile = spokenText.extend({ sha256: z.string() });
const readSaid = (text: string) => saidFile.safeParse(jsonOf(text)).data ?? null;
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
const sumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const checked = (bytes: unknown): Buffer => {
  try {
    return playableWav(bytes).wav;
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal('VALIDATION_FAILED', error.message, { cause: error });
    throw error;
  }
};
