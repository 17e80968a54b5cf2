import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApi, testApi } from '../../testing/test-api.ts';
import { type Office, someOffice } from '../documentation/testing/some-office.ts';
import { inPortions, readCallFeedback, readFeedback } from './read-feedback.ts';
import { callFeedbackTable, feedbackTable } from './write-table.ts';

const count = 1_800;
/** No more of them are in memory at a time. */
const most = 500;

let api: TestApi;
let office: Office;
beforeAll(async () => {
  api = await testApi();
  office = await someOffice(api);
  const { bert } = office;
  await api.db.updateTable('users').set({ admin: true }).where('id', '=', bert.userId).execute();
  // Many came in the same millisecond, and a third is done.
  const at = sql`timestamptz '2026-11-20 10:00Z' + (n / 700) * interval '1 second' + n * interval '1 microsecond'`;
  const doneAt = sql`case when n % 3 = 0 then now() end`;
  await sql`insert into feedback (id, account_id, user_id, at, subject, text, email, facts, done_at)
    select 'f' || n, ${bert.accountId}, ${bert.userId}, ${at}, 'row ' || n, 'text', 'a@b.example', '{}', ${doneAt}
    from generate_series(1, ${count}) n`.execute(api.db);
  await sql`insert into call_feedback (id, account_id, user_id, call_id, at, rating, text, from_dialog, done_at)
    select 'f' || n, ${bert.accountId}, ${bert.userId}, 'row ' || n, ${at}, 'BAD', 'text', true, ${doneAt}
    from generate_series(1, ${count}) n`.execute(api.db);
});
afterAll(() => api.stop());

const everyRow = Array.from({ length: count }, (_, at) => `row ${at + 1}`).sort();
const rowsIn = (text: string) => [...text.matchAll(/row \d+/g)].map(([row]) => row);

/** The pieces of a table, with a note of each reading. */
const exported = {
  product: (noted: () => void) =>
    feedbackTable(
      inPortions((limit, after) => {
        noted();
        return readFeedback(api.db, office.bert.accountId, limit, after);
      }),
    ),
  calls: (noted: () => void) =>
    callFeedbackTable(
      inPortions((limit, after) => {
        noted();
        return readCallFeedback(api.db, office.bert.accountId, limit, after);
      }),
    ),
};

test.each(['product', 'calls'] as const)(
  'feedback (%s) is read a portion at a time, the next once one was passed on',
  async (of) => {
    const seen: string[] = [];
    let [readings, pieces] = [0, 0];
    for await (const piece of exported[of](() => (readings += 1))) {
      // The first piece has the names of the columns.
      expect(readings).toBe(pieces);
      const rows = rowsIn(piece);
      expect(rows.length).toBeLessThanOrEqual(most);
      seen.push(...rows);
      pieces += 1;
    }
    expect(pieces).toBe(1 + Math.ceil(count / most));
    expect(seen.toSorted()).toEqual(everyRow);
  },
);

test.each(['product', 'calls'])('an export of %s has every row once, however many there are', async (of) => {
  const headers = { authorization: `Bearer ${office.bert.token}` };
  const reply = await fetch(`${api.url}/api/admin/feedback/export?of=${of}`, { headers });
  expect(reply.status).toBe(200);
  expect(rowsIn(await reply.text()).toSorted()).toEqual(everyRow);
});
