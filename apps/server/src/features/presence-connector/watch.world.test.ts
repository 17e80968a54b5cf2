import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Jobs } from '../../jobs/jobs.ts';
import { secretBox } from '../../storage/secret-box.ts';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import type { PresenceParts, PresenceService } from './ports.ts';
import { show } from './show.ts';
import { keepLooking } from './watch.ts';

const box = secretBox(randomBytes(32));
const log = pino({ level: 'silent' });
const heard: (() => Promise<void>)[] = [];
/** What Microsoft shows, as the calls come to it; it does what a test has prepared before it answers. */
let said: string[] = [];
const service: PresenceService = {
  authorizeUrl: () => expect.unreachable(),
  redeem: () => expect.unreachable(),
  renew: () => expect.unreachable(),
  whoIs: () => expect.unreachable(),
  readPresence: () => expect.unreachable(),
  async setPresence() {
    for (const one of heard.splice(0)) await one();
    said.push('set');
  },
  async clearPresence() {
    said.push('clear');
  },
};

let database: TestDatabase;
let asked: string[] = [];
let parts: PresenceParts;
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
  const enqueue: Jobs['enqueue'] = async (_db, { name }, id) => void asked.push(`${name} ${id}`);
  const jobs = { enqueue } as Jobs;
  parts = { db: database.db, jobs, service, box, log, redirect: null };
}, 60_000);
afterAll(() => database.drop());
beforeEach(async () => {
  const { db } = database;
  await db.deleteFrom('presence_connectors').execute();
  await db.deleteFrom('presence_farewells').execute();
  await db.updateTable('users').set({ is_dnd: true }).execute();
  for (const userId of ['wanna', 'wben']) {
    await db
      .insertInto('presence_connectors')
      .values({
        user_id: userId,
        id: `of ${userId}`,
        state: 'connected',
        account_name: userId,
        remote_user_id: userId,
        access_token_sealed: box.seal('access'),
        refresh_token_sealed: box.seal('refresh'),
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .execute();
  }
  [asked, said] = [[], []];
});

const farewells = () => database.db.selectFrom('presence_farewells').select(['user_id', 'remote_user_id']).execute();

test('a change has its user looked at, and nobody else; all are looked at first, and after a gap', async () => {
  let change: (topics: readonly string[]) => void = () => undefined;
  let gap: () => void = () => undefined;
  const stop = keepLooking(parts, {
    onChange: (listener) => {
      change = listener;
      return () => undefined;
    },
    onGap: (listener) => {
      gap = listener;
      return () => undefined;
    },
  });
  const asks = (...users: string[]) =>
    vi.waitFor(() => expect(asked.toSorted()).toEqual(users.map((id) => `presence-show ${id}`)), 5000);
  await asks('wanna', 'wben');
  asked = [];
  change(['legs call_id=c1', 'channel_members user_id=wanna', 'users account_id=s1']);
  change(['legs user_id=wben', 'users id=wcleo']);
  await asks('wben');
  asked = [];
  gap();
  await asks('wanna', 'wben');
  stop();
  asked = [];
  change(['legs user_id=wben']);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(asked).toEqual([]);
});

test('what comes to Microsoft after the farewell of its connection has another one', async () => {
  const { db } = database;
  heard.push(async () => {
    await db.deleteFrom('presence_connectors').where('user_id', '=', 'wanna').execute();
    expect(await farewells()).toEqual([{ user_id: 'wanna', remote_user_id: 'wanna' }]);
    await db.deleteFrom('presence_farewells').execute();
  });
  await show(parts, 'wanna', AbortSignal.timeout(5000));
  expect(said).toEqual(['set']);
  expect(await farewells()).toEqual([{ user_id: 'wanna', remote_user_id: 'wanna' }]);
});

test('so has what Microsoft took without an answer, and what is kept has none', async () => {
  const { db } = database;
  heard.push(async () => {
    await db.deleteFrom('presence_connectors').where('user_id', '=', 'wanna').execute();
    await db.deleteFrom('presence_farewells').execute();
    throw new Error('the connection broke');
  });
  await show(parts, 'wanna', AbortSignal.timeout(5000));
  expect(await farewells()).toHaveLength(1);
  await show(parts, 'wben', AbortSignal.timeout(5000));
  expect(said).toEqual(['set']);
  expect(await farewells()).toHaveLength(1);
});
