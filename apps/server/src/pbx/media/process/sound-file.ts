import { readFile, stat } from 'node:fs/promises';
import { readWav, WavError, type WavShape } from '@sidetone/wav/wav.ts';
import { mostSoundBytes } from '../hosted/file-protocol.ts';
import type { Codec } from '../media.ts';
import { MediaError } from '../media.ts';
import { encodeInto, isLaw } from './audio/g711.ts';
import { G722Encoder } from './audio/g722.ts';
import { mixRate } from './audio/incoming-audio.ts';
import { openOpus } from './audio/opus.ts';
import { Resampler } from './audio/resampler.ts';

/** Sound in payloads of 20 ms. */
export interface MadeSound {
  /** The payload number `index` in this codec; undefined past the end. */
  frame(codec: Codec, index: number): Uint8Array | undefined;
}

const rates = [8000, 16_000, 48_000];
/** Of files that were played lately; a player holds its own longer. */
const mostKeptBytes = 64 * 1024 * 1024;

/** A file's samples, turned into payloads as far as somebody has listened: however many hear it, each is made once. */
export class SoundFile {
  readonly #samples: Int16Array;
  readonly #sampleRate: number;
  readonly #made = new Map<
    Codec,
    { readonly frames: Uint8Array[]; readonly next: (samples: Int16Array) => Uint8Array }
  >();
  readonly length: number;

  constructor(samples: Int16Array, sampleRate: number) {
    this.#samples = samples;
    this.#sampleRate = sampleRate;
    this.length = Math.ceil((samples.length * 50) / sampleRate);
  }

  get byteLength(): number {
    return this.#samples.byteLength;
  }

  /** The file as sound, over at its end or from the beginning again. */
  sound(loop: boolean): MadeSound {
    return {
      frame: (codec, index) => (loop || index < this.length ? this.#frame(codec, index % this.length) : undefined),
    };
  }

  #frame(codec: Codec, index: number): Uint8Array {
    let made = this.#made.get(codec);
    if (made === undefined) {
      made = { frames: [], next: encoderOf(codec, this.#sampleRate) };
      this.#made.set(codec, made);
    }
    const size = this.#sampleRate / 50;
    while (made.frames.length <= index) {
      const at = made.frames.length * size;
      const samples = this.#samples.subarray(at, at + size);
      if (samples.length === size) made.frames.push(made.next(samples));
      else {
        const last = new Int16Array(size);
        last.set(samples);
        made.frames.push(made.next(last));
      }
    }
    return made.frames[index] as Uint8Array;
  }
}

/** Opens sound files and keeps those played lately. */
export class SoundFiles {
  readonly #kept = new Map<string, { readonly version: string; readonly file: SoundFile }>();

  /** Throws `MediaError` BAD_SOUND_FILE with what is wrong: not there, no 16-bit mono WAV, another rate, empty, too large. */
  async open(path: string): Promise<SoundFile> {
    const { size, mtimeMs } = await stat(path).catch((cause: unknown) => {
      throw new MediaError('BAD_SOUND_FILE', 'the sound file cannot be read', { cause });
    });
    const version = `${size} ${mtimeMs}`;
    const known = this.#kept.get(path);
    this.#kept.delete(path);
    const file = known?.version === version ? known.file : await read(path, size);
    this.#kept.set(path, { version, file }); // the newest stands last
    this.#forgetOldest();
    return file;
  }

  #forgetOldest(): void {
    let bytes = 0;
    for (const [path, { file }] of [...this.#kept].reverse()) {
      bytes += file.byteLength;
      if (bytes > mostKeptBytes) this.#kept.delete(path);
    }
  }
}

async function read(path: string, size: number): Promise<SoundFile> {
  const refuse = (why: string, cause?: unknown) => new MediaError('BAD_SOUND_FILE', why, { cause });
  if (size > mostSoundBytes) throw refuse(`the sound file has more than ${mostSoundBytes / 1024 / 1024} MiB`);
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw refuse('the sound file cannot be read', cause);
  });
  const { channels, bitsPerSample, sampleRate, dataStart, dataLength } = shapeOf(bytes);
  if (channels !== 1) throw refuse(`the sound file has ${channels} channels instead of one`);
  if (bitsPerSample !== 16) throw refuse(`the sound file has ${bitsPerSample} bits a sample instead of 16`);
  if (!rates.includes(sampleRate)) throw refuse(`the sound file has ${sampleRate} Hz instead of 8000, 16000 or 48000`);
  const count = Math.min(dataLength, bytes.length - dataStart) >> 1;
  if (count === 0) throw refuse('the sound file has no samples');
  const samples = new Int16Array(count);
  for (let i = 0; i < count; i++) samples[i] = bytes.readInt16LE(dataStart + i * 2);
  return new SoundFile(samples, sampleRate);
}

const shapeOf = (bytes: Buffer): WavShape => {
  try {
    return readWav(bytes);
  } catch (error) {
    if (error instanceof WavError) throw new MediaError('BAD_SOUND_FILE', error.message, { cause: error });
    throw error;
  }
};

function encoderOf(codec: Codec, sampleRate: number): (samples: Int16Array) => Uint8Array {
  const rate = isLaw(codec) ? 8000 : mixRate;
  const resampler = sampleRate === rate ? undefined : new Resampler(sampleRate, rate);
  const fit = (samples: Int16Array) => resampler?.process(samples) ?? samples;
  if (codec === 'opus') {
    const opus = openOpus(mixRate);
    return (samples) => opus.encode(fit(samples));
  }
  if (codec === 'G722') {
    const g722 = new G722Encoder();
    return (samples) => g722.encode(fit(samples));
  }
  return (samples) => {
    const fitting = fit(samples);
    const payload = new Uint8Array(fitting.length);
    encodeInto(codec, fitting, payload, 0);
    return payload;
  };
}
