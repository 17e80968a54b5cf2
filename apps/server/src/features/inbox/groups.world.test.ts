import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { forgetOldCalls } from './forget-old-calls.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
});
afterAll(() => database.drop());

const channels = ['ca', 'cteam'] as const;
const numbers = ['+4930111', '+4930222', null] as const;
const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Nowhere/Land'] as const;

/** Minutes before midnight UTC of some day, so that days and zones differ. */
const minute = fc.integer({ min: -1500, max: 1500 });
const pick = fc.nat({ max: 30 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('call' as const), at: minute, pick, open: fc.boolean() }) },
  ...(['end', 'resolve', 'reopen', 'delete', 'move', 'retime', 'hide'] as const).map((what) => ({
    weight: 2,
    arbitrary: fc.record({ do: fc.constant(what), at: minute, pick }),
  })),
  ...(['resolveAll', 'zone', 'retention', 'forgetUser', 'together'] as const).map((what) => ({
    weight: 1,
    arbitrary: fc.record({ do: fc.constant(what), at: minute, pick }),
  })),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const midnight = Date.UTC(2026, 10, 20);
const of = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;
let calls = 0;

async function perform(one: Step): Promise<void> {
  const { db } = database;
  const at = new Date(midnight + one.at * 60_000);
  const id = `pbx-${1 + (one.pick % Math.max(1, calls))}`;
  switch (one.do) {
    case 'call': {
      calls += 1;
      await sql`insert into inbox_events
        (id, account_id, channel_id, session_id, unresolved, direction, state, remote_phone_number, remote_user_id,
          started_at, terminated_at)
        values (${`pbx-${calls}`}, 's1', ${of(channels, one.pick)}, 's', ${one.pick % 4 > 0}, 'INCOMING', 'MISSED',
          ${of(numbers, one.pick)}, (select id from users where id = ${one.pick % 5 === 0 ? 'wben' : ''}),
          ${at}::timestamptz + interval '123 microseconds', ${one.open ? null : at})`.execute(db);
      return;
    }
    case 'together':
      await sql`insert into inbox_events
        (id, account_id, channel_id, session_id, unresolved, direction, state, remote_phone_number, started_at, terminated_at)
        select 'pbx-' || (${calls}::int + n), 's1', 'cteam', 's', n % 2 = 0, 'INCOMING', 'MISSED',
          case when n % 3 > 0 then '+4930111' end, ${at}::timestamptz, now()
        from generate_series(1, 7) as n`.execute(db);
      calls += 7;
      return;
    case 'end':
      await db.updateTable('inbox_events').set({ terminated_at: at }).where('id', '=', id).execute();
      return;
    case 'resolve':
    case 'reopen':
      await db
        .updateTable('inbox_events')
        .set({ unresolved: one.do === 'reopen' })
        .where('id', '=', id)
        .execute();
      return;
    case 'resolveAll':
      await db.updateTable('inbox_events').set({ unresolved: false }).execute();
      return;
    case 'delete':
      await db.deleteFrom('inbox_events').where('id', '=', id).execute();
      return;
    case 'move':
      await db
        .updateTable('inbox_events')
        .set({ channel_id: of(channels, one.pick) })
        .where('id', '=', id)
        .execute();
      return;
    case 'retime':
      await db.updateTable('inbox_events').set({ started_at: at }).where('id', '=', id).execute();
      return;
    case 'hide':
      await db.updateTable('inbox_events').set({ remote_phone_number: null }).where('id', '=', id).execute();
      return;
    case 'zone':
      await db
        .updateTable('accounts')
        .set({ time_zone: of(zones, one.pick) })
        .execute();
      return;
    case 'forgetUser':
      await db.deleteFrom('users').where('id', '=', 'wben').execute();
      return;
    case 'retention':
      await db
        .updateTable('inbox_events')
        .set({ terminated_at: new Date(0) })
        .where('id', '=', id)
        .execute();
      await forgetOldCalls(db);
  }
}

const kept = () =>
  sql`
  select channel_id, day::text, remote_key, newest_id, started_at, calls, unresolved from call_groups
  order by 1, 2, 3`.execute(database.db);

/** The groups as anyone would count them who has the calls alone. */
const counted = () =>
  sql`
  select channel_id, day, remote_key, (array_agg(id order by started_at desc, id))[1] as newest_id,
    max(started_at) as started_at, count(*)::int as calls, (count(*) filter (where unresolved))::int as unresolved
  from (
    select inbox_events.*,
      to_char(started_at at time zone
        case time_zone when 'Nowhere/Land' then 'UTC' else time_zone end, 'YYYY-MM-DD') as day,
      case when remote_user_id is not null then remote_user_id
        when remote_phone_number is not null then remote_phone_number else 'call ' || inbox_events.id end as remote_key
    from (select id, account_id, channel_id, remote_user_id, remote_phone_number, started_at, unresolved from inbox_events
      where terminated_at is not null) as inbox_events
    join accounts on accounts.id = account_id) as ended
  group by 1, 2, 3 order by 1, 2, 3`.execute(database.db);

