import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync, truncateSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documentation } from '@sidetone/contract/entities/documentation.ts';
import { silence, tone, writeWav } from '@sidetone/signals/recording.ts';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { someJobs } from '../../jobs/testing/some-jobs.ts';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { someEvent, someKeeper } from './testing/some-keeper.ts';

let database: TestDatabase;
let world: ReturnType<typeof someKeeper>;
/** Keepers of later lives of the server. */
const lives: ReturnType<typeof someKeeper>[] = [];
let count = 0;
let docId: string;
let id: string;

beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  count += 1;
  [docId, id] = [`pbx-${count}`, `r${count}`];
  world = someKeeper(database.db);
  await someEvent(database.db, docId);
});
afterEach(async () => {
  for (const life of [world, ...lives.splice(0)]) await life.stop();
});

const open = (recordingId = id, more: { asking?: boolean; at?: Date } = {}) =>
  world.keeper.opened(
    {
      recordingId,
      accountId: 's1',
      userId: 'wanna',
      channelId: 'ca',
      docId,
      sessionId: docId.slice(4),
      mode: 'manual' as const,
      at: more.at ?? new Date('2026-11-20T09:00:00Z'),
    },
    more.asking ?? false,
  );
const rowOf = (recordingId = id) =>
  database.db.selectFrom('recordings').selectAll().where('id', '=', recordingId).executeTakeFirstOrThrow();
const eventPart = async () => {
  const row = await database.db
    .selectFrom('inbox_events')
    .select('documentation')
    .where('id', '=', docId)
    .executeTakeFirstOrThrow();
  const { manualRecording, note } = documentation.parse(row.documentation);
  expect(note?.content).toBe('kept');
  return manualRecording;
};
const sound = { seconds: 1, left: tone(440), right: silence };
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('the inbox event tells how far a recording is, until it can be listened to', async () => {
  const { path } = await open();
  expect(path).toBe(`${world.folder}/s1/2026/11/${id}.wav`);
  expect(await eventPart()).toBeUndefined();
  await world.keeper.stateChanged(id, 'recording');
  expect(await eventPart()).toMatchObject({ status: 'waiting', waveform: [], duration: null });
  writeWav(path, sound);
  await world.keeper.finished(id);
  expect(await eventPart()).toMatchObject({ status: 'loading' });
  await world.keeper.idle();
  const part = await eventPart();
  expect([part?.status, part?.duration, part?.waveform.length]).toEqual(['success', 1, 200]);
  expect(await rowOf()).toMatchObject({ state: 'ready', duration_ms: 1000, mp3_path: `s1/2026/11/${id}.mp3` });
  expect(world.told).toEqual([`stored ${id} wanna ${docId}`]);
  expect([modeOf(path), modeOf(path.replace('.wav', '.mp3')), modeOf(dirname(path))]).toEqual(['600', '600', '700']);
});

test('how and when the other side agreed stays with the recording', async () => {
  await open(id, { asking: true });
  expect((await rowOf()).state).toBe('asking');
  await world.keeper.consented(id, 'announcement', new Date('2026-11-20T09:00:05Z'));
  await world.keeper.consented(id, 'keypress', new Date('2026-11-20T09:01:05Z'));
  expect((await rowOf()).consent).toEqual([
    { how: 'announcement', at: '2026-11-20T09:00:05.000Z' },
    { how: 'keypress', at: '2026-11-20T09:01:05.000Z' },
  ]);
});

test('a question that was not agreed to leaves nothing in the inbox', async () => {
  await open(id, { asking: true });
  await world.keeper.failed(id, 'The other side did not agree to be recorded.');
  expect(await rowOf()).toMatchObject({ state: 'failed', failure: 'The other side did not agree to be recorded.' });
  expect([await eventPart(), world.told]).toEqual([undefined, []]);
});

test('a recording that broke off before its first sound is an error in the inbox', async () => {
  await open();
  await world.keeper.stateChanged(id, 'recording');
  await world.keeper.failed(id, 'the disk is full');
  expect((await eventPart())?.status).toBe('error');
});

test('the audio of a recording that broke off can be played', async () => {
  const { path } = await open();
  writeWav(path, { ...sound, isUnfinished: true });
  await world.keeper.failed(id, 'the disk is full');
  await world.keeper.idle();
  expect(await rowOf()).toMatchObject({ state: 'ready', duration_ms: 1000, failure: 'the disk is full' });
});

test('a file that is no sound is reported as a failure, and the server continues with the next', async () => {
  const { path } = await open();
  writeWav(path, { ...sound, seconds: 0 });
  writeWav((await open(`${id}-next`)).path, sound);
  await world.keeper.finished(id);
  await world.keeper.finished(`${id}-next`);
  await world.keeper.idle();
  expect(world.told).toEqual([`failed ${id} wanna ${docId}`, `stored ${id}-next wanna ${docId}`]);
  expect(await rowOf()).toMatchObject({ state: 'failed', failure: 'nothing was recorded' });
  expect(readdirSync(dirname(path)).sort()).toEqual([`${id}-next.mp3`, `${id}-next.wav`, `${id}.wav`]);
});

