import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/storage/database.ts';

/** Two companies have four tenths of all calls each, and the other eight the rest. */
export const bigOnes = ['k0', 'k1'] as const;
/** One of the small ones, whose calls go on. */
export const neighbourId = 'k9';
export const channelOf = (accountId: string) => `c${accountId}`;

const atOnce = 50_000;

/** Ten companies with so many calls of the last year, each with a note of forty words. */
export async function fillWithCalls(db: Database, calls: number): Promise<void> {
  await sql`insert into accounts (id, name, plan) select 'k' || n, 'Company ' || n, '{}' from generate_series(0, 9) as n`.execute(
    db,
  );
  await sql`insert into channels (id, account_id, type, name, follow_up_time)
    select 'ck' || n, 'k' || n, 'acd', 'Desk', 0 from generate_series(0, 9) as n`.execute(db);
  // Made at the end, which takes a fraction of the time.
  const { rows } = await sql<{ definition: string }>`
    select pg_get_indexdef('call_words_found'::regclass) as definition`.execute(db);
  await sql`drop index call_words_found`.execute(db);
  await db.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection);
    for (let from = 1; from <= calls; from += atOnce) {
      await write(connection, { from, to: Math.min(from + atOnce - 1, calls), calls });
    }
    await sql`insert into call_groups (channel_id, day, remote_key, newest_id, started_at, calls, unresolved)
      select channel_id, day, remote_key, max(id), max(started_at), count(*), 0 from inbox_events group by 1, 2, 3`.execute(
      connection,
    );
    await sql`set session_replication_role = origin`.execute(connection);
  });
  await sql.raw(rows[0]?.definition ?? '').execute(db);
  await sql`vacuum analyze`.execute(db);
}

async function write(
  db: Database,
  { from, to, calls }: { readonly from: number; readonly to: number; readonly calls: number },
) {
  await sql`create temporary table portion on commit preserve rows as
    select n, account, 'c' || account as channel, at, words from (
      select n, case when n % 10 < 4 then 'k0' when n % 10 < 8 then 'k1' else 'k' || 2 + n / 10 % 8 end as account,
        date_trunc('milliseconds', now() - n * interval '365 days' / ${sql.lit(calls)}) as at
      from generate_series(${sql.lit(from)}, ${sql.lit(to)}) as n) as given,
    lateral (
      select array_agg(distinct 'word' || (hashint4(n * 64 + i) & 16383)) as words from generate_series(1, 40) as i) as said`.execute(
    db,
  );
  const statements = [
    sql`insert into calls (id, account_id, session_id, node, epoch, lease_until, started_at, established_at, ended_at)
      select 'b' || n, account, 'b' || n, 'node-1', 1, at, at, at, at + interval '3 minutes' from portion`,
    sql`insert into legs (id, call_id, sip_call_id, role, started_at, ended_at)
      select 'b' || n || role, 'b' || n, 'b' || n || role, role, at, at + interval '3 minutes'
      from portion, unnest(array['caller', 'callee']) as role`,
    sql`insert into inbox_events (id, account_id, channel_id, call_id, session_id, unresolved, direction, state,
        remote_phone_number, started_at, established_at, terminated_at, terminated_reason, documentation, day,
        remote_key, listed_documentation)
      select 'pbx-b' || n, account, channel, 'b' || n, 'b' || n, false, 'INCOMING', 'FINISHED', '+4930' || n % 9973,
        at, at, at + interval '3 minutes', 'HANGUP', note, at::date, '+4930' || n % 9973, note
      from portion, lateral (
        select jsonb_build_object('note', jsonb_build_object('content', array_to_string(words, ' '))) as note) as noted`,
    sql`insert into call_words (channel_id, doc_id, started_at, words, marks)
      select channel, 'pbx-b' || n, at, array_to_tsvector(words), array['in ' || channel, 'incoming', 'noted'] from portion`,
    sql`drop table portion`,
  ];
  for (const statement of statements) await statement.execute(db);
}
