import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { wavOf } from '@sidetone/wav/wav.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDemo } from '../../demo/create-demo.ts';
import { BlobError } from '../../storage/blobs/blobs.ts';
import { sealingKey } from '../../storage/secret-box.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { s3Double } from '../../testing/s3/s3-double.ts';
import { writeBackup } from '../back-up.ts';
import { folderPlace } from '../places/folder-place.ts';
import { openPlace } from '../places/open-place.ts';
import { dropThrowAways, withThrowAway } from '../verify/throw-away.ts';
import { verifyBackup } from '../verify/verify-backup.ts';
import { keepBackingUp, lookOnce } from './keep-backing-up.ts';
import { backupRuns, type Run } from './runs.ts';

const root = mkdtempSync(join(tmpdir(), 'sidetone-schedule-'));
const dataDir = join(root, 'data');
const safe = join(root, 'safe');
const passphrase = 'seven grey herons';
let database: TestDatabase;
beforeAll(async () => {
  mkdirSync(dataDir);
  mkdirSync(safe);
  database = await testDatabase();
  sealingKey(dataDir);
  await createDemo(database.db, dataDir, new Date());
}, 120_000);
afterAll(async () => {
  await database.drop();
  rmSync(root, { recursive: true });
});

type Parts = Parameters<typeof keepBackingUp>[0];
const partsOf = (change: Partial<Parts> = {}): Parts => ({
  db: database.db,
  dataDir,
  release: '0.0.1',
  node: 'node-1',
  place: folderPlace(safe),
  schedule: { at: { hour: 0, minute: 0 }, keep: { days: 2, weeks: 0, months: 0 }, verify: 'no', passphrase },
  mostDays: async () => null,
  verify: async (file, signal) => await verifyBackup(join(safe, file), passphrase, { url: database.url, signal }),
  log: pino({ level: 'silent' }),
  workFactor: 10,
  ...change,
});
const look = (now: string, change: Partial<Parts> = {}) =>
  lookOnce(partsOf(change), new AbortController().signal, new Date(now));
const runs = async (kind: Run['kind'] = 'backup') =>
  (await backupRuns(database.db).all()).filter((run) => run.kind === kind);
const forget = () => sql`delete from backup_runs`.execute(database.db);
/** Takes a while to copy, and no room on the disk. */
const large = () => {
  writeFileSync(join(dataDir, 'user-assets'), '');
  truncateSync(join(dataDir, 'user-assets'), 80_000_000);
};
const names = () => readdirSync(safe).sort();
const isBeingMade = async () =>
  (
    await sql`select from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())
      and classid = hashtext('sidetone')::oid and objid = hashtext('backup')::oid`.execute(database.db)
  ).rows.length > 0;
const throwAways = async () =>
  (
    await sql<{ name: string }>`select datname as name from pg_database
      where starts_with(datname, 'sidetone_try_' || (select oid from pg_database where datname = current_database()))`.execute(
      database.db,
    )
  ).rows.length;
let place: Parameters<typeof openPlace>[0] = { kind: 'folder', folder: safe };
const process2 = (...more: string[]): ChildProcess =>
  fork(fileURLToPath(new URL('../../testing/schedule-process.ts', import.meta.url)), [
    database.url,
    dataDir,
    JSON.stringify(place),
    ...more,
  ]);

test('each night has a backup, of which those stay that the rule keeps, and one a week is looked into', async () => {
  const weekly = { schedule: { ...partsOf().schedule, verify: 'weekly' as const } };
  for (const day of ['10', '11', '12', '13']) await look(`2026-11-${day}T00:01`, weekly);
  // Nothing is due twice in a night.
  await look('2026-11-13T05:00', weekly);
  expect((await runs()).map(({ state }) => state)).toEqual(['ready', 'ready', 'gone', 'gone']);
  expect(names()).toHaveLength(2);
  const [looked, ...others] = await runs('verification');
  expect([looked, others]).toMatchObject([{ state: 'ready', failure: null, hasFound: true }, []]);
  expect(await throwAways()).toBe(0);
  // Somebody else's backups in the same folder are theirs.
  writeFileSync(join(safe, 'sidetone-20200101-000000-000.age'), 'of another server');
  await look('2026-11-14T00:01', weekly);
  expect(names()).toContain('sidetone-20200101-000000-000.age');
  rmSync(join(safe, 'sidetone-20200101-000000-000.age'));
}, 120_000);

test('what fails is shown and tried again, takes no good backup away, and leaves no half of one', async () => {
  const before = names();
  const gone = folderPlace(join(root, 'not-mounted'));
  await look('2026-11-16T00:01', { place: { ...gone, shown: safe, bytesOf: async () => null } });
  expect((await runs())[0]).toMatchObject({ state: 'failed', failure: expect.stringContaining('NO_PLACE') });
  await look('2026-11-16T00:03');
  expect(names()).toEqual(before);
  await vi.waitFor(async () => {
    await look(new Date(Date.now() + 600_000).toISOString());
    expect((await runs())[0]).toMatchObject({ state: 'ready' });
  });
  expect(names().filter((name) => name.endsWith('.part'))).toEqual([]);
}, 60_000);