test('what a killed server left half-written is taken up by the next, once', async () => {
  const { path } = await open();
  await world.keeper.stateChanged(id, 'recording');
  writeWav(path, { ...sound, seconds: 3, isUnfinished: true });
  truncateSync(path, 44 + 2 * 64_000 + 1);
  utimesSync(path, new Date(0), new Date(0));
  await world.keeper.stop();
  const next = someKeeper(database.db, world.folder);
  expect(await next.keeper.resume()).toBe(1);
  await next.keeper.idle();
  expect(await rowOf()).toMatchObject({ state: 'ready', duration_ms: 2000 });
  expect(statSync(path).size).toBe(44 + 2 * 64_000);
  expect(next.told).toEqual([`stored ${id} wanna ${docId}`]);
  expect(await next.keeper.resume()).toBe(0);
  await next.keeper.stop();
});

test('a server that stops leaves what it was going through to the next', async () => {
  const { path } = await open();
  writeWav(path, { ...sound, seconds: 60 });
  await world.keeper.finished(id);
  await world.keeper.stop();
  expect((await rowOf()).state).toBe('processing');
  const next = someKeeper(database.db, world.folder);
  await next.keeper.resume();
  await next.keeper.idle();
  expect(await rowOf()).toMatchObject({ state: 'ready', duration_ms: 60_000 });
  await next.keeper.stop();
});

test('what was being gone through when the server was killed is gone through by the next', async () => {
  const { path } = await open();
  writeWav(path, { ...sound, seconds: 60 });
  // Else this one would take it up as well.
  await world.keeper.stop();
  const script = fileURLToPath(new URL('./testing/recording-process.ts', import.meta.url));
  const child = fork(script, [database.url, world.folder, id], { execArgv: [] });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  expect((await rowOf()).state).toBe('processing');
  const jobs = await someJobs(database.db, { isServer: true });
  const next = someKeeper(database.db, world.folder, jobs);
  lives.push(next);
  await vi.waitFor(async () => expect(await rowOf()).toMatchObject({ state: 'ready', duration_ms: 60_000 }), 15_000);
  await vi.waitFor(() => expect(next.told).toEqual([`stored ${id} wanna ${docId}`]));
  expect(readdirSync(dirname(path)).filter((name) => name.includes(id))).toEqual([`${id}.mp3`, `${id}.wav`]);
});

test('a recording that nobody can go through is an error in the inbox at last', async () => {
  const { path } = await open();
  writeWav(path, sound);
  // At its last try, which began so long ago that its process must have died.
  await world.keeper.stop();
  await world.keeper.finished(id);
  await sql`update pgboss.job set state = 'active', retry_count = retry_limit, started_on = now() - interval '1 day',
    heartbeat_on = now() - interval '1 day' where data ->> 'id' = ${id}`.execute(database.db);
  const boss = new PgBoss({ connectionString: database.url, schema: 'pgboss', migrate: false, supervise: false });
  await boss.start();
  await sql`update pgboss.queue set monitor_claim_on = null, monitor_on = null`.execute(database.db);
  await boss.supervise();
  await boss.stop();
  const next = someKeeper(database.db, world.folder);
  lives.push(next);
  await vi.waitFor(async () => expect((await eventPart())?.status).toBe('error'), 10_000);
  expect([await rowOf(), next.told]).toMatchObject([
    { state: 'failed', failure: 'TOOK_TOO_LONG' },
    [`failed ${id} wanna ${docId}`],
  ]);
});

test('a file that still grows belongs to a call in progress, and a question does not outlive its server', async () => {
  writeWav((await open()).path, sound);
  await open(`${id}-asked`, { asking: true });
  await world.keeper.resume();
  await world.keeper.idle();
  expect([(await rowOf()).state, (await rowOf(`${id}-asked`)).state]).toEqual(['recording', 'failed']);
  await world.keeper.finished(id);
  await world.keeper.idle();
});

test('a user who comes back to a call has one sound of both times', async () => {
  writeWav((await open()).path, sound);
  await world.keeper.finished(id);
  writeWav((await open(`${id}-again`, { at: new Date('2026-11-20T09:05:00Z') })).path, { ...sound, seconds: 2 });
  await world.keeper.finished(`${id}-again`);
  await world.keeper.idle();
  expect((await eventPart())?.duration).toBe(3);
});

test('news that come late change nothing of what has ended', async () => {
  const { path } = await open();
  mkdirSync(dirname(path), { recursive: true });
  writeWav(path, sound);
  await world.keeper.finished(id);
  await world.keeper.stateChanged(id, 'stopped');
  await world.keeper.stateChanged(id, 'recording');
  await world.keeper.idle();
  expect([(await rowOf()).state, (await eventPart())?.status]).toEqual(['ready', 'success']);
});

test('a recording whose row goes while it is gone through leaves no file, and nobody is told of it', async () => {
  const { path } = await open();
  writeWav(path, { ...sound, seconds: 30 });
  await world.keeper.finished(id);
  await database.db.deleteFrom('recordings').where('id', '=', id).execute();
  await world.keeper.idle();
  expect([readdirSync(dirname(path)), world.told]).toEqual([[`${id}.wav`], []]);
});

test('a recording that is ready is gone through once, whatever else is said of it', async () => {
  const { path } = await open();
  writeWav(path, sound);
  await world.keeper.finished(id);
  await world.keeper.idle();
  await world.keeper.finished(id);
  await world.keeper.failed(id, 'too late');
  await world.keeper.idle();
  expect(world.told).toEqual([`stored ${id} wanna ${docId}`]);
  expect(await rowOf()).toMatchObject({ state: 'ready', failure: null });
});

test('no id makes a path that leads elsewhere', async () => {
  await expect(open('../../etc/passwd')).rejects.toThrow('cannot name a file');
  expect(() => world.files.whole('s1/../../secret')).toThrow('out of its folder');
});
