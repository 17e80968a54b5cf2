import { type Kysely, sql } from 'kysely';

/**
 * What administrators are told by a banner and a mail: limits that calls reached, barred numbers that are tried again and
 * again, banned addresses, guessed passwords. One row for each source and hour.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create table alerts (
      id bigint generated always as identity primary key,
      scope text not null,
      kind text not null,
      source text not null,
      hour timestamptz not null,
      at timestamptz not null,
      detail jsonb not null default '{}',
      mailed_at timestamptz,
      dismissed_at timestamptz,
      dismissed_by text,
      rev bigint not null default 0,
      unique (scope, kind, source, hour))`.execute(db);
  await sql`create index alerts_open on alerts (scope, id desc) where dismissed_at is null`.execute(db);
  await sql`create index alerts_unmailed on alerts (at) where mailed_at is null`.execute(db);
  await sql`
    create trigger touch before insert or update on alerts for each row execute function touch_row()`.execute(db);
  await sql`
    create trigger announce after insert or update or delete on alerts
    for each row execute function announce_row('scope')`.execute(db);
}
