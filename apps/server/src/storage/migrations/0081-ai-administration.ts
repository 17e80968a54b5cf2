import { type Kysely, sql } from 'kysely';

/**
 * What administrators of AI services have besides services: models that are on their way to this server, whether numbers of
 * cards and accounts are blacked out, and what was used each month.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Those that are here are files, and no rows.
  `create table ai_models (
    id text primary key,
    state text not null check (state in ('waiting', 'loading', 'stopped', 'failed')),
    problem text,
    bytes_per_second bigint,
    -- Tries that failed, and when the next one begins.
    tries integer not null default 0,
    next_try_at timestamptz,
    rev bigint not null default 0)`,
  'create trigger touch before insert or update on ai_models for each row execute function touch_row()',
  `create trigger announce after insert or update or delete on ai_models
    for each row execute function announce_row('id')`,
  'alter table ai_settings add column redacts boolean not null default true',
  // Who confirmed a service said who runs it and where it computes.
  'alter table ai_connections add column processor jsonb',
  // Tells requests about one call from those about another one, also once the call is gone; it does not lead back to it.
  'alter table ai_runs add column call text not null default gen_random_uuid()::text',
  `update ai_runs set call = left(encode(sha256(convert_to(channel_id || ' ' || doc_id, 'UTF8')), 'hex'), 24)
    where channel_id is not null and doc_id is not null`,
  "update ai_runs set key = step || ' ' || call || ' ' || id",
  `create function ai_calls_this_month(account text) returns integer language sql stable as $$
    select coalesce((select calls from ai_usage
      where account_id = account and month = to_char(day_of_call(now(), account), 'YYYY-MM')), 0) $$`,
  `create trigger announce after insert or update or delete on ai_usage
    for each row execute function announce_row('account_id')`,
];
