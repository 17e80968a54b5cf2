/** A granule of one channel of MPEG-2 Layer III (ISO/IEC 13818-3): its side information and its main data, in bits. */
export interface Granule {
  /** 63 bits of side information (ISO/IEC 13818-3 §2.4.1.7), as they came. */
  readonly side: Bits;
  /** Scale factors and Huffman bits: `part2_3_length` bits. */
  readonly main: Bits;
}

/** `length` bits of `bytes`, from bit `start` on, most significant bit first. */
export interface Bits {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly length: number;
}

/** Bytes before the main data of a mono frame: header and side information. */
const headBytes = 4 + 9;
/** `main_data_begin` has 8 bits in the low sampling frequencies. */
const longestReservoir = 255;

/**
 * Reads the frames of a mono stream one after the other, each with its share of the bit reservoir. A frame whose main
 * data began before the first frame throws RangeError, as does one that is not mono, not Layer III of the low sampling
 * frequencies (24 kHz and below), or has a checksum.
 */
export function monoFrames(): (frame: Uint8Array) => Granule {
  let reservoir = new Uint8Array(0);
  return (frame) => {
    checkHeader(frame);
    const side: Bits = { bytes: frame, start: 4 * 8 + 9, length: 63 };
    const mainDataBegin = frame[4] ?? 0;
    if (mainDataBegin > reservoir.length) throw new RangeError('an MP3 frame begins before its stream');
    const data = new Uint8Array(mainDataBegin + frame.length - headBytes);
    data.set(reservoir.subarray(reservoir.length - mainDataBegin));
    data.set(frame.subarray(headBytes), mainDataBegin);
    const length = readBits(side.bytes, side.start, 12);
    if (length > data.length * 8) throw new RangeError('an MP3 frame is shorter than it says');
    const kept = new Uint8Array(reservoir.length + frame.length - headBytes);
    kept.set(reservoir);
    kept.set(frame.subarray(headBytes), reservoir.length);
    reservoir = kept.slice(-longestReservoir);
    return { side, main: { bytes: data, start: 0, length } };
  };
}

function checkHeader(frame: Uint8Array): void {
  const [first = 0, second = 0, , fourth = 0] = frame;
  const isLayer3 = first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) === 0x02;
  const isLowRate = (second & 0x08) === 0;
  const isPlainMono = (second & 0x01) === 1 && fourth >> 6 === 3;
  if (!isLayer3 || !isLowRate || !isPlainMono) throw new RangeError('not an MP3 frame of one channel at a low rate');
}

/** Up to 24 bits as a number. */
export function readBits(bytes: Uint8Array, start: number, count: number): number {
  let value = 0;
  for (let at = start; at < start + count; at++) value = (value << 1) | (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
  return value;
}
