import { deflateSync } from 'node:zlib';
import { userPictureMaxBytes } from '@sidetone/contract/rules/user-picture.ts';
import { describe, expect, test } from 'vitest';
import { BadPicture } from './bad-picture.ts';
import { cleanPicture } from './clean-picture.ts';
import { pngChunk, somePicture, somePng } from './testing/some-pictures.ts';

const faultOf = (file: Buffer) =>
  cleanPicture(file).then(
    () => 'taken',
    (error: unknown) => (error instanceof BadPicture ? error.fault : error),
  );

const secret = 'Point of the photo: 53.55, 9.99';
const text = pngChunk('tEXt', Buffer.from(`Comment\0${secret}`));

describe('PNG', () => {
  test('what tells about the picture is left out, what is drawn stays', async () => {
    const before = [text, pngChunk('eXIf', Buffer.from(secret)), pngChunk('iCCP', Buffer.from(secret))];
    const file = somePng({ before, behind: Buffer.from(`PK\u0003\u0004 a zip behind it, ${secret}`) });
    const { bytes, ...about } = await cleanPicture(file);
    expect(about).toEqual({ type: 'image/png', width: 16, height: 16 });
    expect(bytes.includes(secret)).toBe(false);
    expect(bytes.subarray(-8, -4).toString()).toBe('IEND');
    // Nothing more to leave out.
    expect((await cleanPicture(bytes)).bytes).toEqual(bytes);
  });

  test('the palette and its transparency stay', async () => {
    const header = Buffer.from([0, 0, 0, 16, 0, 0, 0, 16, 1, 3, 0, 0, 0]);
    const chunks = [
      somePng().subarray(0, 8),
      pngChunk('IHDR', header),
      pngChunk('PLTE', Buffer.alloc(6, 7)),
      pngChunk('tRNS', Buffer.of(0)),
      pngChunk('IDAT', deflateSync(Buffer.alloc(16 * 3))),
      pngChunk('IEND'),
    ];
    expect((await cleanPicture(Buffer.concat(chunks))).bytes).toEqual(Buffer.concat(chunks));
  });

  test('an interlaced one is measured by its passes', async () => {
    // Widths and heights of the seven passes over 16 by 16.
    const passes = [[2, 2], [2, 2], [4, 2], [4, 4], [8, 4], [8, 8], [16, 8]] as const; // biome-ignore format: a table
    const size = passes.reduce((sum, [width, height]) => sum + height * (1 + width * 3), 0);
    expect(await faultOf(somePng({ isInterlaced: true, packed: deflateSync(Buffer.alloc(size)) }))).toBe('taken');
    expect(await faultOf(somePng({ isInterlaced: true }))).toBe('malformed');
  });

  test.each([
    ['cut off anywhere', () => somePng().subarray(0, -20), 'malformed'],
    ['cut off in its signature', () => somePng().subarray(0, 10), 'malformed'],
    ['a wrong checksum', () => flipped(somePng(), -1), 'malformed'],
    ['no pixels', () => somePng({ packed: Buffer.alloc(0) }), 'malformed'],
    ['fewer pixels than it says', () => somePng({ packed: deflateSync(Buffer.alloc(100)) }), 'malformed'],
    ['ten million bytes of pixels', () => somePng({ packed: deflateSync(Buffer.alloc(10_000_000)) }), 'malformed'],
    ['something packed behind the pixels', () => somePng({ packed: withTail() }), 'malformed'],
    ['a filter that does not exist', () => somePng({ packed: deflateSync(Buffer.alloc(16 * 49, 9)) }), 'malformed'],
    ['100,000 by 100,000 pixels', () => somePng({ width: 100_000, packed: Buffer.alloc(9) }), 'size'],
    ['4,294,967,295 pixels a side', () => somePng({ width: 0xffffffff, packed: Buffer.alloc(9) }), 'size'],
    ['no width', () => somePng({ width: 0, packed: Buffer.alloc(9) }), 'size'],
    ['513 pixels a side', () => somePng({ width: 513 }), 'size'],
    ['15 pixels a side', () => somePng({ width: 15 }), 'size'],
    ['not square', () => somePng({ width: 32, height: 16 }), 'size'],
    ['animated', () => somePng({ before: [pngChunk('acTL', Buffer.alloc(8))] }), 'animated'],
    ['a chunk that nobody knows and that matters', () => somePng({ before: [pngChunk('XYZW')] }), 'malformed'],
    ['a second header', () => somePng({ before: [somePng().subarray(8, 33)] }), 'malformed'],
    [
      'pixels before the header',
      () => Buffer.concat([somePng().subarray(0, 8), text, somePng().subarray(8)]),
      'malformed',
    ],
  ])('refused: %s', async (_what, file, fault) => {
    expect(await faultOf(file())).toBe(fault);
  });

  test('512 pixels a side are taken', async () => {
    expect(await cleanPicture(somePng({ width: 512 }))).toMatchObject({ width: 512, height: 512 });
  });
});