test('whatever happens to calls, their groups are those that counting gives', async () => {
  await database.db
    .updateTable('accounts')
    .set({ retention: JSON.stringify({ calls: 3650 }) })
    .execute();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
      await database.db.deleteFrom('inbox_events').execute();
      calls = 0;
      for (const one of steps) await perform(one);
      expect((await kept()).rows).toEqual((await counted()).rows);
      const { rows } = await sql`select count(*)::int as left from call_words
        full join (select * from inbox_events where terminated_at is not null) as ended
          on ended.id = doc_id and ended.channel_id = call_words.channel_id and ended.started_at = call_words.started_at
        where doc_id is null or id is null or not marks @> array['in ' || ended.channel_id, 'with ' || remote_key]`.execute(
        database.db,
      );
      expect(rows).toEqual([{ left: 0 }]);
    }),
    { numRuns: Number(process.env['FUZZ_RUNS'] ?? 60) },
  );
}, 120_000);

test('changes of one group by many at the same time leave one newest call', async () => {
  const { db } = database;
  await db.deleteFrom('inbox_events').execute();
  const insert = (n: number) =>
    sql`insert into inbox_events
    (id, account_id, channel_id, session_id, unresolved, direction, state, remote_phone_number, started_at, terminated_at)
    values (${`pbx-${n}`}, 's1', 'cteam', 's', true, 'INCOMING', 'MISSED', '+4930111',
      ${new Date(midnight + ((n * 7919) % 60) * 1000)}, now())`.execute(db);
  const resolve = (n: number) =>
    db.updateTable('inbox_events').set({ unresolved: false }).where('id', '=', `pbx-${n}`).execute();
  const remove = (n: number) => db.deleteFrom('inbox_events').where('id', '=', `pbx-${n}`).execute();
  await Promise.all(Array.from({ length: 40 }, (_, n) => insert(n)));
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => (n % 4 === 0 ? remove(n) : n % 2 === 0 ? resolve(n) : insert(n + 100))),
  );
  expect((await kept()).rows).toEqual((await counted()).rows);
  await Promise.all([db.deleteFrom('inbox_events').execute(), insert(500), insert(501)]);
  expect((await kept()).rows).toEqual((await counted()).rows);
});

test('calls that end are added to a group while others of it are counted again', async () => {
  const { db } = database;
  await db.deleteFrom('inbox_events').execute();
  const place = (n: number, isOver: boolean) =>
    sql`insert into inbox_events
    (id, account_id, channel_id, session_id, unresolved, direction, state, remote_phone_number, started_at, terminated_at)
    values (${`pbx-${n}`}, 's1', 'cteam', 's', false, 'INCOMING', 'MISSED', '+4930111',
      ${new Date(midnight + ((n * 7919) % 20) * 1000)}, case when ${isOver} then now() end)`.execute(db);
  for (let n = 0; n < 60; n += 1) await place(n, n % 3 === 0);
  const set = (n: number, change: { terminated_at?: Date; unresolved: boolean }) =>
    db.updateTable('inbox_events').set(change).where('id', '=', `pbx-${n}`).execute();
  const isOf = (n: number) => ({
    0: () => set(n, { unresolved: true }),
    1: () => set(n, { unresolved: n % 2 === 0, terminated_at: new Date(midnight) }),
    2: () => (n % 2 === 0 ? set(n, { unresolved: true, terminated_at: new Date(midnight) }) : place(n + 100, true)),
  });
  await Promise.all(Array.from({ length: 60 }, (_, n) => isOf(n)[(n % 3) as 0 | 1 | 2]()));
  expect((await counted()).rows).toMatchObject([{ calls: 60 }]);
  expect((await kept()).rows).toEqual((await counted()).rows);
});

test('groups and words go with their channel', async () => {
  const { db } = database;
  await db.deleteFrom('channels').where('id', '=', 'cteam').execute();
  const left = async (table: 'call_groups' | 'call_words') =>
    (await db.selectFrom(table).select('channel_id').where('channel_id', '=', 'cteam').execute()).length;
  expect([await left('call_groups'), await left('call_words')]).toEqual([0, 0]);
  await db.deleteFrom('accounts').execute();
  expect(await db.selectFrom('call_groups').selectAll().execute()).toEqual([]);
});

test('a stranger who calls by an endless name costs nothing but the call', async () => {
  const endless = Array.from({ length: 20_000 }, (_, n) => (n * 7919).toString(36)).join('');
  const { db } = database;
  await sql`insert into accounts (id, name, plan) values ('s3', 'Third', '{}')`.execute(db);
  await sql`insert into channels (id, account_id, type, name, follow_up_time) values ('c3', 's3', 'acd', 'Third', 0)`.execute(
    db,
  );
  await sql`insert into inbox_events
    (id, account_id, channel_id, session_id, unresolved, direction, state, remote_phone_number, remote_name, started_at,
      terminated_at, documentation)
    values ('long', 's3', 'c3', 's', true, 'INCOMING', 'MISSED', ${endless}, ${endless}, now(), now(),
      jsonb_build_object('note', jsonb_build_object('content', ${endless.replaceAll('0', ' ')}::text)))`.execute(db);
  expect((await kept()).rows).toHaveLength(1);
});
