import { type Kysely, sql } from 'kysely';

/**
 * What was deleted is remembered until nothing is left of it on the disk, and a note keeps counting its writes when it was
 * deleted in between.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Else whoever still has the first note before them could overwrite another one of the same count.
  'alter table inbox_events add column note_revision integer not null default 0',
  // `transaction` is the one that deleted: nothing can be erased while somebody may still see what was before it.
  `create table erasures (
    id bigint generated always as identity primary key,
    transaction xid8 not null default pg_current_xact_id(),
    asked_at timestamptz not null default now())`,
  // However rows go, by hand, by age, or with their channel or account.
  `create function ask_for_erasure() returns trigger language plpgsql as $$
    begin
      if exists (select from gone) then
        insert into erasures default values;
      end if;
      return null;
    end $$`,
  ...['inbox_events', 'recordings', 'voicemails'].map(
    (table) => `create trigger erase after delete on ${table} referencing old table as gone
      for each statement execute function ask_for_erasure()`,
  ),
];
