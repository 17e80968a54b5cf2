import { statistics } from '@sidetone/contract/entities/statistics.ts';
import { statisticsDays } from '@sidetone/contract/rules/statistics.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { readWaitingCalls } from '../inbox/waiting-calls.ts';
import { statisticsFeature } from './feature.ts';
import { readStatistics } from './read-statistics.ts';
import { countPlainly, type PlainEvent } from './testing/count-plainly.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
  await sql`insert into channel_members (channel_id, user_id) values ('ca', 'wanna'), ('cb', 'wben')
    on conflict do nothing`.execute(database.db);
});
afterAll(() => database.drop());

const anna = { userId: 'wanna', accountId: 's1' };
/** The Berlin clock goes back on 25 October 2026 and forward on 29 March; Cairo's forward at midnight on 24 April. */
const times = [
  { zone: 'Europe/Berlin', now: '2026-10-25T11:20:30Z' },
  { zone: 'Europe/Berlin', now: '2026-11-03T15:07:00Z' },
  { zone: 'Europe/Berlin', now: '2026-03-29T16:00:00Z' },
  { zone: 'Africa/Cairo', now: '2026-04-27T10:00:00Z' },
  { zone: 'America/New_York', now: '2026-11-20T20:00:00Z' },
  { zone: 'Asia/Tokyo', now: '2026-11-20T04:00:00Z' },
  { zone: 'Nowhere/Land', now: '2026-11-20T14:00:00Z' },
] as const;

/** Seconds: an hour is looked at with care around midnight. */
const secondsAgo = fc.oneof(
  fc.integer({ min: 0, max: 70 * 86_400 }),
  fc.tuple(fc.nat({ max: 60 }), fc.integer({ min: -300, max: 300 })).map(([day, near]) => day * 86_400 + near + 43_200),
);
const ends: readonly { readonly state: PlainEvent['state']; readonly reason: string | null }[] = [
  { state: 'FINISHED', reason: 'HANGUP' },
  { state: 'FINISHED', reason: 'HANGUP' },
  { state: 'MISSED', reason: 'CANCELLED' },
  { state: 'MISSED', reason: null },
  { state: 'MISSED', reason: 'ACCEPTED_ELSEWHERE' },
  { state: 'REJECTED', reason: null },
];
const leg = fc.record({
  channel: fc.constantFrom('ca', 'cteam', 'cb'),
  isIncoming: fc.boolean(),
  end: fc.constantFrom(...ends),
  later: fc.nat({ max: 120_000 }),
  wait: fc.nat({ max: 90_000 }),
  talk: fc.nat({ max: 900_000 }),
  isUnresolved: fc.boolean(),
  isOpen: fc.integer({ min: 0, max: 19 }).map((one) => one === 0),
  topics: fc.subarray(['Invoice', 'Delivery', 'Claim']),
});
const session = fc.record({
  ago: secondsAgo,
  legs: fc.uniqueArray(leg, { minLength: 1, maxLength: 3, selector: ({ channel }) => channel }),
});

const eventsOf = (sessions: readonly (typeof session extends fc.Arbitrary<infer S> ? S : never)[], now: number) =>
  sessions.flatMap(({ ago, legs }, at) =>
    legs.map((one): PlainEvent => {
      const startedAt = now - ago * 1000 + one.later;
      const { state, reason } = one.end;
      const establishedAt = state === 'FINISHED' ? startedAt + one.wait : null;
      return {
        id: `pbx-${at}`,
        session: `session ${at}`,
        channel: one.channel,
        isIncoming: one.isIncoming,
        state,
        reason,
        startedAt,
        establishedAt,
        endedAt: one.isOpen ? null : (establishedAt ?? startedAt) + one.talk,
        isUnresolved: one.isUnresolved,
        topics: one.topics,
      };
    }),
  );

const summaryOf = (topics: readonly string[]) => ({ summary: { status: 'success', text: 'So.', topics } });

async function write(events: readonly PlainEvent[]): Promise<void> {
  const { db } = database;
  await sql`delete from inbox_events`.execute(db);
  const at = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString());
  const rows = events.map((one) => ({
    ...one,
    direction: one.isIncoming ? 'INCOMING' : 'OUTGOING',
    started: at(one.startedAt),
    established: at(one.establishedAt),
    ended: at(one.endedAt),
    documentation: one.topics.length > 0 ? summaryOf(one.topics) : {},
  }));
  await sql`insert into inbox_events (id, account_id, channel_id, session_id, unresolved, direction, state,
      terminated_reason, remote_phone_number, started_at, established_at, terminated_at, documentation)
    select id, 's1', channel, session, "isUnresolved", direction, state, reason, '+4930999', started, established, ended,
      documentation
    from json_to_recordset(${JSON.stringify(rows)}::json) as one (id text, channel text, session text,
      "isUnresolved" boolean, direction text, state text, reason text, started timestamptz, established timestamptz,
      ended timestamptz, documentation jsonb)`.execute(db);
}

/** Changes of calls whose days may be kept: of every so many events one is deleted, ends, or turns out to be of another call. */
const changes = fc.record({ deleted: fc.nat({ max: 5 }), ended: fc.nat({ max: 5 }), joined: fc.nat({ max: 5 }) });

