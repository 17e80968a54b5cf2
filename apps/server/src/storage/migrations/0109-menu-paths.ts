import { type Kysely, sql } from 'kysely';

/** Which keys a caller pressed in voice menus, by the names of the menus, and the menu that a number begins with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table inbox_events add column menu_path text`.execute(db);
  await sql`alter table numbers add column menu_id text references voice_menus on delete set null`.execute(db);
  await sql`create index numbers_menu on numbers (menu_id) where menu_id is not null`.execute(db);
}
