import { type Kysely, sql } from 'kysely';

/** PINs by which users hear their messages at phones of others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table mailbox_pins (
    user_id text primary key references users on delete cascade,
    -- As passwords of users: nobody reads it.
    pin_hash text not null,
    changed_at timestamptz not null default now())`.execute(db);
}
