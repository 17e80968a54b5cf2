/** kbit/s by index, Layer III of the low sampling frequencies (ISO/IEC 13818-3 §2.4.2.3). */
const bitrates = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const sampleRates = [22_050, 24_000, 16_000];
/** Header, and side information of one and of two channels. */
const sideInfoBytes = { mono: 9, stereo: 17 };
const noPadding = 0b1111_1101;

interface Frame {
  readonly start: number;
  readonly length: number;
  readonly bitrate: number;
}

/**
 * The same MP3 with frames of one size, by filling up the smaller ones: browsers guess places in files whose frames differ
 * in size and are seconds off after a few minutes, and exact in files whose frames do not. No sound is coded anew. Works
 * for what this server writes (MPEG-2 Layer III without a bit reservoir); null for every other file.
 */
export function steadyMp3(file: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const frames = framesOf(file);
  const first = frames?.[0];
  if (!frames || !first) return null;
  const sampleRate = rateOf(file, first);
  const bitrate = Math.max(...new Set(frames.map((frame) => frame.bitrate)));
  const size = frameBytes(bitrate, sampleRate);
  // A tag in the place of a frame holds the table of places that no longer fit.
  const sounding = isTag(file, first.start) ? frames.slice(1) : frames;
  const steady = new Uint8Array(size * sounding.length);
  sounding.forEach(({ start, length }, index) => {
    const to = index * size;
    steady.set(file.subarray(start, start + length), to);
    steady[to + 2] = (bitrates.indexOf(bitrate) << 4) | ((file[start + 2] ?? 0) & 0x0f & noPadding);
  });
  return sounding.length === 0 ? null : steady;
}

/** All frames one after the other; null where something else is between them, or one leans on its neighbour. */
function framesOf(file: Uint8Array): Frame[] | null {
  const frames: Frame[] = [];
  let sampleRate = 0;
  for (let start = 0; start < file.length; ) {
    const [second = 0, third = 0, reservoir = 0] = [file[start + 1], file[start + 2], file[start + 4]];
    // MPEG-2, Layer III, and the main data begin in the frame itself. Only a tag may have room for a checksum.
    const isFrame = file[start] === 0xff && (second & 0xfe) === 0xf2 && reservoir === 0;
    if (!isFrame || (second !== 0xf3 && !isTag(file, start))) return null;
    const bitrate = bitrates[third >> 4] ?? 0;
    const rate = sampleRates[(third >> 2) & 3] ?? 0;
    if (bitrate === 0 || rate === 0 || (sampleRate !== 0 && rate !== sampleRate)) return null;
    sampleRate = rate;
    const length = frameBytes(bitrate, rate) + ((third >> 1) & 1);
    // A file that was cut off ends with what was complete.
    if (start + length > file.length) break;
    frames.push({ start, length, bitrate });
    start += length;
  }
  return frames;
}

const frameBytes = (kbits: number, sampleRate: number): number => Math.floor((72_000 * kbits) / sampleRate);

const rateOf = (file: Uint8Array, { start }: Frame): number => sampleRates[((file[start + 2] ?? 0) >> 2) & 3] ?? 0;

/** A Xing or Info tag is behind the side information of an otherwise silent first frame. */
function isTag(file: Uint8Array, start: number): boolean {
  const isMono = (file[start + 3] ?? 0) >> 6 === 3;
  const at = start + 4 + (isMono ? sideInfoBytes.mono : sideInfoBytes.stereo);
  const name = String.fromCharCode(...file.subarray(at, at + 4));
  return name === 'Xing' || name === 'Info';
}
