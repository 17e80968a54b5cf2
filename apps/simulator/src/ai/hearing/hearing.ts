import { toneIn } from '@sidetone/signals/spectrum.ts';
import { type HeardSound, heardSound, type TimedWord, wordsWithin } from './heard-words.ts';
import { hearBySphinx } from './sphinx.ts';

/**
 * How well a sound is heard. `script`: as it was taught. `noisy:n`: the same with n of a hundred words wrong. `sphinx`: by
 * the recogniser of Debian.
 */
export type Hearing = 'script' | 'sphinx' | `noisy:${number}`;

interface Taught {
  readonly samples: Buffer;
  readonly words: readonly TimedWord[];
  readonly language: string;
}

/** Knows sounds that it was taught, and pieces that were cut out of them. */
export interface Ears {
  /** Bytes of a WAV of 16 kHz and 16 bit, and what is said in it. */
  teach(wav: Uint8Array, words: readonly TimedWord[], language: string): void;
  /** A sentence in English for a voice that is one tone: a call changes its samples, and not its pitch. */
  teachTone(hertz: number, sentence: string): void;
  hear(wav: Buffer, hearing: Hearing): Promise<HeardSound>;
}

const bytesPerSecond = 32_000;
const needleBytes = 3_200;

/** Ears that know nothing yet. */
export function newEars(): Ears {
  const known: Taught[] = [];
  const sentences = new Map<number, string>();
  return {
    teach(wav, words, language) {
      known.push({ samples: samplesOf(Buffer.from(wav)), words, language });
    },
    teachTone(hertz, sentence) {
      sentences.set(hertz, sentence);
    },
    async hear(wav, hearing) {
      if (hearing === 'sphinx') return await hearBySphinx(wav);
      const samples = samplesOf(wav);
      const seconds = samples.length / bytesPerSecond;
      const found = find(samples, known);
      if (found === null) return heardSound(wordsOfTone(samples, sentences), 'en', seconds);
      const { taught, offset } = found;
      const words = wordsWithin(taught.words, offset, offset + seconds).map(({ text, start, end }) => ({
        text,
        start: Math.max(0, start - offset),
        end: Math.min(seconds, end - offset),
      }));
      const share = hearing === 'script' ? 0 : Number(hearing.slice('noisy:'.length)) / 100;
      return heardSound(misheard(words, share), taught.language, seconds);
    },
  };
}

/** The sentence of the tone that is heard, its words as long as one another. */
function wordsOfTone(bytes: Buffer, sentences: ReadonlyMap<number, string>): TimedWord[] {
  if (sentences.size === 0) return [];
  const samples = Int16Array.from({ length: Math.floor(bytes.length / 2) }, (_, at) => bytes.readInt16LE(at * 2));
  const words = sentences.get(toneIn(samples, bytesPerSecond / 2, [...sentences.keys()]) ?? 0)?.split(' ') ?? [];
  const each = bytes.length / bytesPerSecond / Math.max(1, words.length);
  return words.map((text, at) => ({ text, start: at * each, end: (at + 1) * each }));
}

function samplesOf(wav: Buffer): Buffer {
  const at = wav.indexOf('data', 12, 'latin1');
  return at < 0 ? wav : wav.subarray(at + 8);
}

/** The taught sound that a sound is, or was cut out of: looked for by what is in its middle. */
function find(samples: Buffer, known: readonly Taught[]): { taught: Taught; offset: number } | null {
  const from = Math.max(0, Math.floor(samples.length / 4) * 2 - needleBytes / 2);
  const needle = samples.subarray(from, from + needleBytes);
  if (needle.every((byte) => byte === 0)) return null;
  for (const taught of known) {
    const at = taught.samples.indexOf(needle);
    if (at >= 0) return { taught, offset: (at - from) / bytesPerSecond };
  }
  return null;
}

/** Every n-th word is the one after it, so that the same sound is always heard alike. */
function misheard(words: readonly TimedWord[], share: number): readonly TimedWord[] {
  if (share === 0) return words;
  const every = Math.max(1, Math.round(1 / share));
  return words.map((word, at) =>
    at % every === every - 1 ? { ...word, text: words[(at + 1) % words.length]?.text ?? '' } : word,
  );
}
