import { BadPicture, type CleanPicture } from './bad-picture.ts';

/** Markers of ITU-T T.81 table B.1. */
const marker = { startOfImage: 0xd8, endOfImage: 0xd9, startOfScan: 0xda, adobe: 0xee } as const;

/** Ways of packing that browsers read: baseline, extended, progressive; each with Huffman tables. */
const frames = [0xc0, 0xc1, 0xc2];
/** Tables that the pixels need: Huffman, quantisation, restart interval. */
const tables = [0xc4, 0xdb, 0xdd];
/** Segments that tell about the picture: APP0 to APP15, comments. */
const isAbout = (code: number): boolean => (code >= 0xe0 && code <= 0xef) || code === 0xfe;

/** More scans than any encoder writes: each costs a browser that draws it a pass over all pixels. */
const mostScans = 32;

/**
 * Reads a JPEG segment by segment and writes it again with nothing but what is drawn: no EXIF, texts, profiles, and nothing
 * behind its end. `mayMeasure` refuses sizes. Throws `BadPicture`.
 */
export function cleanJpeg(file: Buffer, mayMeasure: (width: number, height: number) => void): CleanPicture {
  const out: Buffer[] = [Buffer.from([0xff, marker.startOfImage])];
  let size: { width: number; height: number } | null = null;
  let scans = 0;
  for (let at = 2; ; ) {
    const { code, payload, end } = segmentAt(file, at);
    at = end;
    if (code === marker.endOfImage) break;
    const segment = Buffer.concat([Buffer.from([0xff, code]), lengthOf(payload), payload]);
    if (code === marker.startOfScan) {
      scans += 1;
      if (size === null || scans > mostScans) throw new BadPicture('malformed');
      at = endOfScan(file, end);
      out.push(segment, file.subarray(end, at));
    } else if (frames.includes(code)) {
      if (size !== null) throw new BadPicture('malformed');
      size = frameOf(payload);
      mayMeasure(size.width, size.height);
      out.push(segment);
    } else if (tables.includes(code) || (code === marker.adobe && isColourTransform(payload))) {
      out.push(segment);
    } else if (!isAbout(code)) {
      throw new BadPicture('malformed');
    }
  }
  if (size === null || scans === 0) throw new BadPicture('malformed');
  out.push(Buffer.from([0xff, marker.endOfImage]));
  return { type: 'image/jpeg', bytes: Buffer.concat(out), width: size.width, height: size.height };
}

/** The segment at a place; any number of 0xff may stand before a marker (T.81 §B.1.1.2). */
function segmentAt(file: Buffer, at: number): { code: number; payload: Buffer; end: number } {
  let start = at;
  if (file[start] !== 0xff) throw new BadPicture('malformed');
  while (file[start] === 0xff) start += 1;
  const code = file[start];
  if (code === undefined || code === 0) throw new BadPicture('malformed');
  if (code === marker.endOfImage) return { code, payload: Buffer.alloc(0), end: start + 1 };
  if (start + 3 > file.length) throw new BadPicture('malformed');
  const end = start + 1 + file.readUInt16BE(start + 1);
  if (end < start + 3 || end > file.length) throw new BadPicture('malformed');
  return { code, payload: file.subarray(start + 3, end), end };
}

function lengthOf(payload: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(payload.length + 2);
  return length;
}

/** Eight bits for each of one or three components, the way browsers draw them; a size of zero would come later (DNL). */
function frameOf(payload: Buffer): { width: number; height: number } {
  const components = payload[5] ?? 0;
  const isWellFormed = (components === 1 || components === 3) && payload.length === 6 + 3 * components;
  if (!isWellFormed || payload[0] !== 8) throw new BadPicture('malformed');
  return { width: payload.readUInt16BE(3), height: payload.readUInt16BE(1) };
}

/** Says how colours are to be read, and has room for nothing else. */
const isColourTransform = (payload: Buffer): boolean =>
  payload.length === 12 && payload.toString('latin1', 0, 5) === 'Adobe';

/** Where the packed pixels end: at a marker that is no restart; 0xff 0x00 is a byte of them (T.81 §B.1.1.5). */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at !== -1; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1];
    if (next === undefined) break;
    const isOfPixels = next === 0 || (next >= 0xd0 && next <= 0xd7) || next === 0xff;
    if (!isOfPixels) return at;
  }
  throw new BadPicture('malformed');
}
