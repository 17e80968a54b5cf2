import { type Kysely, sql } from 'kysely';

/** A request to erase names its tables: a contact that is gone keeps nobody from the calls. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Null: all of them.
  'alter table erasures add column tables text[]',
  // Names and numbers of a contact stand in favorites and in problems of imports as well, and never in what is kept of calls.
  `create or replace function ask_for_erasure() returns trigger language plpgsql as $$
    begin
      if exists (select from gone) then
        insert into erasures (tables) values (case tg_table_name
          when 'contacts' then array['contacts', 'favorites', 'contact_imports']
          when 'contact_imports' then array['contact_imports']
          when 'integrations' then array['integrations'] end);
      end if;
      return null;
    end $$`,
  ...['contact_imports', 'integrations'].map(
    (table) => `create or replace trigger erase after delete on ${table} referencing old table as gone
      for each statement execute function ask_for_erasure()`,
  ),
  'create index contact_imports_ended on contact_imports (ended_at) where ended_at is not null',
];
