import type { AdminAccount } from '@sidetone/contract/entities/admin-account.ts';
import type { User } from '@sidetone/contract/entities/user.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { liveClient } from '../../testing/live-client.ts';
import { person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';
import { forgetOldUse, readUse } from './use.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.stop());

const company = async () => {
  const made = await person(api, { firstName: 'Ada', admin: true });
  const run = (at: string, more: object = {}) =>
    api.db
      .insertInto('ai_runs')
      .values({
        account_id: made.accountId,
        step: 'transcribe',
        key: 'k',
        call: 'one',
        connection_id: 'c',
        kind: 'deepgram',
        model: 'm',
        counted: true,
        outcome: 'done',
        started_at: sql<Date>`${at}::timestamptz` as never,
        ...more,
      })
      .execute();
  return { ...made, run };
};
/** Of the month before, so that it is never too long ago. */
const { year, month } = lastMonth();
const at = (day: string) => `${year}-${month}-${day}`;

function lastMonth() {
  const now = new Date();
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  return { year: before.getUTCFullYear(), month: String(before.getUTCMonth() + 1).padStart(2, '0') };
}

test('use is summed by month and service, each call counts once, also when it is gone', async () => {
  const ada = await company();
  await ada.run(`${at('10')}T10:00:00Z`, { audio_seconds: 60 });
  await ada.run(`${at('10')}T10:01:00Z`, { audio_seconds: 30, price: 9_000, currency: 'EUR' });
  await ada.run(`${at('11')}T10:00:00Z`, { call: 'two', outcome: 'unauthorized' });
  await ada.run(`${at('11')}T10:00:00Z`, {
    call: 'two',
    step: 'document',
    connection_id: 'd',
    kind: 'mistral',
    tokens_in: 1000,
    tokens_out: 24,
    price: 5,
    currency: 'USD',
  });
  await (await company()).run(`${at('10')}T10:00:00Z`, { audio_seconds: 600 });
  const shared = { month: `${year}-${month}`, name: null };
  expect(await readUse(api.db, ada.accountId)).toEqual([
    {
      ...shared,
      connectionId: 'c',
      purpose: 'speech',
      kind: 'deepgram',
      calls: 2,
      audioSeconds: 90,
      tokens: 0,
      costs: [{ currency: 'EUR', millionths: 9_000 }],
      isPartlyPriced: true,
    },
    {
      ...shared,
      connectionId: 'd',
      purpose: 'language',
      kind: 'mistral',
      calls: 1,
      audioSeconds: 0,
      tokens: 1024,
      costs: [{ currency: 'USD', millionths: 5 }],
      isPartlyPriced: false,
    },
  ]);
});

test.each([
  // The last night of March may be the one with an hour less, that of October the one with an hour more.
  ['Europe/Berlin', '2026-03-31T21:59:59Z', '2026-03'],
  ['Europe/Berlin', '2026-03-31T22:00:00Z', '2026-04'],
  ['Europe/Berlin', '2026-10-31T22:59:59Z', '2026-10'],
  ['Europe/Berlin', '2026-10-31T23:00:00Z', '2026-11'],
  // 1 November 2026 is a night of change there.
  ['America/New_York', '2026-11-01T03:59:59Z', '2026-10'],
  ['America/New_York', '2026-11-01T04:00:00Z', '2026-11'],
  ['Pacific/Auckland', '2026-09-30T10:59:59Z', '2026-09'],
  ['Pacific/Auckland', '2026-09-30T11:00:00Z', '2026-10'],
])('a month begins where the company is: %s, %s is of %s', async (zone, moment, of) => {
  const { rows } = await sql<{
    month: string;
  }>`select to_char(${moment}::timestamptz at time zone ${zone}, 'YYYY-MM') as month`.execute(api.db);
  const ada = await company();
  await api.db.updateTable('accounts').set({ time_zone: zone }).where('id', '=', ada.accountId).execute();
  const day = await sql<{
    month: string;
  }>`select to_char(day_of_call(${moment}::timestamptz, ${ada.accountId}), 'YYYY-MM') as month`.execute(api.db);
  expect([rows[0]?.month, day.rows[0]?.month]).toEqual([of, of]);
});

test('what is older than thirteen months is not shown, and forgotten', async () => {
  const ada = await company();
  const ago = (months: number) => sql<string>`(now() - make_interval(months => ${months}))::text`;
  for (const months of [0, 12, 14]) {
    const { rows } = await sql<{ at: string }>`select ${ago(months)} as at`.execute(api.db);
    await ada.run(rows[0]?.at ?? '');
  }
  expect(await readUse(api.db, ada.accountId)).toHaveLength(2);
  await forgetOldUse(api.db);
  const kept = await api.db.selectFrom('ai_runs').select('id').where('account_id', '=', ada.accountId).execute();
  expect(kept).toHaveLength(2);
});

test('it takes one statement, however much was used', async () => {
  const ada = await company();
  let statements = 0;
  const counting = api.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  for (let round = 0; round < 30; round++) {
    await ada.run(`${at('10')}T10:00:00Z`, { connection_id: `c${round % 7}`, call: `call ${round}` });
  }
  expect(await readUse(counting, ada.accountId)).toHaveLength(7);
  expect(statements).toBe(1);
});

test('SCONST-057: the used calls of a plan are those of the account’s month, for users and administrators alike', async () => {
  const ada = await company();
  const ulf = await person(api, { firstName: 'Ulf', accountId: ada.accountId });
  const plan = JSON.stringify({ id: 'p', displayName: 'P', quotas: [{ grant: 'CALL_BOOSTS', limit: 3 }] });
  await api.db.updateTable('accounts').set({ plan }).where('id', '=', ada.accountId).execute();
  // What a column of users says no longer counts.
  await api.db.updateTable('users').set({ used_quotas: '{"CALL_BOOSTS": 99}' }).where('id', '=', ulf.userId).execute();
  const uses = (calls: number, month = sql`to_char(day_of_call(now(), ${ada.accountId}), 'YYYY-MM')`) =>
    sql`insert into ai_usage (account_id, month, calls) values (${ada.accountId}, ${month}, ${calls})
      on conflict (account_id, month) do update set calls = excluded.calls`.execute(api.db);
  await uses(50, sql`'2020-01'`);
  await uses(2);
  const tokens = await Promise.all([ada, ulf].map(async ({ email }) => (await signInAs(api.url, email)).access_token));
  const [admin, member] = tokens.map((token) => liveClient(api.url, () => token));
  if (!admin || !member) throw new Error('both are signed in');
  const account = admin.watch<AdminAccount & { rev: number }>('adminAccount');
  const users = [admin, member].map((client) => client.watch<User & { rev: number }>('me'));
  const seen = () => [
    account.rows?.[0]?.plan.quotas[0]?.used,
    ...users.map(({ rows }) => rows?.[0]?.usedQuotas['CALL_BOOSTS']),
  ];
  await vi.waitFor(() => expect(seen()).toEqual([2, 2, 2]));
  await uses(3);
  await vi.waitFor(() => expect(seen()).toEqual([3, 3, 3]));
  await admin.close();
  await member.close();
});