test('one that is stopped half-way leaves nothing, and the next look makes it', async () => {
  await forget();
  large();
  for (const name of names()) rmSync(join(safe, name));
  const backingUp = keepBackingUp(partsOf());
  await vi.waitFor(() => expect(names()).toHaveLength(1), { timeout: 20_000, interval: 1 });
  await backingUp.stop();
  expect(names()).toEqual([]);
  // The transaction that it read in ends a moment later.
  await vi.waitFor(async () => expect(await isBeingMade()).toBe(false), 5_000);
  // Not immediately: a server that cannot stay up would do nothing else.
  await look(new Date().toISOString());
  expect((await runs()).map(({ state }) => state)).toEqual(['failed']);
  await look(new Date(Date.now() + 600_000).toISOString());
  expect((await runs()).map(({ state, failure }) => [state, failure])).toMatchObject([
    ['ready', null],
    ['failed', expect.any(String)],
  ]);
}, 90_000);

test('two servers make one backup, and one that is killed half-way is made by the other', async () => {
  await forget();
  for (const name of names()) rmSync(join(safe, name));
  large();
  const other = process2();
  await vi.waitFor(() => expect(names().filter((name) => name.endsWith('.part'))).toHaveLength(1), {
    timeout: 30_000,
    interval: 1,
  });
  other.kill('SIGSTOP');
  // The other one is at it.
  await look(new Date().toISOString());
  expect(await runs()).toHaveLength(1);
  other.kill('SIGKILL');
  await once(other, 'exit');
  await vi.waitFor(async () => {
    await look(new Date().toISOString());
    expect((await runs()).map(({ state }) => state)).toEqual(['failed']);
  }, 30_000);
  expect(names()).toEqual([]);
  await look(new Date(Date.now() + 600_000).toISOString());
  expect((await runs()).map(({ state }) => state)).toEqual(['ready', 'failed']);
  expect(names()).toHaveLength(1);
}, 90_000);

test('a backup out of which the database was restored is not taken for one that was cut off', async () => {
  const [whole] = await runs();
  await sql`update backup_runs set state = 'running', ended_at = null where id = ${whole?.id}`.execute(database.db);
  await look(new Date().toISOString());
  expect((await runs())[0]).toMatchObject({ id: whole?.id, state: 'ready', bytes: whole?.bytes });
  expect(names()).toEqual([whole?.file]);
});

test('a look by a command goes on while the schedule is looked at, and is cut off when its process is gone', async () => {
  const id = `by-hand-${randomBytes(4).toString('hex')}`;
  await backupRuns(database.db).begin({
    id,
    kind: 'verification',
    place: safe,
    file: 'x.age',
    node: 'node-1',
    begunAt: new Date(),
  });
  const stateOf = async () => (await runs('verification')).find((run) => run.id === id)?.state;
  await withThrowAway(database.url, async () => {
    await look(new Date().toISOString());
    expect(await stateOf()).toBe('running');
  });
  // The connection that held its lock may still be closing.
  await vi.waitFor(async () => {
    await look(new Date().toISOString());
    expect(await stateOf()).toBe('failed');
  }, 5_000);
  await sql`delete from backup_runs where id = ${id}`.execute(database.db);
});

test('a backup by hand waits while another one is made', async () => {
  const source = { db: database.db, dataDir, release: '0.0.1', passphrase, workFactor: 10 };
  const both = ['one', 'two'].map((name) => writeBackup(join(root, name), source));
  const [one, two] = await Promise.allSettled(both);
  expect([one?.status, two?.status].sort()).toEqual(['fulfilled', 'rejected']);
  const failed = [one, two].find((each) => each?.status === 'rejected');
  expect(failed).toMatchObject({ reason: { code: 'BUSY' } });
});

test('a look counts rows and files, opens sounds and secrets, and names what is wrong', async () => {
  const { db, url } = database;
  rmSync(join(dataDir, 'user-assets'), { force: true });
  mkdirSync(join(dataDir, 'voicemails'), { recursive: true });
  writeFileSync(join(dataDir, 'voicemails/good.wav'), wavOf([new Int16Array(8000)], 8000));
  const file = join(root, 'good.age');
  const source = { db, dataDir, release: '0.0.1', passphrase, workFactor: 10 };
  await writeBackup(file, source);
  const good = await verifyBackup(file, passphrase, { url, spaceIn: root });
  expect(good).toMatchObject({ release: '0.0.1', wrong: [] });
  expect(good.rows).toBeGreaterThan(200);
  expect(good.sounds).toBeGreaterThan(0);
  expect(good.seals).toBeGreaterThan(0);

  mkdirSync(join(dataDir, 'recordings'), { recursive: true });
  writeFileSync(join(dataDir, 'recordings/bad.wav'), 'no sound at all');
  writeFileSync(join(root, 'other-key'), randomBytes(32));
  const bad = join(root, 'bad.age');
  await writeBackup(bad, { ...source, keyFile: join(root, 'other-key') });
  rmSync(join(dataDir, 'recordings/bad.wav'));
  expect((await verifyBackup(bad, passphrase, { url })).wrong).toEqual([
    expect.stringMatching(/^\d+ of \d+ sealed secrets do not open/),
    expect.stringContaining('recordings/bad.wav'),
  ]);
  expect(await throwAways()).toBe(0);
}, 120_000);

