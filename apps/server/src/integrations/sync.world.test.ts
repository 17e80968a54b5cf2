import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql, type UpdateObject } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createAccount } from '../identity/accounts.ts';
import type { Database } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { connections } from './connections.ts';
import { type Connection, type Connector, type Entered, IntegrationError } from './connector.ts';
import { registry } from './registry.ts';
import { alone, keepSynchronised, type Synchroniser } from './sync.ts';
import { paperBook } from './testing/paper-book.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
});
afterAll(() => database.drop());

let book: ReturnType<typeof paperBook>;
let id: string;
const servers: Synchroniser[] = [];
beforeEach(async () => {
  book = paperBook();
  const accountId = await createAccount(db, { name: 'Some company', areaCode: '30' });
  id = `i-paper-${accountId}`;
  await db
    .insertInto('integrations')
    .values({
      id,
      account_id: accountId,
      name: 'PAPER',
      connected_by: null,
      url: null,
      user_name: null,
      key_sealed: null,
    })
    .execute();
  await set({ state: 'CONNECTING', next_sync_at: sql`now()` });
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  await db.deleteFrom('integrations').where('name', '=', 'PAPER').execute();
});

const rhythm = { lookMs: 20, everyMs: 600_000, againMs: 30_000, withinMs: 60_000, silentMs: 60_000, turnMs: 60_000 };
const start = (more: Partial<typeof rhythm> = {}) => {
  const known = registry([book.connector], []);
  const box = { unseal: () => 'key' };
  const deps = { db, log: pino({ level: 'silent' }), registry: known, connections: connections(known, box) };
  const server = keepSynchronised(deps, { ...rhythm, ...more });
  servers.push(server);
  return server;
};
const set = async (values: UpdateObject<Schema, 'integrations'>) => {
  await db.updateTable('integrations').set(values).where('id', '=', id).execute();
};
const row = () => db.selectFrom('integrations').selectAll().where('id', '=', id).executeTakeFirst();
const contacts = () => db.selectFrom('contacts').selectAll().where('integration_id', '=', id).orderBy('name').execute();
const until = (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: 15_000, interval: 10 });
const settled = () => until(async () => expect((await row())?.next_sync_at?.getTime()).toBeGreaterThan(Date.now()));
const waitMs = async () => ((await row())?.next_sync_at?.getTime() ?? 0) - Date.now();

/** Stops before the portion after this many, until it is told to go on. */
const pauseAfter = (many: number) => {
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  book.beforePortion = async (handedOut) => {
    if (handedOut < many) return;
    reached.resolve();
    await promise;
  };
  return { reached: reached.promise, goOn };
};

test('progress is reported with each portion', async () => {
  for (let n = 0; n < 250; n += 1) book.write(`p${n}`);
  const { reached, goOn } = pauseAfter(200);
  start();
  await reached;
  expect(await row()).toMatchObject({ state: 'CONNECTING', progress: { done: 200, total: 250 }, contact_count: 200 });
  goOn();
  await settled();
  expect(await row()).toMatchObject({
    state: 'CONNECTED',
    progress: null,
    contact_count: 250,
    sync_state: { at: 'the end' },
  });
  expect(await waitMs()).toBeGreaterThan(0.85 * rhythm.everyMs);
  expect(await waitMs()).toBeLessThan(1.15 * rhythm.everyMs);
});

test('a server that ends in the middle leaves what it wrote, and the next one does the rest', async () => {
  for (let n = 0; n < 250; n += 1) book.write(`p${n}`);
  const { reached, goOn } = pauseAfter(200);
  const first = start();
  await reached;
  const before = await contacts();
  const stopped = first.stop();
  goOn();
  await stopped;
  expect(await contacts()).toEqual(before);
  expect(await row()).toMatchObject({ state: 'CONNECTING', problem: null, failures: 0 });
  const handed: number[] = [];
  book.beforePortion = async (handedOut) => void handed.push(handedOut);
  start();
  await settled();
  expect(handed).toEqual([0]);
  expect(await contacts()).toHaveLength(250);
});