const withTail = () => Buffer.concat([deflateSync(Buffer.alloc(16 * 49)), Buffer.from(secret)]);

describe('JPEG', () => {
  const jpeg = somePicture('jpeg');
  const segment = (code: number, payload: Buffer) =>
    Buffer.concat([Buffer.of(0xff, code, (payload.length + 2) >> 8, (payload.length + 2) & 0xff), payload]);
  const withSegment = (code: number, payload: Buffer) =>
    Buffer.concat([jpeg.subarray(0, 2), segment(code, payload), jpeg.subarray(2)]);
  const frameAt = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  const sized = (width: number, height: number) => {
    const file = Buffer.from(jpeg);
    file.writeUInt16BE(height, frameAt + 5);
    file.writeUInt16BE(width, frameAt + 7);
    return file;
  };

  test('what tells about the picture is left out, and what stands behind its end', async () => {
    const exif = withSegment(0xe1, Buffer.from(`Exif\0\0${secret}`));
    const file = Buffer.concat([
      exif.subarray(0, 2),
      segment(0xfe, Buffer.from(secret)),
      exif.subarray(2),
      Buffer.from(secret),
    ]);
    const { bytes, ...about } = await cleanPicture(file);
    expect(about).toEqual({ type: 'image/jpeg', width: 16, height: 16 });
    expect([secret, 'ICC_PROFILE', 'JFIF'].filter((word) => bytes.includes(word))).toEqual([]);
    expect(bytes.subarray(-2)).toEqual(Buffer.of(0xff, 0xd9));
    expect((await cleanPicture(bytes)).bytes).toEqual(bytes);
    // The packed pixels are as they were.
    const scanAt = jpeg.indexOf(Buffer.from([0xff, 0xda]));
    expect(bytes.includes(jpeg.subarray(scanAt))).toBe(true);
  });

  test.each([
    ['cut off in its pixels', () => jpeg.subarray(0, -4), 'malformed'],
    ['cut off in a table', () => jpeg.subarray(0, frameAt - 20), 'malformed'],
    ['nothing but its beginning', () => jpeg.subarray(0, 3), 'malformed'],
    ['an end without pixels', () => Buffer.of(0xff, 0xd8, 0xff, 0xd9), 'malformed'],
    ['65,535 by 65,535 pixels', () => sized(65_535, 65_535), 'size'],
    ['a height that comes later', () => sized(16, 0), 'size'],
    ['not square', () => sized(16, 17), 'size'],
    ['packed without loss', () => changed(jpeg, frameAt + 1, 0xc3), 'malformed'],
    ['packed arithmetically', () => changed(jpeg, frameAt + 1, 0xc9), 'malformed'],
    ['12 bits', () => changed(jpeg, frameAt + 4, 12), 'malformed'],
    ['four colours', () => changed(jpeg, frameAt + 9, 4), 'malformed'],
    ['pixels before the frame', () => withSegment(0xda, Buffer.alloc(10)), 'malformed'],
    [
      'a segment of no length',
      () => Buffer.concat([jpeg.subarray(0, 2), Buffer.of(0xff, 0xe1, 0, 0), jpeg.subarray(2)]),
      'malformed',
    ],
    ['a length beyond the end', () => changed(jpeg, 4, 0xff), 'malformed'],
    ['a thousand scans', () => manyScans(), 'malformed'],
  ])('refused: %s', async (_what, file, fault) => {
    expect(await faultOf(file())).toBe(fault);
  });

  const manyScans = () => {
    const scan = jpeg.subarray(jpeg.indexOf(Buffer.from([0xff, 0xda])), -2);
    return Buffer.concat([jpeg.subarray(0, -2), ...Array.from({ length: 1000 }, () => scan), jpeg.subarray(-2)]);
  };
});

