import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leftSide } from './left-side.ts';
import { openWav } from './open-wav.ts';
import { repairWav } from './repair-wav.ts';
import { readMono, readWav, WavError, wavHeader, wavOf } from './wav.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wav-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const stereo = { sampleRate: 16_000, channels: 2 };

test('a header is read as it was written, also behind other chunks', () => {
  const header = wavHeader(stereo, 400);
  const shape = { ...stereo, bitsPerSample: 16, dataLength: 400 };
  expect(readWav(header)).toEqual({ ...shape, dataStart: 44 });
  const title = Buffer.concat([Buffer.from('LIST'), Buffer.from([3, 0, 0, 0]), Buffer.from('abc\0')]);
  expect(readWav(Buffer.concat([header.subarray(0, 36), title, header.subarray(36)]))).toEqual({
    ...shape,
    dataStart: 56,
  });
});

test('whatever is no WAV file is refused with its code and never reads past the end', () => {
  const header = wavHeader(stereo, 400);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(44), (bytes, kept) => {
      try {
        const file = Buffer.concat([header.subarray(0, kept), bytes]);
        readWav(file);
        readMono(file);
      } catch (error) {
        expect(error).toBeInstanceOf(WavError);
        expect(error).toMatchObject({ code: 'BAD_SOUND_FILE' });
      }
    }),
  );
  const packed = wavHeader(stereo, 0);
  packed.writeUInt16LE(85, 20); // MP3
  expect(() => readWav(packed)).toThrow('compressed');
});

test('a file that was cut off in the middle of a sample is whole again, a whole one stays as it is', async () => {
  const path = join(folder, 'cut.wav');
  writeFileSync(path, Buffer.concat([wavHeader(stereo, 0), Buffer.alloc(64_000, 7)]));
  truncateSync(path, 44 + 32_003);
  expect(await repairWav(path)).toEqual({ durationMs: 500 });
  const repaired = readFileSync(path);
  expect(readWav(repaired)).toMatchObject({ dataStart: 44, dataLength: 32_000 });
  expect([repaired.length, repaired.readUInt32LE(4)]).toEqual([32_044, 32_036]);
  expect(await repairWav(path)).toEqual({ durationMs: 500 });
  expect(readFileSync(path).equals(repaired)).toBe(true);
});

