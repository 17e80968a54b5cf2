import { BadPicture, type CleanPicture } from './bad-picture.ts';

/** The flag of an extended file that says it has transparency (RFC 9649 §2.7.1), and the one of animations. */
const hasAlpha = 0x10;
const isAnimated = 0x02;

type Size = readonly [width: number, height: number];

/**
 * Reads a WebP chunk by chunk and writes it again with nothing but what is drawn: no EXIF, XMP, profiles, and nothing
 * behind its end. `mayMeasure` refuses sizes. Throws `BadPicture`.
 */
export function cleanWebp(file: Buffer, mayMeasure: (width: number, height: number) => void): CleanPicture {
  const end = file.length < 12 ? 0 : 8 + file.readUInt32LE(4);
  if (end < 12 || end > file.length) throw new BadPicture('malformed');
  const chunks = chunksOf(file.subarray(12, end));
  const canvas = chunks[0]?.type === 'VP8X' ? canvasOf(chunks[0].data) : null;
  if (chunks.some(({ type }) => type === 'ANIM' || type === 'ANMF')) throw new BadPicture('animated');
  const pictures = chunks.filter(({ type }) => type === 'VP8 ' || type === 'VP8L');
  const [picture] = pictures;
  const alphas = canvas ? chunks.filter(({ type }) => type === 'ALPH') : [];
  if (picture === undefined || pictures.length > 1 || alphas.length > 1) throw new BadPicture('malformed');
  if (canvas === null && chunks[0] !== picture) throw new BadPicture('malformed');
  const size = picture.type === 'VP8L' ? sizeOfLossless(picture.data) : sizeOfLossy(picture.data);
  const [width, height] = size;
  if (canvas && (canvas[0] !== width || canvas[1] !== height)) throw new BadPicture('malformed');
  mayMeasure(width, height);
  // Transparency of its own has the lossy picture alone.
  const [alpha] = picture.type === 'VP8 ' ? alphas : [];
  const body = alpha ? [extended(size), chunkOf(alpha), chunkOf(picture)] : [chunkOf(picture)];
  return { type: 'image/webp', bytes: riff(Buffer.concat(body)), width, height };
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

function chunksOf(body: Buffer): Chunk[] {
  const found: Chunk[] = [];
  for (let at = 0; at < body.length; ) {
    if (at + 8 > body.length) throw new BadPicture('malformed');
    const length = body.readUInt32LE(at + 4);
    if (at + 8 + length > body.length) throw new BadPicture('malformed');
    found.push({ type: body.toString('latin1', at, at + 4), data: body.subarray(at + 8, at + 8 + length) });
    at += 8 + length + (length % 2);
  }
  return found;
}

function chunkOf({ type, data }: Chunk): Buffer {
  const chunk = Buffer.alloc(8 + data.length + (data.length % 2));
  chunk.write(type, 0, 'latin1');
  chunk.writeUInt32LE(data.length, 4);
  data.copy(chunk, 8);
  return chunk;
}

function riff(body: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(4 + body.length, 4);
  head.write('WEBP', 8, 'latin1');
  return Buffer.concat([head, body]);
}

function extended([width, height]: Size): Buffer {
  const data = Buffer.alloc(10);
  data[0] = hasAlpha;
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return chunkOf({ type: 'VP8X', data });
}

function canvasOf(data: Buffer): Size {
  if (data.length !== 10) throw new BadPicture('malformed');
  if (((data[0] ?? 0) & isAnimated) !== 0) throw new BadPicture('animated');
  return [data.readUIntLE(4, 3) + 1, data.readUIntLE(7, 3) + 1];
}

/** The head of a key frame of VP8 (RFC 6386 §9.1): three bytes, three of a signature, two of 14 bits with a scale. */
function sizeOfLossy(data: Buffer): Size {
  if (data.length < 10 || ((data[0] ?? 1) & 1) !== 0 || data.readUIntBE(3, 3) !== 0x9d012a) {
    throw new BadPicture('malformed');
  }
  return [data.readUInt16LE(6) & 0x3fff, data.readUInt16LE(8) & 0x3fff];
}

/** The head of a lossless picture (RFC 9649 §3.4): a signature, then 14 bits for each side less one, transparency, version 0. */
function sizeOfLossless(data: Buffer): Size {
  if (data.length < 5 || data[0] !== 0x2f) throw new BadPicture('malformed');
  const bits = data.readUInt32LE(1);
  if (bits >>> 29 !== 0) throw new BadPicture('malformed');
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
}
