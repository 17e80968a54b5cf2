import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTraceStore } from '../../exchange-memory/trace-store.ts';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { forgetOldSip, readSip } from './sip-of-call.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await testDatabase();
  const { db } = opened;
  await someCompany(db);
  await db.insertInto('accounts').values({ id: 's2', name: 'Another', plan: '{}' }).execute();
  await sql`insert into users (id, account_id, first_name, last_name, email) values ('wzoe', 's2', 'Zoe', 'Z', 'zoe@example.com')`.execute(
    db,
  );
});
afterAll(() => opened.drop());

const message = (order: number, text: string) => ({
  at: Date.UTC(2026, 10, 20, 9) + order,
  order,
  way: 'in',
  transport: 'udp',
  remote: '192.0.2.7:5060',
  text,
});

/** A call of one session whose legs are these, by the ids of their users. */
async function call(session: string, users: readonly (string | null)[]): Promise<void> {
  const { db } = opened;
  await sql`insert into calls (id, account_id, session_id, node, epoch, lease_until, started_at)
    values (${session}, 's1', ${session}, 'n', 1, now(), now())`.execute(db);
  for (const [at, user] of users.entries()) {
    await sql`insert into legs (id, call_id, sip_call_id, user_id, role, started_at)
      values (${`${session}-${at}`}, ${session}, ${`sip-${session}-${at}`}, ${user}, 'callee', now())`.execute(db);
  }
  await sql`insert into inbox_events (id, account_id, channel_id, call_id, session_id, unresolved, direction, state, started_at, terminated_at)
    values (${session}, 's1', 'ca', ${session}, ${session}, false, 'INCOMING', 'MISSED', now(), now())`.execute(db);
}

const kept = async (): Promise<string[]> =>
  (await opened.db.selectFrom('sip_traces').select('leg_id').orderBy('leg_id').execute()).map(({ leg_id }) => leg_id);

test('messages of all legs come back in their order, without those of another company, and those of unknown legs are dropped', async () => {
  await call('k1', ['wanna', 'wzoe', null]);
  await openTraceStore(opened.db).write([
    { sipCallId: 'sip-k1-0', lost: 0, messages: [message(1, 'one'), message(4, 'four')] },
    { sipCallId: 'sip-k1-1', lost: 0, messages: [message(2, 'secret of Zoe')] },
    { sipCallId: 'sip-k1-2', lost: 3, messages: [message(3, 'three')] },
    { sipCallId: 'sip-nobody', lost: 0, messages: [message(5, 'five')] },
  ]);
  const { messages, lost } = await readSip(opened.db, 's1', 'k1');
  expect(messages.map(({ text, userId }) => [text, userId])).toEqual([
    ['one', 'wanna'],
    ['three', null],
    ['four', 'wanna'],
  ]);
  expect(lost).toBe(3);
  expect(await readSip(opened.db, 's2', 'k1')).toEqual({ messages: [], lost: 0 });
});

test('SIP goes with the last record of its call, and the disk is asked to forget it', async () => {
  const { db } = opened;
  await call('k2', ['wanna']);
  await openTraceStore(db).write([{ sipCallId: 'sip-k2-0', lost: 0, messages: [message(1, 'one')] }]);
  await sql`insert into inbox_events (id, account_id, channel_id, call_id, session_id, unresolved, direction, state, started_at, terminated_at)
    values ('k2', 's1', 'cb', 'k2', 'k2', false, 'OUTGOING', 'MISSED', now(), now())`.execute(db);
  await sql`delete from inbox_events where id = 'k2' and channel_id = 'ca'`.execute(db);
  expect(await kept()).toContain('k2-0');
  await sql`delete from erasures`.execute(db);
  await sql`delete from inbox_events where id = 'k2'`.execute(db);
  expect(await kept()).not.toContain('k2-0');
  const asked = await db.selectFrom('erasures').select('tables').execute();
  expect(asked.flatMap(({ tables }) => tables ?? [])).toContain('sip_traces');
});

test('old SIP messages are deleted, and the oldest of an account that has too many', async () => {
  const { db } = opened;
  await sql`delete from sip_traces`.execute(db);
  for (const session of ['k3', 'k4', 'k5']) {
    await call(session, ['wanna']);
    await openTraceStore(db).write([{ sipCallId: `sip-${session}-0`, lost: 0, messages: [message(1, session)] }]);
  }
  await sql`update sip_traces set at = now() - interval '15 days' where leg_id = 'k3-0'`.execute(db);
  await sql`update sip_traces set at = now() - interval '1 day' where leg_id = 'k4-0'`.execute(db);
  expect(await forgetOldSip({ db, sipTraceDays: 14 })).toBe(1);
  expect(await kept()).toEqual(['k4-0', 'k5-0']);
  expect(await forgetOldSip({ db, sipTraceDays: 14, mostBytes: 150 })).toBe(1);
  expect(await kept()).toEqual(['k5-0']);
  expect(await forgetOldSip({ db, sipTraceDays: 0 })).toBe(1);
});
