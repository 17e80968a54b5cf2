import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type S3Double, s3Double } from '../../testing/s3/s3-double.ts';
import { s3Blobs } from '../blobs/s3-blobs.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { copiesFolder, eraseFarFiles, type FarFiles, farFiles, waitingFolder } from './far-files.ts';
import { soonOrNone } from './near-file.ts';
import { openFarFiles } from './open-far-files.ts';

const hasty = { connectMs: 500, answerMs: 500, idleMs: 500, attempts: 1 };
const patience = { timeout: 15_000, interval: 50 };
let database: TestDatabase;
let root: string;
let s3: S3Double;
const open: FarFiles[] = [];
beforeAll(async () => {
  database = await testDatabase();
  root = mkdtempSync(join(tmpdir(), 'sidetone-far-'));
  s3 = await s3Double();
});
beforeEach(async () => {
  s3.mood = 'well';
  s3.objects.clear();
  await database.db.deleteFrom('far_files').execute();
});
afterEach(async () => {
  for (const far of open.splice(0)) await far.stop();
});
afterAll(async () => {
  await s3?.close();
  await database?.drop();
  rmSync(root, { recursive: true, force: true });
});

/** A machine with a disk of its own, or the next life of one. */
function machine(dataDir = mkdtempSync(join(root, 'machine-')), cacheBytes = 10_000_000) {
  const blobs = s3Blobs(s3.config, hasty);
  const far = farFiles({ db: database.db, blobs, dataDir, cacheBytes, log: pino({ level: 'silent' }) });
  open.push(far);
  const recordings = far.of('recordings');
  return {
    dataDir,
    far,
    recordings,
    async record(path: string, bytes: Buffer) {
      const from = join(dataDir, 'recordings', path);
      mkdirSync(join(from, '..'), { recursive: true });
      writeFileSync(from, bytes);
      await recordings.take({ path, accountId: path.split('/')[0] ?? '', from });
    },
    waiting: () => (existsSync(waitingFolder(dataDir)) ? readdirSync(waitingFolder(dataDir)) : []),
    copies: () => (existsSync(copiesFolder(dataDir)) ? readdirSync(copiesFolder(dataDir)) : []),
  };
}
const rows = () => database.db.selectFrom('far_files').select(['state', 'path', 'bytes', 'sha256']).execute();
const read = async (path: string | null) => (path === null ? null : readFileSync(path));

test('what is handed in comes to the bucket below its company, and is read from there by every machine', async () => {
  const bytes = randomBytes(50_000);
  const here = machine();
  await here.record('acc1/2026/11/r1.wav', bytes);
  await vi.waitFor(async () => expect((await rows())[0]?.state).toBe('stored'), patience);
  expect([...s3.objects.keys()]).toEqual([
    expect.stringMatching(/^phones\/acc1\/recordings\/2026\/11\/r1~[0-9a-f]{12}\.wav$/),
  ]);
  expect([...s3.objects.values()][0]?.body.equals(bytes)).toBe(true);
  expect(await rows()).toMatchObject([{ bytes: '50000', sha256: createHash('sha256').update(bytes).digest() }]);
  await vi.waitFor(() => expect(here.waiting()).toEqual([]), patience);
  expect(existsSync(join(here.dataDir, 'recordings/acc1/2026/11/r1.wav'))).toBe(false);

  const there = machine();
  const source = await there.recordings.source('acc1/2026/11/r1.wav');
  if (source === null || typeof source === 'string') throw new Error('It is not far away.');
  expect(source.bytes).toBe(50_000);
  expect(await buffer(await source.open(100, 199))).toEqual(bytes.subarray(100, 200));
  expect(there.copies()).toEqual([]);
  expect(await read(await there.recordings.near('acc1/2026/11/r1.wav'))).toEqual(bytes);
  expect(there.copies()).toHaveLength(1);
  expect(await there.recordings.source('acc1/2026/11/r1.wav')).toEqual(expect.any(String));
  expect(await there.recordings.near('acc1/2026/11/other.wav')).toBeNull();
});

