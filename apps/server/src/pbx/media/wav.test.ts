import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MediaError } from './media.ts';
import { readWav, repairWav, wavHeader } from './wav.ts';

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
        readWav(Buffer.concat([header.subarray(0, kept), bytes]));
      } catch (error) {
        expect(error).toBeInstanceOf(MediaError);
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
