import { type Kysely, sql } from 'kysely';

/**
 * Live calls are kept in memory alone. What a restart needs of them, since when their users see them, stands beside what it
 * needs of the call.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table call_snapshots add column seen jsonb not null default '[]'`.execute(db);
  await sql`
    update call_snapshots set seen = live.seen
    from (
      select call_id, jsonb_agg(jsonb_build_object(
        'id', id,
        'startedAt', body -> 'startedAt',
        'establishedAt', body -> 'establishedAt',
        'transfer', case when jsonb_typeof(body -> 'transfer') = 'object' then jsonb_build_object(
          'id', body #> '{transfer,id}', 'establishedAt', body #> '{transfer,establishedAt}') end)) as seen
      from ongoing_calls where ended_at is null group by call_id) as live
    where live.call_id = call_snapshots.call_id`.execute(db);
  await sql`drop table ongoing_calls`.execute(db);
}
