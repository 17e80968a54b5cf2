import { openWav } from './open-wav.ts';
import { wavHeader } from './wav.ts';

/** A recording of someone alone, as if it had been uploaded: 16 bits, one channel. */
interface OneSide {
  readonly wav: Buffer;
  readonly seconds: number;
}

const samplesAtOnce = 16_000;

/**
 * The left side of a recording as a WAV file of one channel: what its user said. Throws `WavError` when it is no
 * recording. `longestSeconds` is where it is cut off, if anywhere.
 */
export async function leftSide(path: string, longestSeconds = Number.POSITIVE_INFINITY): Promise<OneSide> {
  const sound = await openWav(path);
  try {
    const pieces: Buffer[] = [];
    const most = longestSeconds * sound.sampleRate;
    let samples = 0;
    while (samples < most) {
      const { left } = await sound.read(Math.min(samplesAtOnce, most - samples));
      if (left.length === 0) break;
      samples += left.length;
      pieces.push(Buffer.from(left.buffer, left.byteOffset, left.byteLength));
    }
    const header = wavHeader({ sampleRate: sound.sampleRate, channels: 1 }, samples * 2);
    return { wav: Buffer.concat([header, ...pieces]), seconds: samples / sound.sampleRate };
  } finally {
    await sound.close();
  }
}