test('a server that is killed in the middle leaves what it wrote, and the next one does the rest', async () => {
  for (let n = 0; n < 250; n += 1) book.write(`p${n}`);
  const script = fileURLToPath(new URL('./testing/sync-process.ts', import.meta.url));
  const child = fork(script, [database.url], { execArgv: [] });
  await once(child, 'message');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const before = (await contacts()).length;
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(250);
  start();
  await settled();
  expect(await contacts()).toHaveLength(250);
});

test('of several servers one synchronises', async () => {
  for (let n = 0; n < 10; n += 1) book.write(`p${n}`);
  const { reached, goOn } = pauseAfter(0);
  start();
  await reached;
  const asSecond = vi.fn(async () => ({ did: 'disconnected' as const }));
  expect(await alone(db, id, asSecond)).toEqual({ did: 'none' });
  expect(asSecond).not.toHaveBeenCalled();
  goOn();
  await settled();
  await until(async () => expect(await alone(db, id, asSecond)).toEqual({ did: 'disconnected' }));
});

test('a contact that was written here after the source was listed stays', async () => {
  for (const one of ['edited', 'gone']) book.write(one);
  start();
  await settled();
  book.people.clear();
  book.write('new');
  const { reached, goOn } = pauseAfter(0);
  await set({ next_sync_at: sql`now()` });
  await reached;
  await db.updateTable('contacts').set({ organization: 'Nord' }).where('name', '=', 'edited').execute();
  goOn();
  await settled();
  expect((await contacts()).map(({ name }) => name)).toEqual(['edited', 'new']);
  // The next listing is younger than what was written.
  await set({ next_sync_at: sql`now()` });
  await settled();
  expect((await contacts()).map(({ name }) => name)).toEqual(['new']);
});

test('of a connection that goes nothing stays on the disk, even without contacts', async () => {
  await db.deleteFrom('erasures').execute();
  await set({ state: 'DISCONNECTING', next_sync_at: sql`now()` });
  start();
  await until(async () => expect(await row()).toBeUndefined());
  expect(await db.selectFrom('erasures').select('tables').execute()).toEqual([{ tables: ['integrations'] }]);
});

test('a portion larger than a transaction comes in several', async () => {
  book = paperBook({ portion: 5000 });
  for (let n = 0; n < 1200; n += 1) book.write(`p${n}`);
  start();
  await settled();
  expect(await contacts()).toHaveLength(1200);
  const transactions = await sql<{ n: number }>`
    select count(distinct xmin::text)::int as n from contacts where integration_id = ${id}`.execute(db);
  expect(transactions.rows[0]?.n).toBe(3);
});

test('trouble is reported, and retried later and later', async () => {
  book.beforePortion = () =>
    Promise.reject(new IntegrationError('unreachable', 'Nobody answers', { translationKey: 'unreachable' }));
  book.write('anna');
  start();
  await settled();
  const problem = { type: 'unreachable', detail: 'Nobody answers', translationKey: 'unreachable' };
  expect(await row()).toMatchObject({ state: 'CONNECTING', problem, failures: 1 });
  const waits: number[] = [await waitMs()];
  for (const failures of [2, 3, 12]) {
    await set({ failures: failures - 1, next_sync_at: sql`now()` });
    await until(async () => expect(await row()).toMatchObject({ failures }));
    waits.push(await waitMs());
  }
  const expected = [30_000, 60_000, 120_000, 3_600_000];
  for (const [at, wait] of waits.entries()) {
    expect(wait).toBeGreaterThan(0.8 * (expected[at] ?? 0));
    expect(wait).toBeLessThan(1.15 * (expected[at] ?? 0));
  }
  book.beforePortion = async () => undefined;
  await set({ next_sync_at: sql`now()` });
  await until(async () => expect(await row()).toMatchObject({ state: 'CONNECTED', problem: null, failures: 0 }));
});

