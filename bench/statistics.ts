import { sql } from 'kysely';
import { readWaitingCalls } from '../apps/server/src/features/inbox/waiting-calls.ts';
import { readStatistics } from '../apps/server/src/features/statistics/read-statistics.ts';
import type { Database } from '../apps/server/src/storage/database.ts';
import { someCompany } from '../apps/server/src/storage/testing/some-company.ts';
import { testDatabase } from '../apps/server/src/storage/testing/test-database.ts';
import type { Figure } from './figures.ts';

const calls = Number(process.env['BENCH_EVENTS'] ?? 100_000);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 20);
const days = 30;
const atOnce = 10_000;

/** What the figures of thirty days cost whose calls all were within them, in a private and a shared channel. */
export async function measureStatistics(): Promise<Figure[]> {
  const database = await testDatabase();
  const { db } = database;
  try {
    await someCompany(db);
    await db.insertInto('channel_members').values({ channel_id: 'ca', user_id: 'wanna' }).execute();
    for (let from = 0; from < calls; from += atOnce) await writeCalls(db, from + 1, Math.min(from + atOnce, calls));
    await sql`vacuum analyze`.execute(db);
    const ours: number[] = [];
    const first: number[] = [];
    for (let round = -2; round < rounds; round += 1) {
      const begun = performance.now();
      const asker = { userId: 'wanna', accountId: 's1' };
      const { now } = await readStatistics(db, asker, { channelIds: null, days }, { readWaiting: readWaitingCalls });
      if (now.calls < calls * 0.9) throw new Error(`only ${now.calls} of ${calls} calls were counted`);
      const took = performance.now() - begun;
      if (round === -2) first.push(took);
      if (round >= 0) ours.push(took);
    }
    const what = `Statistics of ${days} days with ${calls.toLocaleString('en')} calls`;
    return [
      { what, unit: 'ms', ours, rival: undefined },
      { what: 'The same, when no day of the company has been counted yet', unit: 'ms', ours: first, rival: undefined },
    ];
  } finally {
    await database.drop();
  }
}

/** Every third call is missed, every fourth goes out, every fifth has one of eight topics. */
const writeCalls = (db: Database, from: number, to: number) =>
  sql`insert into inbox_events (id, account_id, channel_id, session_id, owner, unresolved, direction, state,
      remote_phone_number, started_at, established_at, terminated_at, terminated_reason, documentation)
    select 'bench-' || n, 's1', case n % 3 when 0 then 'ca' else 'cteam' end, 'bench-' || n, 'wanna', n % 200 = 0,
      case when n % 4 = 0 then 'OUTGOING' else 'INCOMING' end, case when n % 3 > 0 then 'FINISHED' else 'MISSED' end,
      '+4930' || 7000000 + n % 1500, at, case when n % 3 > 0 then at end, at + interval '3 minutes',
      case when n % 3 > 0 then 'HANGUP' else 'CANCELLED' end,
      case when n % 5 = 1 then jsonb_build_object('summary', jsonb_build_object('status', 'success',
        'text', 'They asked about order ' || n % 977, 'topics', jsonb_build_array('Topic ' || n % 40)))
      else '{}' end
    from (
      select n, now() - n * (${days}::int - 1) * interval '1 day' / ${calls}::int as at
      from generate_series(${from}::int, ${to}::int) as n) as calls`.execute(db);
