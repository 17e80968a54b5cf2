import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type S3Double, s3Double } from '../../testing/s3/s3-double.ts';
import { type BlobError, type Blobs, maxPartBytes } from './blobs.ts';
import { s3Blobs } from './s3-blobs.ts';

const hasty = { connectMs: 500, answerMs: 500, idleMs: 500, attempts: 2 };
let s3: S3Double;
const opened = (): Blobs => s3Blobs({ ...s3.config, prefix: `run-${randomBytes(4).toString('hex')}/` }, hasty);
beforeAll(async () => {
  s3 = await s3Double();
});
beforeEach(() => {
  s3.mood = 'well';
});
afterAll(async () => {
  await s3?.close();
});

const from = (bytes: Buffer) => Readable.from(bytes.length === 0 ? [] : [bytes]);
const keysOf = async (blobs: Blobs, prefix: string, after?: string) => {
  const keys: string[] = [];
  for await (const { key } of blobs.list(prefix, after)) keys.push(key);
  return keys;
};
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: BlobError) => error.code,
  );

test('what was put is there as it was, also in ranges, until it is removed', async () => {
  const blobs = opened();
  await blobs.check();
  const bytes = randomBytes(100_000);
  const written = await blobs.put('acc1/recordings/2026/11/r1.wav', from(bytes));
  expect(written).toEqual({ bytes: 100_000, sha256: createHash('sha256').update(bytes).digest() });
  expect(await blobs.stat('acc1/recordings/2026/11/r1.wav')).toMatchObject({ bytes: 100_000 });
  expect(await buffer(await blobs.get('acc1/recordings/2026/11/r1.wav'))).toEqual(bytes);
  const range = { from: 10, to: 19 };
  expect(await buffer(await blobs.get('acc1/recordings/2026/11/r1.wav', range))).toEqual(bytes.subarray(10, 20));
  expect(await buffer(await blobs.get('acc1/recordings/2026/11/r1.wav', { from: 99_990 }))).toHaveLength(10);

  await blobs.put('acc1/recordings/2026/11/r1.wav', from(Buffer.alloc(0)));
  expect(await blobs.stat('acc1/recordings/2026/11/r1.wav')).toMatchObject({ bytes: 0 });
  await blobs.remove('acc1/recordings/2026/11/r1.wav');
  await blobs.remove('acc1/recordings/2026/11/r1.wav');
  expect(await blobs.stat('acc1/recordings/2026/11/r1.wav')).toBeNull();
  expect(await codeOf(blobs.get('acc1/recordings/2026/11/r1.wav'))).toBe('MISSING');
  blobs.close();
});

test('names are listed in order by their beginning, and go on where one left off', async () => {
  const blobs = opened();
  const names = ['a1/music.wav', 'a1/r/1.wav', 'a1/r/2.wav', 'a1-b/x', 'a10/r/1.wav', 'b/y'];
  for (const name of names) await blobs.put(name, from(Buffer.from(name)));
  expect(await keysOf(blobs, '')).toEqual([...names].sort());
  expect(await keysOf(blobs, 'a1/')).toEqual(['a1/music.wav', 'a1/r/1.wav', 'a1/r/2.wav']);
  expect(await keysOf(blobs, 'a1/', 'a1/r/1.wav')).toEqual(['a1/r/2.wav']);
  expect(await keysOf(blobs, '', 'a10/r/1.wav')).toEqual(['b/y']);
  for (const odd of ['../x', 'a//b', '/a', 'a/../b', 'a/.part', '', 'a b', 'a/\0', `a/${'x'.repeat(300)}`]) {
    await expect(blobs.put(odd, from(Buffer.from('x'))), odd).rejects.toThrow(RangeError);
  }
  blobs.close();
});

test('what breaks off on its way leaves what was there before', async () => {
  const blobs = opened();
  await blobs.put('a/kept.wav', from(Buffer.from('before')));
  const broken = Readable.from(
    (async function* () {
      yield randomBytes(10_000);
      throw new Error('the disk is gone');
    })(),
  );
  await expect(blobs.put('a/kept.wav', broken)).rejects.toThrow();
  expect((await buffer(await blobs.get('a/kept.wav'))).toString()).toBe('before');
  expect(await keysOf(blobs, '')).toEqual(['a/kept.wav']);
  blobs.close();
});

test('what is larger than a part goes in several, and arrives whole', async () => {
  const blobs = opened();
  const bytes = randomBytes(maxPartBytes + 1000);
  await blobs.put('a/large.wav', from(bytes));
  expect((await buffer(await blobs.get('a/large.wav'))).equals(bytes)).toBe(true);
  blobs.close();
});

test('a service that is busy, silent or gone is away; one that does not let us in refuses', async () => {
  const blobs = opened();
  await blobs.put('a/1', from(Buffer.from('one')));
  for (const mood of ['busy', 'stalled'] as const) {
    s3.mood = mood;
    expect(await codeOf(blobs.check()), mood).toBe('AWAY');
    expect(await codeOf(blobs.put('a/2', from(Buffer.from('two')))), mood).toBe('AWAY');
    expect(await codeOf(blobs.get('a/1')), mood).toBe('AWAY');
    expect(await codeOf(blobs.stat('a/1')), mood).toBe('AWAY');
  }
  s3.mood = 'well';
  expect(await keysOf(blobs, '')).toEqual(['a/1']);
  s3.mood = 'cut';
  await expect(blobs.get('a/1').then(buffer)).rejects.toThrow();
  s3.mood = 'well';
  const wrong = s3Blobs({ ...s3.config, secretAccessKey: 'another' }, hasty);
  expect(await codeOf(wrong.check())).toBe('REFUSED');
  const nowhere = s3Blobs({ ...s3.config, bucket: 'no-such-bucket' }, hasty);
  expect(await codeOf(nowhere.check())).toBe('REFUSED');
  const gone = s3Blobs({ ...s3.config, endpoint: 'http://127.0.0.1:1' }, hasty);
  expect(await codeOf(gone.check())).toBe('AWAY');
  for (const each of [blobs, wrong, nowhere, gone]) each.close();
});