test('what asks to be left alone for a while is left alone for as long, and other trouble as ever', async () => {
  let retryAfterSeconds: number | null = 1800;
  book.beforePortion = () => Promise.reject(new IntegrationError('limit', 'Asked too often', { retryAfterSeconds }));
  book.write('anna');
  start();
  await settled();
  expect(await waitMs()).toBeGreaterThan(1_790_000);
  expect(await waitMs()).toBeLessThan(1_800_000 * 1.3);
  for (const [seconds, least, most] of [
    [5, 50_000, 75_000],
    [null, 100_000, 140_000],
  ] as const) {
    retryAfterSeconds = seconds;
    const failures = ((await row())?.failures ?? 0) + 1;
    // What it asked for is not forgotten because something else would be sooner.
    await set({ next_sync_at: sql`now()`, not_before: null });
    await until(async () => expect(await row()).toMatchObject({ failures }));
    expect(await waitMs()).toBeGreaterThan(least);
    expect(await waitMs()).toBeLessThan(most);
  }
});

test('a sync that takes for ever is given up', async () => {
  book.write('anna');
  book.beforePortion = () => new Promise((resolve) => setTimeout(resolve, 400));
  start({ withinMs: 100 });
  await settled();
  expect(await row()).toMatchObject({ problem: { translationKey: 'timedOut' }, failures: 1 });
});

test('a server that is silent for too long is given up, and one that keeps sending is not', async () => {
  for (let n = 0; n < 600; n += 1) book.write(`p${n}`);
  book.beforePortion = () => pause(400);
  const first = start({ silentMs: 2000 });
  await settled();
  expect(await row()).toMatchObject({ state: 'CONNECTED', problem: null, contact_count: 600 });
  await first.stop();
  book.write('p600');
  start({ silentMs: 100 });
  await set({ next_sync_at: sql`now()` });
  await settled();
  expect(await row()).toMatchObject({ problem: { translationKey: 'timedOut' }, failures: 1 });
});

test('of a connection from before, where its key goes is written down once it was brought up to date', async () => {
  const given: Entered['origins'][] = [];
  const led = ['https://p42.example.com'];
  const connector: Connector = {
    ...book.connector,
    async connect({ origins }) {
      given.push(origins);
      return { ...(await paperBook().connector.connect()), origins: led };
    },
  };
  book = { ...book, connector: connector as never };
  start();
  await settled();
  expect(await row()).toMatchObject({ state: 'CONNECTED', key_origins: led });
  led.push('https://p57.example.com');
  await set({ next_sync_at: sql`now()` });
  await settled();
  expect(given).toEqual(['notKept', ['https://p42.example.com']]);
  expect(await row()).toMatchObject({ key_origins: ['https://p42.example.com'] });
});

test('skipped contacts are reported, and the rest is up to date all the same', async () => {
  const leftOut = new IntegrationError('failed', 'Not there', { translationKey: 'leftOut' });
  const connect = async () => ({ ...(await paperBook().connector.connect()), leftOut });
  book = { ...book, connector: { ...book.connector, connect } };
  start();
  await settled();
  expect(await row()).toMatchObject({ state: 'CONNECTED', failures: 0, problem: { translationKey: 'leftOut' } });
});

test('a server that answers is not silent, however long it has no contact to give', async () => {
  const connector: Connector = {
    ...book.connector,
    async connect(_entered, _signal, heard) {
      const changes: Connection['changes'] = async function* (_state, _mirrored, signal) {
        for (let answers = 0; answers < 8; answers += 1) {
          await pause(400, undefined, { signal });
          heard?.();
        }
        yield { written: [], gone: [], state: { at: 'the end' }, total: 0 };
      };
      return { ...(await paperBook().connector.connect()), changes };
    },
  };
  book = { ...book, connector: connector as never };
  start({ silentMs: 2000 });
  await settled();
  expect(await row()).toMatchObject({ state: 'CONNECTED', problem: null });
});

