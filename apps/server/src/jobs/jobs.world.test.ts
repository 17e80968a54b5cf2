import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openServerDatabase } from '../storage/server-role.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import type { JobKind } from './job-kind.ts';
import type { Jobs } from './jobs.ts';
import { sweepKind } from './sweeps.ts';
import { slow } from './testing/slow.ts';
import { someJobs } from './testing/some-jobs.ts';

let database: TestDatabase;
const opened: Jobs[] = [];
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  for (const jobs of opened.splice(0)) await jobs.stop();
  await database.drop();
});
const open = async (more: Parameters<typeof someJobs>[1] = {}) => {
  const jobs = await someJobs(database.db, more);
  opened.push(jobs);
  return jobs;
};

const kind = (more: Partial<JobKind> = {}): JobKind => ({
  name: 'quick',
  tries: 3,
  withinMinutes: 1,
  pauseSeconds: 1,
  longestPauseSeconds: 1,
  ...more,
});
const rows = async (queue = 'quick') =>
  (
    await sql<{ state: string; output: unknown; id: string; tries: number }>`
      select state::text, output, data ->> 'id' as id, retry_count as tries from pgboss.job
      where name = ${queue} order by created_on`.execute(database.db)
  ).rows;

test('a job begins once its transaction has committed, soon after, and never when it was rolled back', async () => {
  const jobs = await open();
  const begun: string[] = [];
  await jobs.work(kind(), { run: async (id) => void begun.push(id) });
  const rolledBack = database.db.transaction().execute(async (trx) => {
    await jobs.enqueue(trx, kind(), 'never');
    throw new Error('changed its mind');
  });
  await expect(rolledBack).rejects.toThrow('changed its mind');
  await database.db.transaction().execute(async (trx) => {
    await jobs.enqueue(trx, kind(), 'a');
    await pause(300);
    expect(begun).toEqual([]);
  });
  // By itself a worker looks every ten seconds.
  await vi.waitFor(() => expect(begun).toEqual(['a']), 5_000);
});

test('ten jobs that come together are done without a pause', async () => {
  const jobs = await open();
  const begun: string[] = [];
  await jobs.work(kind(), { run: async (id) => void begun.push(id) });
  await database.db.transaction().execute(async (trx) => {
    for (let n = 0; n < 10; n += 1) await jobs.enqueue(trx, kind(), `${n}`);
  });
  await vi.waitFor(() => expect(begun).toHaveLength(10));
  await jobs.idle(kind());
});

test('a job of one id waits or runs once, also with two servers', async () => {
  const [one, other] = [await open(), await open()];
  let running = 0;
  const most: number[] = [];
  const run = async () => {
    running += 1;
    most.push(running);
    await pause(150);
    running -= 1;
  };
  for (const jobs of [one, other]) await jobs.work(kind({ atOnce: 2 }), { run });
  for (const jobs of [one, other, one, other]) await jobs.enqueue(database.db, kind(), 'a');
  await vi.waitFor(() => expect(most).toHaveLength(1));
  await one.enqueue(database.db, kind(), 'a');
  await one.idle(kind());
  expect(most).toEqual([1]);
  await one.enqueue(database.db, kind(), 'a');
  await vi.waitFor(() => expect(most).toEqual([1, 1]));
});

test('a failed try is made again later; after the last one the job is given up, and nothing but a code is kept', async () => {
  const jobs = await open();
  const tries: boolean[] = [];
  const gaveUp: string[] = [];
  const two = kind({ tries: 2 });
  await jobs.work(two, {
    async run(_id, { isLastTry }) {
      tries.push(isLastTry);
      throw Object.assign(new Error('what she said on the phone'), { code: 'NO_ANSWER', cause: new Error('secret') });
    },
    gaveUp: async (id, code) => void gaveUp.push(`${id} ${code}`),
  });
  await jobs.enqueue(database.db, two, 'a');
  await vi.waitFor(() => expect(gaveUp).toEqual(['a NO_ANSWER']), 10_000);
  expect(tries).toEqual([false, true]);
  expect(await rows()).toMatchObject([{ state: 'failed', id: 'a', tries: 1 }]);
  const { rows: all } = await sql<{ all: string }>`select j::text as all from pgboss.job j`.execute(database.db);
  expect(all.map((row) => row.all).join()).not.toMatch(/phone|secret|\.ts/);
});

