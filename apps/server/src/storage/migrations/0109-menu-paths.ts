import { type Kysely, sql } from 'kysely';

/** Which keys a caller pressed in voice menus, by the names of the menus, and the menu that a number begins with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table inbox_events add column menu_path text`.execute(db);
  await sql`alter table numbers add column menu_id text references voice_menus on delete set null`.execute(db);
  await sql`create index numbers_menu on numbers (menu_id) where menu_id is not null`.execute(db);
  // A number that leads to no channel begins with no menu, so that it is free; channels that go take the menu along.
  await sql`create function forget_menu_of_number() returns trigger language plpgsql as $$
    begin
      if new.channel_id is null then new.menu_id := null; end if;
      return new;
    end $$`.execute(db);
  await sql`create trigger forget_menu before insert or update of channel_id, menu_id on numbers
    for each row execute function forget_menu_of_number()`.execute(db);
}