test('what cannot be repaired is told', async () => {
  const path = join(folder, 'text.wav');
  writeFileSync(path, 'hello');
  await expect(repairWav(path)).rejects.toMatchObject({ code: 'BAD_SOUND_FILE' });
  await expect(repairWav(join(folder, 'none.wav'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('the samples of a file come back as they were written, each channel in its place', async () => {
  const [left, right] = [Int16Array.from([1, -2, 32_767]), Int16Array.from([-32_768, 5, 0])];
  const file = wavOf([left, right], 8000);
  expect(readWav(file)).toMatchObject({ sampleRate: 8000, channels: 2, dataLength: 12 });
  const path = join(folder, 'both.wav');
  writeFileSync(path, file);
  const sound = await openWav(path);
  expect([sound.sampleRate, sound.length]).toEqual([8000, 3]);
  expect(await sound.read(2)).toEqual({ left: left.subarray(0, 2), right: right.subarray(0, 2) });
  expect(await sound.read(100)).toEqual({ left: left.subarray(2), right: right.subarray(2) });
  expect(await sound.read(100)).toEqual({ left: new Int16Array(0), right: new Int16Array(0) });
  await sound.close();
  expect(await leftSide(path)).toEqual({ wav: wavOf([left], 8000), seconds: 3 / 8000 });
  expect((await leftSide(path, 2 / 8000)).wav).toEqual(wavOf([left.subarray(0, 2)], 8000));
});

test('a recording whose header was never finished is read to its last whole sample', async () => {
  const path = join(folder, 'unfinished.wav');
  writeFileSync(path, Buffer.concat([wavHeader(stereo, 0), Buffer.alloc(4003)]));
  const sound = await openWav(path);
  expect(sound.length).toBe(1000);
  await sound.close();
});

test.each([
  ['one channel', wavOf([new Int16Array(10)], 8000), 'not a recording: not two channels of 16 bits'],
  ['a text', Buffer.from('this is no sound at all'), 'not a recording: this is no WAV file'],
  ['a large picture before the sound', pictured(1 << 16), 'not a recording: the WAV file has no samples'],
])('%s is no recording', async (_what, bytes, why) => {
  const path = join(folder, 'strange.wav');
  writeFileSync(path, bytes);
  await expect(openWav(path)).rejects.toThrow(why);
  await expect(leftSide(path)).rejects.toBeInstanceOf(WavError);
});

test('a size that reaches far past the end is taken for the end', () => {
  const file = wavOf([Int16Array.from([16_384, -16_384])], 8000);
  file.writeUInt32LE(0xffff_ffff, 40);
  expect(readWav(file).dataLength).toBe(0xffff_ffff);
  expect(readMono(file).samples).toEqual(Float32Array.from([0.5, -0.5]));
  const skipped = pictured(4);
  skipped.writeUInt32LE(0xffff_ffff, 40);
  expect(() => readWav(skipped)).toThrow('no samples');
});

test('what follows the samples is no sound', () => {
  const file = wavOf([Int16Array.from([16_384])], 8000);
  const title = Buffer.from('LIST\x04\0\0\0abc\0', 'latin1');
  expect(readMono(Buffer.concat([file, title])).samples).toEqual(Float32Array.from([0.5]));
});

test('two channels become one', () => {
  const half = 16_384;
  const both = wavOf([Int16Array.from([half, half]), Int16Array.from([-half, 0])], 8000);
  expect(readMono(both)).toEqual({ samples: Float32Array.from([0, 0.25]), sampleRate: 8000 });
});

test.each([
  ['8 bits', 1, 8, Buffer.from([0, 128, 192])],
  ['24 bits', 1, 24, Buffer.from([0, 0, 0x80, 0, 0, 0, 0, 0, 0x40])],
  ['32 bits', 1, 32, Buffer.from([0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0x40])],
  ['floats', 3, 32, Buffer.from(Float32Array.from([-1, 0, 0.5]).buffer)],
])('samples of %s are read, also where the format is named in the long form', (_what, coding, bits, data) => {
  const short = Buffer.concat([wavHeader({ sampleRate: 8000, channels: 1 }, data.length), data]);
  short.writeUInt16LE(coding, 20);
  short.writeUInt16LE(bits, 34);
  const guid = Buffer.alloc(24);
  guid.writeUInt16LE(coding, 8);
  const long = Buffer.concat([short.subarray(0, 36), guid, short.subarray(36)]);
  long.writeUInt32LE(40, 16);
  long.writeUInt16LE(0xfffe, 20);
  for (const file of [short, long]) expect(readMono(file).samples).toEqual(Float32Array.from([-1, 0, 0.5]));
  if (coding === 3) expect(() => readWav(long)).toThrow('compressed');
  else expect(readWav(long)).toMatchObject({ bitsPerSample: bits, dataStart: 68 });
});

test.each([
  ['ADPCM', 20, 17],
  ['no channels', 22, 0],
  ['no rate', 24, 0],
  ['twelve bits', 34, 12],
])('samples of %s are refused', (_what, at, value) => {
  const file = wavOf([new Int16Array(100)], 8000);
  file.writeUInt16LE(value, at);
  expect(() => readMono(file)).toThrow('take PCM');
});

/** A recording with a picture of so many bytes before its sound. */
function pictured(length: number): Buffer {
  const file = wavOf([new Int16Array(10), new Int16Array(10)], 8000);
  const picture = Buffer.alloc(8 + length);
  picture.write('PICT', 0, 'latin1');
  picture.writeUInt32LE(length, 4);
  return Buffer.concat([file.subarray(0, 36), picture, file.subarray(36)]);
}