test('a job that waits for later comes earlier when someone asks for it, and not later', async () => {
  const jobs = await open();
  const begun: string[] = [];
  await jobs.work(kind(), { run: async (id) => void begun.push(id) });
  await jobs.enqueue(database.db, kind(), 'a', { afterSeconds: 600 });
  await jobs.enqueue(database.db, kind(), 'a', { afterSeconds: 900 });
  await pause(200);
  expect(begun).toEqual([]);
  await jobs.enqueue(database.db, kind(), 'a');
  await vi.waitFor(() => expect(begun).toEqual(['a']));
});

test('a job that is to come again waits as a new one, with all its tries', async () => {
  const jobs = await open();
  const begun: boolean[] = [];
  await jobs.work(kind({ tries: 1 }), {
    async run(_id, { isLastTry }) {
      begun.push(isLastTry);
      return begun.length === 1 ? { againAfterSeconds: 1 } : undefined;
    },
  });
  await jobs.enqueue(database.db, kind({ tries: 1 }), 'a');
  await vi.waitFor(() => expect(begun).toHaveLength(2));
  await jobs.idle(kind());
  expect((await rows()).map(({ state, tries }) => [state, tries])).toEqual([
    ['completed', 0],
    ['completed', 0],
  ]);
});

test('a cancelled job does not begin, and one that runs is told to end', async () => {
  const jobs = await open();
  const ended: string[] = [];
  await jobs.enqueue(database.db, kind(), 'waiting');
  await jobs.cancel(database.db, kind(), 'waiting');
  await jobs.work(kind(), {
    run: (id, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          ended.push(id);
          reject(signal.reason);
        });
      }),
  });
  await jobs.enqueue(database.db, kind(), 'running');
  await vi.waitFor(async () => expect((await rows()).map(({ state }) => state)).toEqual(['cancelled', 'active']));
  await jobs.cancel(database.db, kind(), 'running');
  await vi.waitFor(() => expect(ended).toEqual(['running']));
  expect((await rows()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
});

test('a cancelled job that takes its time to end is waited for', async () => {
  const jobs = await open();
  const begun = Promise.withResolvers<AbortSignal>();
  let isEnded = false;
  await jobs.work(kind(), {
    async run(_id, { signal }) {
      begun.resolve(signal);
      await pause(500);
      isEnded = true;
    },
  });
  await jobs.enqueue(database.db, kind(), 'slow to end');
  const signal = await begun.promise;
  await jobs.cancel(database.db, kind(), 'slow to end');
  expect([signal.aborted, isEnded]).toEqual([true, false]);
  await jobs.idle(kind());
  expect(isEnded).toBe(true);
});

test('what ran when its server was killed is begun again by the next start, as one try more', async () => {
  const jobs = await open();
  await jobs.enqueue(database.db, slow, 'a');
  const begun: { id: string; isLastTry: boolean }[] = [];
  for (let life = 0; life < 2; life += 1) {
    const child = fork(fileURLToPath(new URL('./testing/job-process.ts', import.meta.url)), [database.url], {
      execArgv: [],
    });
    expect(await once(child, 'message')).toEqual(['begun a', undefined]);
    child.kill('SIGKILL');
    await once(child, 'exit');
    if (life === 0) await (await open({ isServer: true })).stop();
  }
  const next = await open({ isServer: true });
  await next.work(slow, { run: async (id, { isLastTry }) => void begun.push({ id, isLastTry }) });
  await vi.waitFor(() => expect(begun).toEqual([{ id: 'a', isLastTry: true }]));
});

test('jobs that run elsewhere are left alone while another server is alive', async () => {
  const [jobs, other] = [await open(), await open()];
  await sql`insert into nodes (node, epoch, lease_until) values ('m', 1, now() + interval '1 minute')`.execute(
    database.db,
  );
  const { promise, resolve } = Promise.withResolvers<void>();
  await other.work(slow, { run: () => promise });
  await jobs.enqueue(database.db, slow, 'a');
  await vi.waitFor(async () => expect(await rows('slow')).toMatchObject([{ state: 'active' }]));
  await open({ isServer: true });
  expect(await rows('slow')).toMatchObject([{ state: 'active' }]);
  resolve();
});