async function changed(
  events: readonly PlainEvent[],
  { deleted, ended, joined }: typeof changes extends fc.Arbitrary<infer C> ? C : never,
): Promise<PlainEvent[]> {
  const { db } = database;
  const isOne = (every: number, at: number) => every > 0 && at % (every + 1) === 0;
  const those = (some: readonly PlainEvent[]) => sql`
    (channel_id, id) in (select channel, id from json_to_recordset(${JSON.stringify(some)}::json) as one (channel text, id text))`;
  const gone = events.filter((_, at) => isOne(deleted, at));
  await sql`delete from inbox_events where ${those(gone)}`.execute(db);
  const ends = events.filter((_, at) => isOne(ended, at + 1));
  await sql`update inbox_events set terminated_at = greatest(started_at, established_at) + interval '200 seconds',
    documentation = ${JSON.stringify(summaryOf(['Claim', 'Refund']))} where ${those(ends)}`.execute(db);
  const joins = events.filter((_, at) => isOne(joined, at + 2));
  await sql`update inbox_events set session_id = 'session 0' where ${those(joins)}`.execute(db);
  return events
    .filter((event) => !gone.includes(event))
    .map((event) => ({
      ...event,
      session: joins.includes(event) ? 'session 0' : event.session,
      topics: ends.includes(event) ? ['Claim', 'Refund'] : event.topics,
      endedAt: ends.includes(event) ? (event.establishedAt ?? event.startedAt) + 200_000 : event.endedAt,
    }));
}

test('every figure is what counting call by call gives, over changes of the clock, forwards and midnight', async () => {
  const { db } = database;
  const sessions = fc.array(session, { maxLength: 60, size: 'max' });
  const choices: readonly (string[] | null)[] = [null, ['cteam'], ['ca', 'cteam'], ['gone']];
  const wanted = fc.constantFrom(...choices);
  let keptCalls = 0;
  await fc.assert(
    fc.asyncProperty(
      sessions,
      fc.constantFrom(...times),
      fc.constantFrom(...statisticsDays),
      wanted,
      changes,
      async (all, { zone, now }, days, channelIds, change) => {
        const moment = Date.parse(now);
        const channels = ['ca', 'cteam'].filter((one) => channelIds === null || channelIds.includes(one));
        const knownZone = zone === 'Nowhere/Land' ? 'UTC' : zone;
        const compare = async (events: readonly PlainEvent[]) => {
          const asked = { channelIds, days };
          const row = await readStatistics(db, anna, asked, { readWaiting: readWaitingCalls, now: new Date(moment) });
          expect(statistics.parse(row)).toBeTruthy();
          const { id, rev, timeZone, waiting, ...found } = row;
          const expected = countPlainly(events, { channels, days, zone: knownZone, now: moment });
          expect({ ...found, waiting: waiting.map(({ channelId, docId }) => `${channelId} ${docId}`) }).toEqual(
            expected,
          );
          expect([id, timeZone]).toEqual([channelIds === null ? 'wanna' : 's1', knownZone]);
        };
        const events = eventsOf(all, moment);
        await db.updateTable('accounts').set({ time_zone: zone }).execute();
        await write(events);
        await compare(events);
        const { rows } = await sql<{ calls: number }>`select sum(calls)::int as calls from call_days`.execute(db);
        keptCalls += rows[0]?.calls ?? 0;
        // Once more with the days that are kept by now, and after changes of their calls.
        await compare(events);
        await compare(await changed(events, change));
      },
    ),
    { numRuns: 60 },
  );
  expect(keptCalls).toBeGreaterThan(20);
}, 120_000);

test('a company without calls gets zeros for every day and no shares', async () => {
  await write([]);
  const row = await readStatistics(database.db, anna, { channelIds: null, days: 7 }, { readWaiting: readWaitingCalls });
  expect(row.now).toEqual({ calls: 0, incoming: 0, answered: 0, missed: 0, waitSeconds: null, talkSeconds: null });
  expect(row.perDay).toHaveLength(7);
  expect(row.channels.map(({ channelId, perDay }) => [channelId, perDay])).toEqual([
    ['ca', [0, 0, 0, 0, 0, 0, 0]],
    ['cteam', [0, 0, 0, 0, 0, 0, 0]],
  ]);
  expect([row.waiting, row.topics, row.busyHours]).toEqual([[], [], []]);
});

test('someone who is no member of a channel has no figures of it, alone or beside their own', async () => {
  const source = statisticsFeature({ db: database.db, readWaiting: readWaitingCalls }).sources?.[0];
  if (!source) throw new Error('The figures are a live query');
  const may = (channelIds: string[] | null) => source.authorize(anna, { channelIds, days: 7 });
  expect(await Promise.all([may(null), may(['ca']), may(['cteam', 'ca', 'ca'])])).toEqual([true, true, true]);
  expect(await Promise.all([may(['cb']), may(['ca', 'cb']), may(['nobodys'])])).toEqual([false, false, false]);
});

test('those who may see a chosen channel have one answer in common; that about all channels is one’s own', async () => {
  const source = statisticsFeature({ db: database.db, readWaiting: readWaitingCalls }).sources?.[0];
  const ben = { userId: 'wben', accountId: 's1' };
  const chosen = { channelIds: ['cteam'], days: 7 };
  expect(source?.sharedBy?.(anna, chosen)).toBe(source?.sharedBy?.(ben, chosen));
  expect(await source?.rows(anna, chosen)).toEqual(await source?.rows(ben, chosen));
  const all = { channelIds: null, days: 7 };
  expect(source?.sharedBy?.(anna, all)).not.toBe(source?.sharedBy?.(ben, all));
  // What the first asker may no longer see is still answered to the others.
  await database.db.deleteFrom('channel_members').where('user_id', '=', 'wanna').execute();
  expect(await source?.authorize(anna, chosen)).toBe(false);
  expect(await source?.rows(anna, chosen)).toMatchObject([{ channels: [{ channelId: 'cteam' }] }]);
  expect(source?.topics(anna, chosen, [])).not.toContain('channel_members user_id=wanna');
});
