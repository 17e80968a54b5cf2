import { type Kysely, sql } from 'kysely';

/** Where people use the app: what a device says of itself, once for each person who signs in on it. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create table devices (
      id text not null,
      account_id text not null references accounts on delete cascade,
      user_id text not null references users on delete cascade,
      name text not null,
      os text not null,
      version text not null,
      platform text not null check (platform in ('browser', 'desktop')),
      updated_at timestamptz not null default now(),
      rev bigint not null default 0,
      primary key (user_id, id))`.execute(db);
  await sql`
    create trigger touch before insert or update on devices for each row execute function touch_row()`.execute(db);
  await sql`
    create trigger announce after insert or update or delete on devices
    for each row execute function announce_row('user_id')`.execute(db);
}