test('what only one server can do is done there, and taken up there although others are alive', async () => {
  await sql`insert into nodes (node, epoch, lease_until) values ('m', 1, now() + interval '1 minute')`.execute(
    database.db,
  );
  const sounds = kind({ name: 'sounds', here: true });
  const done: string[] = [];
  const [n, m] = [await open({ node: 'n' }), await open({ node: 'm' })];
  await m.work(sounds, { run: async (id) => void done.push(`${id} at m`) });
  await n.enqueue(database.db, sounds, 'a');
  await m.enqueue(database.db, sounds, 'b');
  await vi.waitFor(() => expect(done).toEqual(['b at m']));
  await sql`update pgboss.job set state = 'active', started_on = now() where name = 'sounds/n'`.execute(database.db);
  const next = await open({ node: 'n', isServer: true });
  await next.work(sounds, { run: async (id) => void done.push(`${id} at n`) });
  await vi.waitFor(() => expect(done).toEqual(['b at m', 'a at n']));
});

test('a stop is no failure: it costs no try, and the next start begins immediately', async () => {
  const last = { ...slow, tries: 1 };
  const first = await open();
  const begun: string[] = [];
  await first.work(last, {
    run: (_id, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    gaveUp: async () => void begun.push('given up'),
  });
  await first.enqueue(database.db, last, 'a');
  await vi.waitFor(async () => expect(await rows('slow')).toMatchObject([{ state: 'active' }]));
  await first.stop();
  const next = await open({ isServer: true });
  await next.work(last, { run: async (id) => void begun.push(id) });
  await vi.waitFor(() => expect(begun).toEqual(['a']));
});

test('a sweep has one job for each hour, whatever happens to it', async () => {
  const swept: string[] = [];
  const sweeps = { 'old things': async () => void swept.push('swept') };
  for (let server = 0; server < 2; server += 1) await (await open()).sweep(sweeps);
  expect((await rows('sweep/n')).map(({ state }) => state)).toEqual(['created']);
  // An hour later, after a start.
  await sql`update pgboss.job set start_after = now(), singleton_key = 'old things 2026-11-22T10'
    where name = 'sweep/n'`.execute(database.db);
  const next = await open();
  await next.sweep(sweeps);
  await vi.waitFor(() => expect(swept).toEqual(['swept']));
  await next.idle(sweepKind);
  expect((await rows('sweep/n')).map(({ state }) => state)).toEqual(['completed', 'created']);
});

test('the tables are exactly those that this version of pg-boss wants', async () => {
  const boss = new PgBoss({ connectionString: database.url, schema: 'pgboss', migrate: false, supervise: false });
  await boss.start();
  expect(await boss.detectSchemaDrift()).toMatchObject({ ok: true });
  await boss.stop();
});

test('the role of the server, which owns no table, does jobs', async () => {
  const role = `server_${randomBytes(6).toString('hex')}`;
  const url = new URL(database.url);
  [url.username, url.password] = [role, 'of the server'];
  const onIdleError = () => undefined;
  const server = await openServerDatabase({ url: url.href, ownerUrl: database.url, onIdleError });
  const jobs = await someJobs(server.db, { isServer: true });
  const begun: string[] = [];
  await jobs.work(kind({ tries: 1 }), {
    async run(id) {
      begun.push(id);
      throw new Error('no');
    },
    gaveUp: async (id) => void begun.push(`gave up ${id}`),
  });
  await jobs.sweep({ old: async () => undefined });
  await jobs.enqueue(server.db, kind({ tries: 1 }), 'a');
  await vi.waitFor(() => expect(begun).toEqual(['a', 'gave up a']), 10_000);
  await jobs.cancel(server.db, kind(), 'a');
  await jobs.stop();
  await server.close();
  await sql`drop owned by ${sql.id(role)}`.execute(database.db);
  await sql`drop role ${sql.id(role)}`.execute(database.db);
});
