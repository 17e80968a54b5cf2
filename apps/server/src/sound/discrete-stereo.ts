import { type Bits, type Granule, readBits } from './mono-frames.ts';

/** kbit/s by index, Layer III of the low sampling frequencies (ISO/IEC 13818-3 §2.4.2.3). */
const bitrates = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/** Header, and 17 bytes of side information for two channels. */
const headBytes = 4 + 17;
const noPadding = 0b1111_1101;

/**
 * One frame of discrete stereo from a granule of each side: mode `stereo`, so that nothing of one side can ever sound in
 * the other, which joint stereo does not promise. No sound is coded again. The frame takes the smallest bit rate that
 * holds both and needs no bit reservoir. `like` is the mono frame that one of them came from. Throws RangeError when
 * both together are larger than a frame can be.
 */
export function stereoFrame(like: Uint8Array, sampleRate: number, left: Granule, right: Granule): Uint8Array {
  const needed = headBytes + Math.ceil((left.main.length + right.main.length) / 8);
  const index = bitrates.findIndex((kbits) => frameBytes(kbits, sampleRate) >= needed);
  const kbits = bitrates[index];
  if (kbits === undefined) throw new RangeError('two sides do not fit into one MP3 frame');
  const frame = new Uint8Array(frameBytes(kbits, sampleRate));
  frame.set(like.subarray(0, 4));
  frame[2] = ((index + 1) << 4) | ((like[2] ?? 0) & 0x0f & noPadding);
  frame[3] = (like[3] ?? 0) & 0x0f; // mode 00: stereo, and no mode extension
  // main_data_begin 0 (8 bits) and two private bits stay zero.
  let at = 4 * 8 + 10;
  for (const bits of [left.side, right.side, left.main, right.main]) at = copyBits(bits, frame, at);
  return frame;
}

const frameBytes = (kbits: number, sampleRate: number): number => Math.floor((72_000 * kbits) / sampleRate);

/** Copies bits to where they are zero yet; gives the position behind them. */
function copyBits({ bytes, start, length }: Bits, to: Uint8Array, at: number): number {
  for (let done = 0; done < length; ) {
    const room = 8 - ((at + done) & 7);
    const count = Math.min(room, length - done);
    const index = (at + done) >> 3;
    to[index] = (to[index] ?? 0) | (readBits(bytes, start + done, count) << (room - count));
    done += count;
  }
  return at + length;
}
