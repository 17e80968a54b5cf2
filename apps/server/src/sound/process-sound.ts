import { rm } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { openWav } from '@sidetone/wav/open-wav.ts';
import { evenFrames } from './even-frames.ts';
import { mp3Writer } from './mp3-writer.ts';
import { peakMeter } from './peaks.ts';

/** What is known of a recording once it was gone through. */
export interface ProcessedSound {
  readonly durationMs: number;
  readonly waveform: readonly number[];
  /** The same by side: left is our user. */
  readonly waveforms: { readonly user: readonly number[]; readonly remote: readonly number[] };
}

/**
 * Makes one MP3 of recordings that follow each other, and measures them. `mix`: both sides hear everything. Throws
 * RangeError for a file that is none, or when there is no sound in any.
 */
export async function processSound(mp3: string, originals: readonly string[], mix: boolean): Promise<ProcessedSound> {
  const sounds = [];
  const uneven = `${mp3}.uneven`;
  try {
    for (const original of originals) sounds.push(await openWav(original));
    const sampleRate = sounds[0]?.sampleRate ?? 0;
    if (sounds.some((sound) => sound.sampleRate !== sampleRate)) throw new RangeError('recordings of different rates');
    const length = sounds.reduce((sum, sound) => sum + sound.length, 0);
    if (length === 0) throw new RangeError('nothing was recorded');
    const meter = peakMeter(length);
    const writer = await mp3Writer(uneven, sampleRate);
    for (const sound of sounds) {
      for (;;) {
        const { left, right } = await sound.read(sampleRate);
        if (left.length === 0) break;
        meter.add(left, right);
        if (mix) addTo(left, right);
        await writer.add(left, mix ? left : right);
      }
    }
    await writer.finish();
    await evenFrames(uneven, mp3);
    return {
      durationMs: Math.round((length * 1000) / sampleRate),
      waveform: meter.peaks(),
      waveforms: meter.sides(),
    };
  } finally {
    for (const sound of sounds) await sound.close();
    await rm(uneven, { force: true });
  }
}

const addTo = (sum: Int16Array, other: Int16Array): void => {
  for (let i = 0; i < sum.length; i++) {
    sum[i] = Math.max(-32_768, Math.min(32_767, (sum[i] ?? 0) + (other[i] ?? 0)));
  }
};

/** A process of its own, behind everything that someone waits for: audio and signalling never stutter for it. */
if (import.meta.main) {
  const [mp3 = '', sides, ...originals] = process.argv.slice(2);
  setPriority(15);
  // Its input ends with the server that started it. The next server makes the same files, which only one may write.
  process.stdin.on('close', () => process.exit(1)).resume();
  try {
    console.log(JSON.stringify(await processSound(mp3, originals, sides === 'mixed')));
    process.exit(0); // The encoder's workers would keep it alive.
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}