test.each(['busy', 'stalled'] as const)(
  'a file waits while the bucket is %s, can be listened to, and arrives once, whole',
  async (mood) => {
    const bytes = randomBytes(30_000);
    s3.mood = mood;
    const here = machine();
    await here.record('acc1/2026/11/r2.wav', bytes);
    await vi.waitFor(() => expect(here.far.porter.trouble()).not.toBeNull(), patience);
    expect(await here.far.waiting()).toEqual({ count: 1, seconds: expect.any(Number) });
    expect(await read(await here.recordings.near('acc1/2026/11/r2.wav'))).toEqual(bytes);
    await expect(machine().recordings.near('acc1/2026/11/r2.wav')).rejects.toMatchObject({ code: 'AWAY' });

    s3.mood = 'well';
    await vi.waitFor(async () => expect((await rows())[0]?.state).toBe('stored'), patience);
    await vi.waitFor(() => expect(here.far.porter.trouble()).toBeNull(), patience);
    expect(s3.objects.size).toBe(1);
    expect([...s3.objects.values()][0]?.body.equals(bytes)).toBe(true);
  },
);

test('a call does not wait for a sound while the bucket stalls, and has it once that came', async () => {
  const here = machine();
  await here.far.of('hold-music').write('acc1.wav', 'acc1', 'music');
  await here.far.porter.carry();
  const music = machine().far.of('hold-music');
  const away: unknown[] = [];
  const soon = (mostMs: number) => soonOrNone(music.near('acc1.wav'), (error) => away.push(error), mostMs);
  s3.mood = 'stalled';
  expect(await soon(100)).toBeNull();
  expect(away).toMatchObject([{ code: 'AWAY', message: 'The sound did not come in time.' }]);
  s3.mood = 'well';
  await vi.waitFor(async () => expect((await read(await soon(5000)))?.toString()).toBe('music'), patience);
});

test('what waited when its process was killed is sent by the next one', async () => {
  s3.mood = 'busy';
  const bytes = randomBytes(1000);
  const first = machine();
  await first.record('acc1/2026/11/r3.wav', bytes);
  await first.far.stop();
  s3.mood = 'well';
  const next = machine(first.dataDir);
  next.far.start();
  await vi.waitFor(async () => expect((await rows())[0]?.state).toBe('stored'), patience);
  expect([...s3.objects.values()].map(({ body }) => body.equals(bytes))).toEqual([true]);
});

