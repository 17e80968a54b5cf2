import { type Kysely, sql } from 'kysely';

/** Nothing of the people of an import is left on the disk once its rows are gone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create function ask_for_erasure_of_imported_people() returns trigger language plpgsql as $$
    begin
      if exists (select from gone) then
        insert into erasures (tables) values (array['people_imports', 'people_import_rows']);
      end if;
      return null;
    end $$`.execute(db);
  for (const table of ['people_imports', 'people_import_rows']) {
    await sql`create trigger erase after delete on ${sql.table(table)} referencing old table as gone
      for each statement execute function ask_for_erasure_of_imported_people()`.execute(db);
  }
}
