import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createAccount } from '../identity/accounts.ts';
import type { Database } from '../storage/database.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { connections } from './connections.ts';
import type { Connector, Portion } from './connector.ts';
import { registry } from './registry.ts';
import { keepSynchronised, type Synchroniser } from './sync.ts';
import { paperBook } from './testing/paper-book.ts';

let database: TestDatabase;
let db: Database;
let server: Synchroniser;
beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
});
afterAll(() => database.drop());
afterEach(async () => {
  await server.stop();
  await db.deleteFrom('integrations').where('name', '=', 'PAPER').execute();
});

const rhythm = { lookMs: 20, everyMs: 600_000, againMs: 30_000, withinMs: 60_000, silentMs: 60_000, turnMs: 60_000 };
const start = (connector: Connector, more: Partial<typeof rhythm> = {}) => {
  const known = registry([connector], []);
  const deps = { db, log: pino({ level: 'silent' }), registry: known };
  const opening = connections(known, { unseal: () => 'key' });
  server = keepSynchronised({ ...deps, connections: opening }, { ...rhythm, ...more });
};
const until = (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: 15_000, interval: 10 });

/** Connections to places of which some never come to an end; each to one of another company. */
const companiesWith = async (
  urls: readonly string[],
  endless: (portion: () => Portion, signal: AbortSignal, url: string) => AsyncIterable<Portion>,
) => {
  const turns: string[] = [];
  const none = () => Promise.reject(new Error('Nobody reads or writes single contacts here.'));
  const connector: Connector = {
    offer: paperBook().connector.offer,
    async connect({ url }) {
      turns.push(url ?? '');
      const portion = (): Portion => ({ written: [], gone: [], state: { turn: turns.length }, total: null });
      async function* quick() {
        yield portion();
      }
      return {
        origins: [],
        leftOut: null,
        get: none,
        findByNumber: none,
        search: none,
        create: none,
        update: none,
        delete: none,
        entities: async () => [],
        changes: (_state, _mirrored, signal) => (url?.includes('endless') ? endless(portion, signal, url) : quick()),
      };
    },
  };
  for (const [at, url] of urls.entries()) {
    const accountId = await createAccount(db, { name: `Company ${at}`, areaCode: '30' });
    const due = { next_sync_at: sql<Date>`now() - make_interval(secs => ${urls.length - at})`, state: 'CONNECTING' };
    await db
      .insertInto('integrations')
      .values({ id: `i-${accountId}`, account_id: accountId, name: 'PAPER', url, ...due } as never)
      .execute();
  }
  const stateOf = async (url: string) =>
    (await db.selectFrom('integrations').select('state').where('url', '=', url).execute()).map(({ state }) => state);
  return { connector, turns, stateOf };
};

test('nobody makes room for something that still has no place then', async () => {
  const urls = [...[1, 2, 3].map((n) => `https://a.example/endless/${n}`), 'https://b.example/endless'];
  const { connector, turns } = await companiesWith(urls, async function* (portion, signal) {
    for (;;) {
      await pause(10, undefined, { signal });
      yield portion();
    }
  });
  start(connector, { turnMs: 50 });
  const of = (host: string) => turns.filter((url) => url.includes(host)).length;
  await until(async () => expect(of('a.example')).toBeGreaterThan(8));
  expect(of('b.example')).toBe(1);
});

test('what comes no further in its turns runs to its end', async () => {
  const book = paperBook();
  for (let n = 0; n < 6; n += 1) book.write(`p${n}`, { etag: null });
  const people = [...book.people.values()];
  const forgetful = 'https://f.example/endless/forgetful';
  const urls = [forgetful, ...['a', 'b', 'c', 'd'].map((host) => `https://${host}.example/endless`)];
  const { connector, turns, stateOf } = await companiesWith(urls, async function* (portion, signal, url) {
    for (let n = 0; url !== forgetful || n < people.length; n += 1) {
      await pause(url === forgetful ? 100 : 10, undefined, { signal });
      yield url === forgetful
        ? { written: people.slice(n, n + 1), gone: [], state: null, total: people.length }
        : portion();
    }
  });
  start(connector, { turnMs: 150 });
  await until(async () => expect(await stateOf(forgetful)).toEqual(['CONNECTED']));
  expect(turns.filter((url) => url === forgetful).length).toBeGreaterThan(1);
});

test('servers that never come to an end make room for those that wait, and go on after them', async () => {
  const slow = ['https://a.example/endless', 'https://b.example/endless', 'https://c.example/endless'];
  const quick = ['https://d.example/', 'https://e.example/'];
  const { connector, turns, stateOf } = await companiesWith([...slow, ...quick], async function* (portion, signal) {
    for (;;) {
      await pause(10, undefined, { signal });
      yield portion();
    }
  });
  start(connector, { turnMs: 50 });
  for (const url of quick) await until(async () => expect(await stateOf(url)).toEqual(['CONNECTED']));
  await until(async () => expect(turns.filter((url) => url.includes('endless')).length).toBeGreaterThan(slow.length));
  expect(await db.selectFrom('integrations').select('failures').where('failures', '>', 0).execute()).toEqual([]);
});

test('a vendor with one host for all its customers synchronises more of them at a time, and two of each', async () => {
  const urls = [1, 2, 3, 4].map((n) => `https://api.example/endless/${n}`);
  const { connector, turns } = await companiesWith(urls, async function* (portion, signal) {
    await pause(60_000, undefined, { signal });
    yield portion();
  });
  const tenant = sql<string>`case when url like '%/4' then 'other' else 'one' end`;
  await db.updateTable('integrations').set({ tenant }).where('name', '=', 'PAPER').execute();
  start(connector);
  await until(async () => expect(turns).toHaveLength(3));
  await pause(100);
  expect(turns.map((url) => url.slice(-1)).sort()).toEqual(['1', '2', '4']);
});

test('a host that says nothing does not take every place', async () => {
  const slow = [1, 2, 3, 4].map((n) => `https://a.example/endless/${n}`);
  const { connector, turns, stateOf } = await companiesWith(
    [...slow, 'https://b.example/'],
    async function* (portion, signal) {
      await pause(60_000, undefined, { signal });
      yield portion();
    },
  );
  start(connector);
  await until(async () => expect(await stateOf('https://b.example/')).toEqual(['CONNECTED']));
  expect(turns.filter((url) => url.includes('endless'))).toHaveLength(2);
});
