import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { readTotals } from './read-totals.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await testDatabase();
  await someCompany(opened.db);
});
afterAll(() => opened.drop());

/** An event of a call that began at a moment, answered after so many seconds and talked for a minute, or missed. */
async function call(
  id: string,
  startedAt: string,
  { after = null as number | null, out = false, channel = 'cteam', session = id } = {},
) {
  const started = new Date(startedAt);
  const answered = after === null ? null : new Date(started.getTime() + after * 1000);
  await opened.db
    .insertInto('inbox_events')
    .values({
      id: `pbx-${id}`,
      account_id: 's1',
      channel_id: channel,
      session_id: session,
      owner: 'wanna',
      unresolved: false,
      direction: out ? 'OUTGOING' : 'INCOMING',
      state: answered ? 'ESTABLISHED' : 'MISSED',
      started_at: started,
      established_at: answered,
      terminated_at: new Date(started.getTime() + (after ?? 30) * 1000 + 60_000),
      remote_phone_number: '+4930555',
      on_phone_number: null,
    } as never)
    .execute();
}

test('the calls of these days are summed up for each channel and cost centre, and those of other days are not', async () => {
  const { db } = opened;
  await sql`update accounts set time_zone = 'Europe/Berlin' where id = 's1'`.execute(db);
  await sql`update channels set cost_centre = '4711' where id = 'cteam'`.execute(db);
  // Half past midnight in Berlin, and a second before the next one.
  await call('a', '2026-11-28T23:30:00Z', { after: 5 });
  await call('b', '2026-11-29T12:00:00Z', { after: 300 });
  await call('c', '2026-11-29T13:00:00Z');
  await call('d', '2026-11-29T22:59:59Z', { after: 2, out: true });
  await call('e', '2026-11-29T23:00:00Z', { after: 5 });
  const { total, channels, costCentres } = await readTotals(db, 's1', { from: '2026-11-29', to: '2026-11-29' });
  expect(channels).toEqual([
    {
      name: expect.any(String),
      incoming: 3,
      answered: 2,
      missed: 1,
      outgoing: 1,
      talkedSeconds: 180,
      measured: 3,
      inTime: 1,
    },
  ]);
  const [{ name: _, ...team } = { name: '' }] = channels;
  expect(total).toEqual(team);
  expect(costCentres).toEqual([{ name: '4711', calls: 4, talkedSeconds: 180 }]);
  expect(await readTotals(db, 's1', { from: '2026-12-01', to: '2026-12-31' })).toEqual({
    total: { incoming: 0, answered: 0, missed: 0, outgoing: 0, talkedSeconds: 0, measured: 0, inTime: 0 },
    channels: [],
    costCentres: [],
  });
});

test('a call of several events and in several channels is one in the total and in its cost centre', async () => {
  const { db } = opened;
  await sql`update channels set cost_centre = '4711' where id in ('cteam', 'ca')`.execute(db);
  await call('f', '2026-11-10T10:00:00Z');
  await call('g', '2026-11-10T10:00:30Z', { after: 5, channel: 'ca', session: 'f' });
  await call('h', '2026-11-10T11:00:00Z');
  const day = { from: '2026-11-10', to: '2026-11-10' };
  const { total, channels, costCentres } = await readTotals(db, 's1', day);
  expect(channels.map(({ incoming, answered, missed }) => [incoming, answered, missed])).toEqual([
    [2, 0, 2],
    [1, 1, 0],
  ]);
  expect(total).toMatchObject({ incoming: 2, answered: 1, missed: 1, talkedSeconds: 60 });
  expect(costCentres).toEqual([expect.objectContaining({ name: '4711', calls: 2 })]);
});