test('what is damaged, cut off, foreign or not for this passphrase is refused with a code, in time', async () => {
  const { url } = database;
  const codeOf = (file: string, phrase = passphrase, more = {}) =>
    verifyBackup(join(root, file), phrase, { url, ...more }).then(
      () => 'good',
      (error: { code?: string }) => error.code,
    );
  copyFileSync(join(root, 'good.age'), join(root, 'cut.age'));
  truncateSync(join(root, 'cut.age'), 300_000);
  const bytes = readFileSync(join(root, 'good.age'));
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(join(root, 'flipped.age'), bytes);
  writeFileSync(join(root, 'foreign.age'), randomBytes(100_000));
  expect(await codeOf('cut.age')).toBe('DAMAGED');
  expect(await codeOf('flipped.age')).toBe('DAMAGED');
  expect(await codeOf('foreign.age')).toBe('NOT_A_BACKUP');
  expect(await codeOf('nowhere.age')).toBe('NOT_A_BACKUP');
  expect(await codeOf('good.age', 'another passphrase')).toBe('WRONG_PASSPHRASE');
  expect(await codeOf('good.age', passphrase, { withinMs: 300 })).toBe('TOO_LONG');
  expect(await throwAways()).toBe(0);
}, 120_000);

test('a disk or network that goes in the middle is not taken for a damaged backup', async () => {
  const path = join(root, 'good.age');
  const away = new BlobError('AWAY', 'the service has gone');
  async function* half() {
    yield readFileSync(path).subarray(0, 300_000);
    throw away;
  }
  const stored = { bytes: 1_000_000, open: () => Readable.from(half(), { objectMode: false }) };
  await expect(verifyBackup(stored, passphrase, { url: database.url })).rejects.toBe(away);
}, 60_000);

test('a bucket is as good as a folder: retention, looks, retries, and a server that is killed in the middle', async () => {
  await forget();
  const s3 = await s3Double();
  place = { kind: 'bucket', s3: s3.config };
  const bucket = openPlace(place);
  const daily = { ...partsOf().schedule, keep: { days: 1, weeks: 0, months: 0 }, verify: 'daily' as const };
  const verify: Parts['verify'] = async (file, signal) => {
    const stored = await bucket.read(file);
    return await verifyBackup(stored ?? '', passphrase, { url: database.url, signal });
  };
  const change = { place: bucket, schedule: daily, verify };
  await look('2026-11-10T00:01', change);
  await look('2026-11-11T00:01', change);
  expect((await runs()).map(({ state, place: where }) => [state, where])).toEqual([
    ['ready', 's3://bucket-of-tests/phones'],
    ['gone', 's3://bucket-of-tests/phones'],
  ]);
  expect((await runs('verification'))[0]).toMatchObject({ state: 'ready', failure: null });
  const kept = [...s3.objects.keys()];
  expect(kept).toHaveLength(1);

  const wrong = openPlace({ kind: 'bucket', s3: { ...s3.config, secretAccessKey: 'another' } });
  await look('2026-11-12T00:01', { ...change, place: wrong });
  expect((await runs())[0]).toMatchObject({ state: 'failed', failure: expect.stringContaining('REFUSED') });
  expect([...s3.objects.keys()]).toEqual(kept);

  await forget();
  large();
  const other = process2();
  await vi.waitFor(() => expect(s3.unfinished.size).toBe(1), { timeout: 30_000, interval: 1 });
  other.kill('SIGKILL');
  await once(other, 'exit');
  await vi.waitFor(async () => {
    await look(new Date().toISOString(), change);
    expect((await runs()).map(({ state }) => state)).toEqual(['failed']);
  }, 30_000);
  expect([...s3.unfinished, ...s3.objects.keys()]).toEqual(kept);
  rmSync(join(dataDir, 'user-assets'));
  await look(new Date(Date.now() + 600_000).toISOString(), change);
  expect((await runs())[0]).toMatchObject({ state: 'ready' });
  expect(await bucket.names()).toHaveLength(2);
  await s3.close();
}, 120_000);

test('a look that is killed leaves nothing for long', async () => {
  const tries = process2(join(root, 'good.age'));
  await vi.waitFor(async () => expect(await throwAways()).toBe(1), { timeout: 30_000, interval: 5 });
  // Nobody takes it away while it is used.
  await dropThrowAways(database.url);
  expect(await throwAways()).toBe(1);
  tries.kill('SIGKILL');
  await once(tries, 'exit');
  await vi.waitFor(async () => {
    await dropThrowAways(database.url);
    expect(await throwAways()).toBe(0);
  }, 20_000);
}, 60_000);
