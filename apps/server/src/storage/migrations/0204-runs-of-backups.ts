import { type Kysely, sql } from 'kysely';

/** Backups that the server makes by its schedule, and what looking into backups found, one row each. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create table backup_runs (
      id text primary key,
      kind text not null check (kind in ('backup', 'verification')),
      place text not null,
      file text not null,
      node text not null,
      begun_at timestamptz not null default now(),
      ended_at timestamptz,
      state text not null check (state in ('running', 'ready', 'failed', 'gone')),
      bytes bigint not null,
      failure text,
      found jsonb,
      rev bigint not null default 0)`.execute(db);
  await sql`create index backup_runs_begun on backup_runs (kind, begun_at)`.execute(db);
  await sql`create trigger touch before insert or update on backup_runs for each row execute function touch_row()`.execute(
    db,
  );
  await sql`create trigger announce after insert or update or delete on backup_runs
    for each row execute function announce_row('id')`.execute(db);
}
