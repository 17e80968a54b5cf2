import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';

/** kbit/s by index, Layer III of the low sampling frequencies (ISO/IEC 13818-3 §2.4.2.3). */
const bitrates = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const sampleRates = [22_050, 24_000, 16_000];
/** Behind the header and the side information of one and of two channels. */
const mainDataAt = { mono: 4 + 9, stereo: 4 + 17 };
const noPadding = 0b1111_1101;
/** A frame of silence is shorter than the tag. */
const smallestForTag = 16;
const pieceBytes = 256 * 1024;
/** `Info`, and that the number of frames and of bytes follow, but no table of places: every frame has one size. */
const info = Buffer.from('Info\0\0\0\x03', 'latin1');

interface Size {
  readonly bitrate: number;
  readonly sampleRate: number;
}

interface Frame extends Size {
  readonly bytes: Buffer;
  readonly isTag: boolean;
}

/**
 * Writes an MP3 again with frames of one size, by filling up the smaller ones: players guess places in files whose frames
 * differ in size and are seconds off after a few minutes. Where they do not differ, place and moment are one sum. No sound
 * is coded again, and no frame needs its neighbours (no bit reservoir). An `Info` tag at the start says how many frames
 * there are. Throws RangeError for what this server did not write.
 */
export async function evenFrames(from: string, to: string): Promise<void> {
  const source = await open(from, 'r');
  try {
    const { size, first, count } = await measure(source);
    const target = await open(to, 'w', 0o600);
    try {
      await write(target, tagOf(first, size, count));
      for await (const frames of piecesOf(source)) {
        const sounding = frames.filter(({ isTag }) => !isTag);
        await write(target, Buffer.concat(sounding.map((frame) => filledUp(frame, size))));
      }
      await target.datasync();
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/**
 * Evens the frames of files that earlier releases wrote, each when it is first asked for. Whatever ends the process, the
 * file is the old or the new one. `onTrouble` hears why a file stays as it is: it can be played all the same.
 */
export function evenSounds(onTrouble: (path: string, error: unknown) => void): (path: string) => Promise<void> {
  const underWay = new Map<string, Promise<void>>();
  const even = async (path: string): Promise<void> => {
    const part = `${path}.part`;
    try {
      if (await isEven(path)) return;
      await evenFrames(path, part);
      // What was deleted meanwhile stays so.
      await stat(path);
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true });
      onTrouble(path, error);
    }
  };
  return (path) => {
    const running = underWay.get(path) ?? even(path).finally(() => underWay.delete(path));
    underWay.set(path, running);
    return running;
  };
}

/** Whether a file begins as `evenFrames` begins it. */
async function isEven(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(mainDataAt.stereo + info.length);
    await file.read(head, 0, head.length, 0);
    const at = isMono(head) ? mainDataAt.mono : mainDataAt.stereo;
    return head.subarray(at, at + info.length).equals(info);
  } finally {
    await file.close();
  }
}

/** The size that holds every frame that sounds, the first of them, and how many there are. */
async function measure(source: FileHandle): Promise<{ size: Size; first: Frame; count: number }> {
  let first: Frame | undefined;
  let bitrate = smallestForTag;
  let count = 0;
  for await (const frames of piecesOf(source)) {
    for (const frame of frames) {
      if (frame.isTag) continue;
      first ??= frame;
      count += 1;
      if (frame.sampleRate !== first.sampleRate) throw new RangeError('MP3 frames of different rates');
      bitrate = Math.max(bitrate, frame.bitrate);
    }
  }
  if (!first) throw new RangeError('no MP3 frame in it');
  return { size: { bitrate, sampleRate: first.sampleRate }, first, count };
}

/** All frames, one after the other, in handfuls. A file that was cut off ends with its last whole frame. */
async function* piecesOf(source: FileHandle): AsyncGenerator<readonly Frame[]> {
  let rest = Buffer.alloc(0);
  for (let position = 0; ; ) {
    const piece = Buffer.alloc(pieceBytes);
    const { bytesRead } = await source.read(piece, 0, pieceBytes, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    const bytes = Buffer.concat([rest, piece.subarray(0, bytesRead)]);
    const frames: Frame[] = [];
    let at = 0;
    for (let frame = frameAt(bytes, at); frame; frame = frameAt(bytes, at)) {
      frames.push(frame);
      at += frame.bytes.length;
    }
    rest = bytes.subarray(at);
    yield frames;
  }
}

/** The frame there; null where there is not all of it. Throws RangeError where something else is. */
function frameAt(bytes: Buffer, at: number): Frame | null {
  if (bytes.length - at < mainDataAt.stereo + info.length) return null;
  const [first, second = 0, third = 0, , reservoir] = bytes.subarray(at, at + 5);
  const [bitrate = 0, sampleRate = 0] = [bitrates[third >> 4], sampleRates[(third >> 2) & 3]];
  // MPEG-2, Layer III, and the main data begin in the frame itself.
  const isFrame = first === 0xff && (second & 0xfe) === 0xf2 && reservoir === 0 && bitrate > 0 && sampleRate > 0;
  if (!isFrame) throw new RangeError('not an MP3 frame of this server');
  const length = frameBytes(bitrate, sampleRate) + ((third >> 1) & 1);
  if (at + length > bytes.length) return null;
  const frame = bytes.subarray(at, at + length);
  const isTag = hasTag(frame);
  // Only a tag may have room for a checksum, or a byte more.
  if (!isTag && ((second & 1) === 0 || (third & 2) !== 0)) throw new RangeError('not an MP3 frame of this server');
  return { bytes: frame, bitrate, sampleRate, isTag };
}

const filledUp = ({ bytes }: Pick<Frame, 'bytes'>, { bitrate, sampleRate }: Size): Buffer => {
  const even = Buffer.alloc(frameBytes(bitrate, sampleRate));
  even.set(bytes);
  even[2] = (bitrates.indexOf(bitrate) << 4) | ((bytes[2] ?? 0) & 0x0f & noPadding);
  return even;
};

/** A silent frame that says how long the file is, for players that want to know it before they have all of it. */
function tagOf({ bytes }: Frame, size: Size, count: number): Buffer {
  const tag = filledUp({ bytes: bytes.subarray(0, 4) }, size);
  const at = isMono(tag) ? mainDataAt.mono : mainDataAt.stereo;
  tag.set(info, at);
  tag.writeUInt32BE(count, at + info.length);
  tag.writeUInt32BE(count * tag.length, at + info.length + 4);
  return tag;
}

const frameBytes = (kbits: number, sampleRate: number): number => Math.floor((72_000 * kbits) / sampleRate);

const isMono = (frame: Uint8Array): boolean => (frame[3] ?? 0) >> 6 === 3;

/** A Xing or Info tag is where the main data of an otherwise silent frame would be. */
function hasTag(frame: Buffer): boolean {
  const at = isMono(frame) ? mainDataAt.mono : mainDataAt.stereo;
  return ['Xing', 'Info'].includes(frame.toString('latin1', at, at + 4));
}

async function write(target: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length; ) done += (await target.write(bytes, done)).bytesWritten;
}
