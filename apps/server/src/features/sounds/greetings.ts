import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type SpokenText, spokenText } from '@sidetone/contract/entities/spoken-text.ts';
import { leftSide } from '@sidetone/wav/left-side.ts';
import { z } from 'zod';
import { Refusal } from '../../requests/refusal.ts';
import { playableWav } from '../../sound/playable-wav.ts';
import { writeDurably } from '../../storage/durable-file.ts';
import type { FarFolder } from '../../storage/files/far-folder.ts';
import { namesIn } from '../../storage/files/names-in.ts';
import { nextTurn, placeOf, turnsOf } from '../../storage/files/near-file.ts';

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

export function greetings(folder: string, far?: FarFolder): Greetings {
  const turn = turnsOf(far);
  const nameOf = (channelId: string, kind: 'wav' | 'json'): string => {
    if (!/^[A-Za-z0-9_-]{1,100}$/.test(channelId)) throw new RangeError('an id cannot name a file');
    return `${channelId}.${kind}`;
  };
  const near = (channelId: string, kind: 'wav' | 'json') =>
    placeOf(far, nameOf(channelId, kind), join(folder, nameOf(channelId, kind)));
  const write = async (channelId: string, kind: 'wav' | 'json', content: Buffer): Promise<void> => {
    const name = nameOf(channelId, kind);
    if (far) await far.write(name, { table: 'channels', id: channelId }, content);
    else await writeDurably(join(folder, name), content);
  };
  const drop = async (channelId: string, kind: 'wav' | 'json'): Promise<void> => {
    await rm(join(folder, nameOf(channelId, kind)), { force: true });
    await far?.remove(nameOf(channelId, kind));
  };
  return {
    fileOf: (channelId) => near(channelId, 'wav'),
    async saidIn(channelId) {
      const text = await near(channelId, 'json');
      const said = text && (await readFile(text, 'utf8').then(readSaid, () => null));
      const sound = said && (await near(channelId, 'wav'));
      const wav = sound && (await readFile(sound).catch(() => null));
      return said && wav && said.sha256 === sumOf(wav) ? { text: said.text, language: said.language } : null;
    },
    async keep(channelId, bytes, said = null) {
      const wav = checked(bytes);
      await write(channelId, 'wav', wav);
      if (said === null) await drop(channelId, 'json');
      else await write(channelId, 'json', Buffer.from(JSON.stringify({ ...said, sha256: sumOf(wav) })));
    },
    async keepRecorded(channelId, path) {
      const { wav, seconds } = await leftSide(path, longestSeconds);
      if (seconds < shortestSeconds) return false;
      await write(channelId, 'wav', wav);
      return true;
    },
    async remove(channelId) {
      await drop(channelId, 'wav');
      await drop(channelId, 'json');
    },
    async channels() {
      const names = await namesIn(folder);
      const elsewhere = (await nextTurn(turn)).map(({ path }) => path);
      return [...new Set([...names, ...elsewhere])].flatMap((name) => (name.endsWith('.wav') ? name.slice(0, -4) : []));
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
