import { openWav } from './wav-sound.ts';

/** What a recording of someone alone needs to sound like an upload: 16 bits, one channel. */
interface OneSide {
  readonly wav: Buffer;
  readonly seconds: number;
}

const samplesAtOnce = 16_000;

/**
 * The left side of a recording as a WAV file of one channel: what its user said. Throws RangeError when it is no
 * recording. `longestSeconds` is where it is cut off.
 */
export async function leftSide(path: string, longestSeconds: number): Promise<OneSide> {
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
    return {
      wav: Buffer.concat([headOf(sound.sampleRate, samples * 2), ...pieces]),
      seconds: samples / sound.sampleRate,
    };
  } finally {
    await sound.close();
  }
}

/** RIFF WAVE, PCM, one channel of 16 bits. */
const headOf = (sampleRate: number, dataLength: number): Buffer => {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + dataLength, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(sampleRate, 24);
  head.writeUInt32LE(sampleRate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(dataLength, 40);
  return head;
};
