import { promisify } from 'node:util';
import { crc32, inflate } from 'node:zlib';
import { BadPicture, type CleanPicture } from './bad-picture.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Samples of a pixel by its colour type, and the bits that each may have (PNG 3rd edition §11.2.1). */
const colours: Readonly<Record<number, { samples: number; depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};

/** Kept besides the pixels: the palette, and which colour is transparent. All else tells about the picture, not of it. */
const kept = ['PLTE', 'tRNS'];
const ofAnimations = ['acTL', 'fcTL', 'fdAT'];

interface Header {
  readonly width: number;
  readonly height: number;
  readonly bitsOfPixel: number;
  readonly isInterlaced: boolean;
}

/**
 * Reads a PNG chunk by chunk and writes it again with nothing but what is drawn: no texts, times, profiles, and nothing
 * behind its end. `mayMeasure` refuses sizes before the pixels are unpacked. Rejects with `BadPicture`.
 */
export async function cleanPng(
  file: Buffer,
  mayMeasure: (width: number, height: number) => void,
): Promise<CleanPicture> {
  let header: Header | null = null;
  const out: Buffer[] = [signature];
  const pixels: Buffer[] = [];
  let hasEnd = false;
  for (let at = signature.length; !hasEnd; ) {
    const { type, data, chunk } = chunkAt(file, at);
    at += chunk.length;
    if (ofAnimations.includes(type)) throw new BadPicture('animated');
    if ((header === null) !== (type === 'IHDR')) throw new BadPicture('malformed');
    if (type === 'IHDR') {
      header = headerOf(data);
      mayMeasure(header.width, header.height);
      out.push(chunk);
    } else if (type === 'IDAT') {
      pixels.push(data);
    } else if (type === 'IEND') {
      hasEnd = true;
    } else if (kept.includes(type)) {
      if (pixels.length > 0) throw new BadPicture('malformed');
      out.push(chunk);
    } else if (isCritical(type)) {
      throw new BadPicture('malformed');
    }
  }
  if (header === null) throw new BadPicture('malformed');
  const packed = Buffer.concat(pixels);
  await checkPixels(packed, header);
  out.push(chunkOf('IDAT', packed), chunkOf('IEND', Buffer.alloc(0)));
  return { type: 'image/png', bytes: Buffer.concat(out), width: header.width, height: header.height };
}

/** Who does not know a chunk whose name begins with a capital letter cannot draw the picture (§5.4). */
const isCritical = (type: string): boolean => /^[A-Z]/.test(type);

function chunkAt(file: Buffer, at: number): { type: string; data: Buffer; chunk: Buffer } {
  if (at + 12 > file.length) throw new BadPicture('malformed');
  const length = file.readUInt32BE(at);
  const end = at + 12 + length;
  const type = file.toString('latin1', at + 4, at + 8);
  if (end > file.length || !/^[A-Za-z]{4}$/.test(type)) throw new BadPicture('malformed');
  if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) throw new BadPicture('malformed');
  return { type, data: file.subarray(at + 8, end - 4), chunk: file.subarray(at, end) };
}

function chunkOf(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

function headerOf(data: Buffer): Header {
  if (data.length !== 13) throw new BadPicture('malformed');
  const [depth = 0, colour = 0, compression, filter, interlace] = data.subarray(8);
  const { samples, depths } = colours[colour] ?? { samples: 0, depths: [] };
  const isKnown = compression === 0 && filter === 0 && (interlace === 0 || interlace === 1);
  if (!isKnown || !depths.includes(depth)) throw new BadPicture('malformed');
  return {
    width: data.readUInt32BE(0),
    height: data.readUInt32BE(4),
    bitsOfPixel: samples * depth,
    isInterlaced: interlace === 1,
  };
}

const inflatePixels = promisify<Buffer, object, { buffer: Buffer; engine: { bytesWritten: number } }>(inflate as never);

/** The pixels unpack to exactly as many bytes as the header says, and nothing is packed behind them. */
async function checkPixels(packed: Buffer, header: Header): Promise<void> {
  const lines = linesOf(header);
  const size = lines.reduce((sum, { count, bytes }) => sum + count * bytes, 0);
  const { buffer, engine } = await inflatePixels(packed, { maxOutputLength: size, info: true }).catch(
    (cause: unknown) => {
      throw new BadPicture('malformed', { cause });
    },
  );
  if (buffer.length !== size || engine.bytesWritten !== packed.length) throw new BadPicture('malformed');
  let at = 0;
  for (const { count, bytes } of lines) {
    for (let line = 0; line < count; line++, at += bytes) {
      // Each line begins with the filter that it was packed by, one of five (§9).
      if ((buffer[at] ?? 5) > 4) throw new BadPicture('malformed');
    }
  }
}

/** Where the pixels of each pass of an interlaced picture begin, and how far apart they are (§8.2). */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function linesOf({ width, height, bitsOfPixel, isInterlaced }: Header): { count: number; bytes: number }[] {
  const bytesOf = (columns: number) => 1 + Math.ceil((columns * bitsOfPixel) / 8);
  if (!isInterlaced) return [{ count: height, bytes: bytesOf(width) }];
  return passes.flatMap(([x, y, acrossBy, downBy]) => {
    const columns = Math.ceil((width - x) / acrossBy);
    const rows = Math.ceil((height - y) / downBy);
    return columns > 0 && rows > 0 ? [{ count: rows, bytes: bytesOf(columns) }] : [];
  });
}
