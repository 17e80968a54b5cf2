import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../identity/refusal.ts';

/** What a WAV file says of itself. */
interface WavShape {
  readonly sampleRate: number;
  readonly channels: number;
  readonly bitsPerSample: number;
  readonly dataStart: number;
  readonly dataLength: number;
}

/** Music of accounts for parties on hold: one file each. */
export interface HoldMusic {
  pathOf(accountId: string): string;
  /** Keeps the file. Throws `Refusal` VALIDATION_FAILED for what cannot be played. */
  keep(accountId: string, bytes: unknown): Promise<void>;
  remove(accountId: string): Promise<void>;
}

const playableRates = [8000, 16_000, 48_000];
/** Music that is shorter sounds like a fault. */
const shortestSeconds = 1;

/** Where the music of accounts lies within the data folder. */
export const holdMusicFolder = (dataDir: string): string => join(dataDir, 'hold-music');

/** `readWav` throws for what is no WAV file, with why. */
export function holdMusic(folder: string, readWav: (bytes: Buffer) => WavShape): HoldMusic {
  const pathOf = (accountId: string): string => {
    if (!/^[A-Za-z0-9_-]{1,100}$/.test(accountId)) throw new RangeError('an id cannot name a file');
    return join(folder, `${accountId}.wav`);
  };
  return {
    pathOf,
    async keep(accountId, bytes) {
      const file = checked(bytes, readWav);
      const path = pathOf(accountId);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(`${path}.part`, file, { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
    remove: (accountId) => rm(pathOf(accountId), { force: true }),
  };
}

const checked = (bytes: unknown, readWav: (bytes: Buffer) => WavShape): Buffer => {
  const refuse = (why: string, cause?: unknown) => new Refusal('VALIDATION_FAILED', why, { cause });
  if (!Buffer.isBuffer(bytes)) throw refuse('Send the WAV file itself, as audio/wav.');
  let shape: WavShape;
  try {
    shape = readWav(bytes);
  } catch (error) {
    throw refuse(`This cannot be played: ${error instanceof Error ? error.message : 'it is no WAV file'}.`, error);
  }
  const { channels, bitsPerSample, sampleRate, dataStart, dataLength } = shape;
  if (channels !== 1) throw refuse(`The file has ${channels} channels; it must have one.`);
  if (bitsPerSample !== 16) throw refuse(`The file has ${bitsPerSample} bits a sample; it must have 16.`);
  if (!playableRates.includes(sampleRate)) throw refuse(`The file has ${sampleRate} Hz; play 8000, 16000 or 48000.`);
  const seconds = Math.min(dataLength, bytes.length - dataStart) / 2 / sampleRate;
  if (seconds < shortestSeconds) throw refuse('The file is shorter than a second.');
  return bytes;
};
