import { inboxCallStates } from '@sidetone/contract/entities/inbox-event.ts';
import { isMissed } from '@sidetone/contract/rules/inbox-status.ts';
import { terminationReasons } from '@sidetone/contract/rules/termination-reasons.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { readEvent, readInbox } from './read-inbox.ts';
import { warnOnce } from './readable.ts';
import { writeCall } from './testing/some-calls.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
});
afterAll(() => database.drop());
beforeEach(() => database.db.deleteFrom('inbox_events').execute());

const listening = () => {
  const warnings: { docId: string; parts: readonly string[]; message: string }[] = [];
  const onBad = warnOnce({
    warn: (fields: { docId: string; parts: readonly string[] }, message: string) => {
      warnings.push({ docId: fields.docId, parts: fields.parts, message });
    },
  } as never);
  return { warnings, onBad };
};

const whole = async (onBad: Parameters<typeof readInbox>[2]) => {
  const rows: Awaited<ReturnType<typeof readInbox>> = [];
  for (;;) {
    const last = rows.at(-1);
    const after = last && { startedAt: last.call.startedAt, id: last.id };
    const page = await readInbox(database.db, { channelId: 'cteam', limit: 1000, after }, onBad);
    rows.push(...page);
    if (page.length < 1000) return rows;
  }
};

test('1,000 corrupt among 10,000 documents cost what they say themselves, with one warning each', async () => {
  await sql`insert into inbox_events (id, account_id, channel_id, session_id, unresolved, direction, state,
      terminated_reason, started_at, terminated_at, documentation)
    select 'pbx-' || n, 's1', 'cteam', n, true, 'INCOMING', 'MISSED', 'CANCELLED',
      timestamptz '2026-11-20' - n * interval '1 minute', now(),
      case when n % 10 > 0 then '{"note": {"status": "success", "content": "fine"}}' else (array[
        '"text"', '[]', '7', 'null', '{"note": 7}', '{"note": {"status": "who knows"}}',
        '{"note": {"status": "success", "content": "kept"}, "transcription": {"status": "success", "items": "none"}}',
        '{"note": {"status": "success", "content": "kept"}, "voicemail": {"visual": {"status": "processed"}}}',
        '{"note": {"status": "success", "content": "kept"}, "summary": {"status": "success", "topics": [1, {}], "text": []}}',
        '{"note": {"status": "success", "content": "kept"}, "actionItem": [1], "smallTalk": {"status": "success", "items": [7]}}'
      ])[1 + n / 10 % 10]::jsonb end
    from generate_series(1, 10000) as n`.execute(database.db);
  const { warnings, onBad } = listening();
  const rows = await whole(onBad);
  expect(rows).toHaveLength(10_000);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(10_000);
  // The items of a transcription are no part of a list.
  expect(warnings).toHaveLength(900);
  for (const { id } of rows.filter((_row, at) => (at + 1) % 10 === 0)) {
    await readEvent(database.db, { channelId: 'cteam', docId: id }, onBad);
  }
  expect(warnings).toHaveLength(1000);
  expect(new Set(warnings.map(({ docId }) => docId)).size).toBe(1000);
  await whole(onBad);
  expect(warnings).toHaveLength(1000);
  const notes = rows.map(({ documentation }) => documentation.note?.content ?? null);
  expect(notes.filter((note) => note === 'fine')).toHaveLength(9000);
  expect(notes.filter((note) => note === 'kept')).toHaveLength(400);
  const found = await readInbox(database.db, { channelId: 'cteam', limit: 1000, filter: { text: 'kept' } }, onBad);
  expect(found).toHaveLength(400);
}, 60_000);

test('what else of a row is bad is left out; a row that nobody can read leaves its place to the next', async () => {
  const { db } = database;
  for (let n = 1; n <= 5; n += 1) await writeCall(db, `c${n}`, { number: null, at: `2026-11-20T09:0${n}:00Z` });
  await sql`update inbox_events set transferred_to = '{"channelId": 7}', terminated_reason = 'BORED' where id = 'c4'`.execute(
    db,
  );
  await sql`update inbox_events set state = 'Confused' where id in ('c5', 'c2')`.execute(db);
  const { warnings, onBad } = listening();
  const rows = await readInbox(db, { channelId: 'cteam', limit: 3 }, onBad);
  expect(rows.map(({ id }) => id)).toEqual(['c4', 'c3', 'c1']);
  expect(rows[0]?.call).toMatchObject({ transferredTo: null, terminatedReason: null });
  expect(warnings.map(({ docId, message }) => [docId, message])).toEqual([
    ['c5', 'documents: invalid document skipped'],
    ['c4', 'documents: invalid parts skipped'],
    ['c2', 'documents: invalid document skipped'],
  ]);
});

test('the search and the contract agree on which calls are missed', async () => {
  const cases = (['INCOMING', 'OUTGOING'] as const).flatMap((direction) =>
    inboxCallStates.flatMap((state) =>
      [null, ...terminationReasons].map((terminatedReason) => ({ direction, state, terminatedReason })),
    ),
  );
  await sql`insert into inbox_events (id, account_id, channel_id, session_id, unresolved, direction, state,
      terminated_reason, started_at, terminated_at)
    select ordinality::text, 's1', 'cteam', 's', false, one ->> 'direction', one ->> 'state',
      one ->> 'terminatedReason', now(), now()
    from jsonb_array_elements(${JSON.stringify(cases)}::jsonb) with ordinality as cases (one)`.execute(database.db);
  const missed = await readInbox(database.db, { channelId: 'cteam', limit: 1000, filter: { kinds: ['missed'] } });
  const expected = cases.flatMap((one, at) => (isMissed(one) ? [String(at + 1)] : []));
  expect(expected.length).toBeGreaterThan(20);
  expect(missed.map(({ id }) => id).sort()).toEqual(expected.sort());
});
