import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monoWav } from '@sidetone/signals/tones.ts';
import { readMono } from '@sidetone/wav/wav.ts';

const spoken = new URL('../../apps/server/assets/sounds/voicemail-greeting.en.wav', import.meta.url);
const rate = 48_000;
/** For so long there is nothing but noise, in seconds; then someone speaks in it. */
const noiseAloneSeconds = 6;
const seconds = 11;

/**
 * Path of a microphone that plays a room with a fan in a loop: noise at −35 dB, drawn by a fixed rule, and a voice of
 * about −15 dB in nearly half of the time.
 */
export function noisyVoice(): string {
  const folder = join(tmpdir(), 'sidetone-tones');
  const file = join(folder, 'noisy-voice.wav');
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const voice = readMono(readFileSync(spoken));
  const noise = rushing();
  const samples = Float32Array.from({ length: rate * seconds }, (_, at) => {
    const place = ((at - noiseAloneSeconds * rate) * voice.sampleRate) / rate;
    return noise() + 0.7 * between(voice.samples, place);
  });
  // A reader at the same moment finds the whole file or none.
  writeFileSync(`${file}.${process.pid}`, monoWav(samples, rate));
  renameSync(`${file}.${process.pid}`, file);
  return file;
}

/** Low-pass noise, the same each time. */
function rushing(): () => number {
  let seed = 1;
  let last = 0;
  return () => {
    seed = (seed * 1_664_525 + 1_013_904_223) >>> 0;
    last = last * 0.6 + (seed / 2 ** 31 - 1) * 0.4;
    return last * 0.06;
  };
}

function between(samples: ArrayLike<number>, place: number): number {
  if (place < 0) return 0;
  const before = Math.floor(place);
  const share = place - before;
  return (samples[before] ?? 0) * (1 - share) + (samples[before + 1] ?? 0) * share;
}