test('a fault of ours is a failure of that connection alone', async () => {
  book.write('anna');
  book.beforePortion = () => Promise.reject(new TypeError('undefined is not a function'));
  start();
  await settled();
  expect(await row()).toMatchObject({ problem: { type: 'failed' }, failures: 1 });
  expect(JSON.stringify((await row())?.problem)).not.toContain('undefined');
});

test('a refused sign-in ends it until a user signs in, and the contacts stay', async () => {
  book.write('anna');
  start();
  await settled();
  book.write('bert');
  book.beforePortion = () => Promise.reject(new IntegrationError('refresh', 'No', { translationKey: 'signedOut' }));
  await set({ next_sync_at: sql`now()` });
  await until(async () => expect(await row()).toMatchObject({ state: 'AUTHENTICATION_REQUIRED', next_sync_at: null }));
  expect(await contacts()).toHaveLength(1);
});

test('while a connection is being removed, nothing more arrives', async () => {
  for (let n = 0; n < 250; n += 1) book.write(`p${n}`);
  const { reached, goOn } = pauseAfter(100);
  start();
  await reached;
  // As another server does it.
  await set({ state: 'DISCONNECTING', next_sync_at: sql`now()` });
  goOn();
  await until(async () => expect(await row()).toBeUndefined());
  expect(await contacts()).toEqual([]);
});

test('removing continues after a restart', async () => {
  book = paperBook({ portion: 2000 });
  for (let n = 0; n < 1200; n += 1) book.write(`p${n}`);
  const first = start();
  await settled();
  await first.stop();
  await set({ state: 'DISCONNECTING', progress: JSON.stringify({ done: 500, total: 1700 }), next_sync_at: sql`now()` });
  await sql`create table seen_progress (progress jsonb)`.execute(db);
  await sql`create function see_progress() returns trigger language plpgsql as $$
    begin insert into seen_progress values (new.progress); return null; end $$`.execute(db);
  await sql`create trigger see after update on integrations for each row execute function see_progress()`.execute(db);
  start();
  await until(async () => expect(await row()).toBeUndefined());
  const { rows } = await sql`select progress from seen_progress where (progress ->> 'done')::int >= 1000`.execute(db);
  expect(rows).toContainEqual({ progress: { done: 1000, total: 1700 } });
  await sql`drop function see_progress cascade`.execute(db);
  expect(await contacts()).toEqual([]);
});

test('a contact has as many numbers as its source takes, and is read only where it has more', async () => {
  const numbers = (...all: string[]) => all.map((number) => ({ label: 'WORK', number }));
  book.write('few', { phoneNumbers: numbers('901820', '0049 40 123456') });
  book.write('many', { phoneNumbers: numbers('030 901821', '030 901822', '030 901823') });
  book.write('odd', { phoneNumbers: numbers('*21', 'ask Anna') });
  book.write('nobody', { name: null });
  start();
  await settled();
  expect(await contacts()).toMatchObject([
    { name: 'few', e164s: ['+4930901820', '+4940123456'], readonly: false },
    { name: 'many', e164s: ['+4930901821', '+4930901822'], readonly: true },
    {
      name: 'odd',
      e164s: [],
      phone_numbers: [
        { localized: '*21', e164: null },
        { localized: 'ask Anna', e164: null },
      ],
    },
  ]);
});

test('what nobody can write into a database is written as far as that goes', async () => {
  book.write('strange', { name: 'A\u0000B\ud800', organization: 'x'.repeat(5000), avatarUrl: 'javascript:alert(1)' });
  start();
  await settled();
  const [one] = await contacts();
  expect(one).toMatchObject({ name: 'AB\ufffd', avatar_url: null });
  expect(one?.organization).toHaveLength(1000);
});