describe('WebP', () => {
  const riff = (...chunks: Buffer[]) => {
    const body = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
    const head = Buffer.from('RIFF\0\0\0\0');
    head.writeUInt32LE(body.length, 4);
    return Buffer.concat([head, body]);
  };
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.from(`${type}\0\0\0\0`);
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
  };
  const file = somePicture('webp');

  test.each(['webp', 'webpAlpha', 'webpLossless'] as const)('of %s what is drawn stays', async (kind) => {
    const given = somePicture(kind);
    const { bytes, ...about } = await cleanPicture(Buffer.concat([given, Buffer.from(secret)]));
    expect(about).toEqual({ type: 'image/webp', width: 16, height: 16 });
    expect([secret, 'ICCP', 'acsp'].filter((word) => bytes.includes(word))).toEqual([]);
    expect(bytes.includes('ALPH')).toBe(given.includes('ALPH'));
    expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
    expect((await cleanPicture(bytes)).bytes).toEqual(bytes);
  });

  test('places and cameras are left out', async () => {
    const picture = file.subarray(file.indexOf('VP8 '));
    const canvas = file.subarray(12, 30);
    const about = [chunk('EXIF', Buffer.from(secret)), chunk('XMP ', Buffer.from(secret))];
    expect((await cleanPicture(riff(canvas, ...about, picture, ...about))).bytes.includes(secret)).toBe(false);
  });

  test.each([
    ['cut off', () => file.subarray(0, -10), 'malformed'],
    ['nothing in it', () => riff(), 'malformed'],
    ['a canvas alone', () => riff(file.subarray(12, 30)), 'malformed'],
    ['animated by its flag', () => changed(file, 20, 0x22), 'animated'],
    ['animated by a chunk', () => riff(file.subarray(12, 30), chunk('ANIM', Buffer.alloc(6))), 'animated'],
    ['another size than its canvas', () => changed(file, 24, 99), 'malformed'],
    ['16,384 by 16,384 pixels', () => riff(chunk('VP8L', Buffer.of(0x2f, 0xff, 0xff, 0xff, 0x0f))), 'size'],
    ['a lossless one of another version', () => riff(chunk('VP8L', Buffer.of(0x2f, 15, 0xc0, 3, 0xe0))), 'malformed'],
    ['no key frame', () => riff(chunk('VP8 ', Buffer.alloc(20, 1))), 'malformed'],
    ['two pictures', () => riff(...Array.from({ length: 2 }, () => file.subarray(file.indexOf('VP8 ')))), 'malformed'],
    ['a chunk beyond the end', () => riff(chunk('VP8 ', Buffer.alloc(20)).subarray(0, 20)), 'malformed'],
  ])('refused: %s', async (_what, given, fault) => {
    expect(await faultOf(given())).toBe(fault);
  });
});

const changed = (file: Buffer, at: number, byte: number) => {
  const copy = Buffer.from(file);
  copy[at] = byte;
  return copy;
};
const flipped = (file: Buffer, at: number) => changed(file, file.length + at, (file.at(at) ?? 0) ^ 1);

test.each([
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['GIF', 'GIF89a\u0001\u0000\u0001\u0000'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['PDF', '%PDF-1.7'],
  ['nothing', ''],
])('refused: %s', async (_what, text) => {
  expect(await faultOf(Buffer.from(text))).toBe('otherKind');
});

test('refused: more bytes than a picture may have', async () => {
  const padding = pngChunk('tEXt', Buffer.alloc(userPictureMaxBytes));
  expect(await faultOf(somePng({ before: [padding] }))).toBe('tooManyBytes');
});

test('no damage makes it throw anything else, or take what the limits forbid', async () => {
  for (const file of [somePng(), somePicture('jpeg'), somePicture('webpAlpha'), somePicture('webpLossless')]) {
    for (let at = 0; at < file.length; at++) {
      for (const byte of [0, 0xff, (file[at] ?? 0) ^ 0x10]) {
        const outcome = await cleanPicture(changed(file, at, byte)).catch((error: unknown) => error);
        if (outcome instanceof BadPicture) continue;
        expect(outcome).toMatchObject({ width: expect.any(Number) });
        const { width, height } = outcome as { width: number; height: number };
        expect(width === height && width >= 16 && width <= 512).toBe(true);
      }
    }
  }
});
