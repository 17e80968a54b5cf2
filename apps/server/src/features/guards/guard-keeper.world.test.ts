import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ChangeFeed, notifyFeed } from '../../documents/change-feed.ts';
import { openSipGuard } from '../../pbx/sip/admission/guard.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { guardKeeper } from './guard-keeper.ts';

let database: TestDatabase;
let feed: ChangeFeed;
const troubles: unknown[] = [];
beforeAll(async () => {
  database = await testDatabase();
  feed = await notifyFeed(database.url, (error) => troubles.push(error));
});
afterAll(async () => {
  await feed.stop();
  await database.drop();
});

const life = async () => {
  const keeper = guardKeeper({ db: database.db, feed, onTrouble: (error) => troubles.push(error) });
  const guard = openSipGuard({ clock: { now: () => new Date() }, keeper });
  await guard.load();
  return { keeper, guard };
};
const guess = (guard: Awaited<ReturnType<typeof life>>['guard'], address: string) => {
  for (let at = 0; at < 100; at += 1) guard.check(address, 'anna')?.wrong(null);
};

test('a ban outlives the process that set it, until an administrator lifts it', async () => {
  const first = await life();
  guess(first.guard, '203.0.113.1');
  await first.keeper.stop();
  const second = await life();
  expect(second.guard.check('203.0.113.1', 'anna')).toBeNull();
  await database.db.updateTable('bans').set({ lifted_at: new Date(), lifted_by: 'wanna' }).execute();
  await vi.waitFor(() => expect(second.guard.check('203.0.113.1', 'anna')).not.toBeNull(), { timeout: 10_000 });
  const third = await life();
  expect(third.guard.check('203.0.113.1', 'anna')).not.toBeNull();
  const log = await database.db.selectFrom('audit_log').selectAll().execute();
  expect(log).toMatchObject([{ scope: 'server', action: 'refusal.ban', target: '203.0.113.1 anna' }]);
  for (const { keeper, guard } of [second, third]) {
    guard.stop();
    await keeper.stop();
  }
});

test('a ban that one server sets holds at the others as well', async () => {
  await database.db.deleteFrom('bans').execute();
  const [first, second] = [await life(), await life()];
  guess(first.guard, '203.0.113.9');
  await vi.waitFor(() => expect(second.guard.check('203.0.113.9', 'anna')).toBeNull(), { timeout: 10_000 });
  expect(second.guard.check('203.0.113.10', 'anna')).not.toBeNull();
  for (const { keeper, guard } of [first, second]) {
    guard.stop();
    await keeper.stop();
  }
});

test('a flood of refusals is counted to the last one, in few rows', async () => {
  await database.db.deleteFrom('refusals').execute();
  const { keeper, guard } = await life();
  for (let at = 0; at < 20_000; at += 1) {
    keeper.refused({ kind: 'sipUnknownUser', address: `198.51.${at % 100}.${at % 250}`, accountId: null });
  }
  guard.stop();
  await keeper.stop();
  const rows = await database.db.selectFrom('refusals').select(['source', 'count']).execute();
  expect(rows.length).toBeLessThanOrEqual(501);
  expect(rows.reduce((sum, { count }) => sum + Number(count), 0)).toBe(20_000);
  expect(troubles).toEqual([]);
});