test('a transaction that fails hands in nothing, and the file stays where it was', async () => {
  const here = machine();
  const from = join(here.dataDir, 'kept.wav');
  writeFileSync(from, 'sound');
  const failing = database.db.transaction().execute(async (trx) => {
    await here.recordings.handIn(trx, { path: 'acc1/kept.wav', accountId: 'acc1', from });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await here.far.porter.carry();
  expect([await rows(), s3.objects.size, readFileSync(from, 'utf8')]).toEqual([[], 0, 'sound']);
});

test('what is written again is found in its newest form, and the bucket forgets the older one', async () => {
  const [here, there] = [machine(), machine()];
  const music = (at: typeof here) => at.far.of('hold-music');
  await music(here).write('acc1.wav', 'acc1', 'first');
  await here.far.porter.carry();
  expect((await read(await music(there).near('acc1.wav')))?.toString()).toBe('first');
  await music(there).write('acc1.wav', 'acc1', 'second');
  await there.far.porter.carry();
  expect((await read(await music(here).near('acc1.wav')))?.toString()).toBe('second');
  expect([...s3.objects.values()].map(({ body }) => body.toString())).toEqual(['second']);
  expect(await rows()).toHaveLength(1);
});

test('a file is sent once, also where somebody asks for it while it is under way', async () => {
  const here = machine();
  const names = Array.from({ length: 20 }, (_, at) => `acc1/${at}.wav`);
  const before = s3.asked.length;
  for (const name of names) await here.record(name, randomBytes(10));
  await Promise.all([here.far.porter.carry(), here.far.porter.carry()]);
  const puts = s3.asked.slice(before).filter((asked) => asked.startsWith('PUT '));
  expect([puts.length, new Set(puts).size, s3.objects.size]).toEqual([20, 20, 20]);
});

test('what was removed is found by nobody from then on, and leaves the bucket when that is back', async () => {
  const here = machine();
  await here.record('acc1/2026/11/r4.wav', randomBytes(10));
  await here.record('acc1/2026/11/r5.wav', randomBytes(10));
  await here.far.porter.carry();
  s3.mood = 'busy';
  await here.recordings.remove('acc1/2026/11/r4.wav');
  expect([await here.recordings.near('acc1/2026/11/r4.wav'), here.copies().length]).toEqual([null, 1]);
  expect((await here.recordings.list('', 10)).map(({ path }) => path)).toEqual(['acc1/2026/11/r5.wav']);
  s3.mood = 'well';
  await here.far.porter.carry();
  expect([...s3.objects.keys()]).toEqual([expect.stringContaining('r5~')]);
  expect(await rows()).toHaveLength(1);
});

test('a company that is erased is erased in the bucket, with what nobody knew of; others stay', async () => {
  const here = machine();
  await here.record('acc1/2026/11/r6.wav', randomBytes(10));
  await here.record('acc10/2026/11/r7.wav', randomBytes(10));
  await here.far.porter.carry();
  s3.objects.set('phones/acc1/recordings/stray.wav', { body: Buffer.from('x'), changedAt: new Date() });
  await eraseFarFiles(database.db, 'acc1');
  await here.far.porter.carry();
  expect([...s3.objects.keys()]).toEqual([expect.stringContaining('phones/acc10/')]);
  expect((await rows()).map(({ path }) => path)).toEqual(['acc10/2026/11/r7.wav']);
});

test('copies take no more room than they may', async () => {
  const here = machine();
  for (const name of ['a', 'b', 'c', 'd']) await here.record(`acc1/${name}.wav`, randomBytes(40_000));
  await here.far.porter.carry();
  const there = machine(undefined, 100_000);
  mkdirSync(copiesFolder(there.dataDir), { recursive: true });
  writeFileSync(join(copiesFolder(there.dataDir), 'acc1+recordings+old'), randomBytes(90_000));
  utimesSync(join(copiesFolder(there.dataDir), 'acc1+recordings+old'), new Date(0), new Date(0));
  await there.recordings.near('acc1/a.wav');
  await vi.waitFor(() => expect(there.copies()).toEqual([expect.stringContaining('+a~')]), patience);
});

test('copies that were in use while they became too much go with the next sweep', async () => {
  const here = machine();
  for (const name of ['a', 'b', 'c', 'd']) await here.record(`acc1/${name}.wav`, randomBytes(40_000));
  await here.far.porter.carry();
  await database.db.insertInto('accounts').values({ id: 'acc1', name: 'One', plan: '{}' }).execute();
  for (const name of here.copies()) utimesSync(join(copiesFolder(here.dataDir), name), new Date(0), new Date(0));
  await machine(here.dataDir, 100_000).far.sweep();
  await vi.waitFor(() => expect(here.copies()).toHaveLength(2), patience);
  await database.db.deleteFrom('accounts').execute();
});

test('a file that came to the bucket while its machine could no longer say so is found there', async () => {
  const here = machine();
  const bytes = randomBytes(1000);
  await here.record('acc1/2026/11/r9.wav', bytes);
  await here.far.porter.carry();
  await database.db.updateTable('far_files').set({ state: 'waiting', sha256: null }).execute();
  const there = machine();
  expect(await read(await there.recordings.near('acc1/2026/11/r9.wav'))).toEqual(bytes);
  s3.objects.clear();
  await expect(machine().recordings.near('acc1/2026/11/r9.wav')).rejects.toMatchObject({ code: 'AWAY' });
});

test('what a killed process was writing is removed once nobody can be at it any more', async () => {
  const here = machine();
  mkdirSync(waitingFolder(here.dataDir), { recursive: true });
  for (const name of ['old.new', 'young.new']) writeFileSync(join(waitingFolder(here.dataDir), name), 'half');
  utimesSync(join(waitingFolder(here.dataDir), 'old.new'), new Date(0), new Date(0));
  await here.far.porter.carry();
  expect(here.waiting()).toEqual(['young.new']);
});

test('a server whose files lie in S3 does not start without it, and says how to bring them back', async () => {
  const here = machine();
  const opened = () =>
    openFarFiles({
      db: database.db,
      config: { dataDir: here.dataDir, files: undefined },
      log: pino({ level: 'silent' }),
    });
  expect(await opened()).toBeUndefined();
  await here.record('acc1/2026/11/r8.wav', randomBytes(10));
  await expect(opened()).rejects.toThrow(/^Files of this database lie in S3, but FILES is not set\./);
});
