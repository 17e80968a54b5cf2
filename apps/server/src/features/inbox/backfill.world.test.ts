import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, migrateTo } from '../../storage/database.ts';
import { emptyDatabase, type TestDatabase } from '../../storage/testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database.drop());

const kept = async () => {
  const { db } = database;
  const groups = await sql`
    select channel_id, day::text, remote_key, newest_id, started_at, calls, unresolved from call_groups
    order by 1, 2, 3`.execute(db);
  const words = await sql`
    select channel_id, doc_id, started_at, words::text, marks from call_words order by 1, 2`.execute(db);
  const events = await sql`
    select id, day::text, remote_key, listed_documentation, started_at from inbox_events order by 1`.execute(db);
  return { groups: groups.rows, words: words.rows, events: events.rows };
};

test('calls of before the migration are grouped and found like those of after it', async () => {
  const { db } = database;
  await migrateTo(db, '0011-administration');
  await sql`insert into accounts (id, name, plan, time_zone) values
    ('s1', 'One', '{}', 'Asia/Tokyo'), ('s2', 'Two', '{}', 'Nowhere/Land')`.execute(db);
  await sql`insert into channels (id, account_id, type, name, follow_up_time)
    select 'c' || n, 's' || n, 'acd', 'Channel', 0 from generate_series(1, 2) as n`.execute(db);
  await sql`insert into users (id, account_id, first_name, last_name, email)
    values ('w1', 's1', 'Anna', 'Ahorn', 'anna@example.com')`.execute(db);
  const columns =
    sql.raw(`id, account_id, channel_id, session_id, owner, unresolved, direction, state, terminated_reason,
    remote_phone_number, remote_name, started_at, terminated_at, documentation`);
  await sql`insert into inbox_events (${columns})
    select 'pbx-' || n, 's' || 1 + n % 2, 'c' || 1 + n % 2, n, case when n % 3 = 0 then 'w1' end, n % 4 = 0,
      case when n % 5 = 0 then 'OUTGOING' else 'INCOMING' end, 'MISSED', case when n % 2 = 0 then 'CANCELLED' end,
      case when n % 7 > 0 then '+4930' || n % 11 end, 'Name ' || n,
      timestamptz '2026-11-20 12:34:56.789123Z' - n * interval '97 minutes', case when n % 13 > 0 then now() end,
      (array['{}', '"broken"', '{"note": {"content": "<p>Grüße</p>"}}', '{"summary": {"topics": ["Billing"], "text": "Paid"}}',
        '{"transcription": {"items": [{"text": "Hello there"}]}}', '{"transcription": [], "summary": {"topics": 7}}',
        '{"manualRecording": {"status": "success", "waveform": [1]}}'])[1 + n % 7]::jsonb
    from generate_series(1, 300) as n`.execute(db);
  await migrate(db);
  const before = await kept();
  expect(before.events).toHaveLength(300);
  expect(before.words).toHaveLength(277);
  expect(before.groups.length).toBeGreaterThan(50);
  await sql`create table copied as select ${columns} from inbox_events`.execute(db);
  await sql`delete from inbox_events`.execute(db);
  expect(await kept()).toEqual({ groups: [], words: [], events: [] });
  await sql`insert into inbox_events (${columns}) select ${columns} from copied`.execute(db);
  expect(await kept()).toEqual(before);
});
