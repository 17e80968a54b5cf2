import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { claimNode, keepLease, type NodeLease, ownBeats, RENEWAL_MS } from './node-lease.ts';
import { type TestDatabase, testDatabase } from './testing/test-database.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  vi.useRealTimers();
  await database.drop();
});

test('each start raises the epoch of its node alone', async () => {
  expect((await claimNode(database.db, 'node-1')).epoch).toBe(1);
  expect((await claimNode(database.db, 'node-1')).epoch).toBe(2);
  expect((await claimNode(database.db, 'node-2')).epoch).toBe(1);
});

test('renewing extends the lease of the node and of its open calls, and of no others', async () => {
  const { db } = database;
  const lease = await claimNode(db, 'node-1');
  const past = new Date(0);
  await db.insertInto('accounts').values({ id: 's1', name: 'A', plan: '{}' }).execute();
  const call = { account_id: 's1', session_id: 'x', node: 'node-1', lease_until: past, started_at: past };
  await db
    .insertInto('calls')
    .values([
      { ...call, id: 'open', epoch: 1 },
      { ...call, id: 'earlier life', epoch: 0 },
      { ...call, id: 'ended', epoch: 1, ended_at: past },
    ])
    .execute();
  expect(await lease.renew()).toBe(true);
  const renewed = await db.selectFrom('calls').select('id').where('lease_until', '>', new Date()).execute();
  expect(renewed).toEqual([{ id: 'open' }]);
});

test('the process that lost its name to a newer one is notified once', async () => {
  const old = await claimNode(database.db, 'node-1');
  await claimNode(database.db, 'node-1');
  expect(await old.renew()).toBe(false);
});

test('a failed renewal is tried again with the next beat', async () => {
  vi.useFakeTimers();
  const answers: (boolean | Error)[] = [true, new Error('database away'), true, false, true];
  const heard: string[] = [];
  const lease: NodeLease = {
    node: 'node-1',
    epoch: 1,
    async renew() {
      const answer = answers.shift() ?? true;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    async release() {},
  };
  const kept = keepLease(lease, { onLost: () => heard.push('lost'), onFailure: () => heard.push('failed') });
  await vi.advanceTimersByTimeAsync(RENEWAL_MS * 5);
  expect(heard).toEqual(['failed', 'lost']);
  expect(answers).toEqual([true]);
  kept.stop();
});

test('who was away for longer than the lease renews it before anything is done, and does nothing where another has the name', async () => {
  const { db } = database;
  let at = 1_000;
  const heard: string[] = [];
  const keeper = { onLost: () => heard.push('lost'), onFailure: () => heard.push('failed') };
  const frozen = await claimNode(db, 'node-1');
  const kept = keepLease(frozen, keeper, { ...ownBeats, now: () => at });
  const done: string[] = [];
  await kept.sure().then(() => done.push('within its time'));
  await db
    .updateTable('nodes')
    .set({ lease_until: new Date(0) })
    .execute();
  at += 30_000;
  await kept.sure().then(() => done.push('renewed'));
  expect(await db.selectFrom('nodes').select('node').where('lease_until', '>', new Date()).execute()).toHaveLength(1);

  await claimNode(db, 'node-1');
  at += 30_000;
  void kept.sure().then(() => done.push('never'));
  await vi.waitFor(() => expect(heard).toEqual(['lost']));
  void kept.sure().then(() => done.push('never'));
  await frozen.renew();
  expect(done).toEqual(['within its time', 'renewed']);
  kept.stop();
});
