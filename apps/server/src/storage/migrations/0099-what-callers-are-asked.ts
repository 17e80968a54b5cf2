import { type Kysely, sql } from 'kysely';

/** Clocks of accounts in one place, what callers are asked as it was at their call, and nothing left of words that were deleted. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // PostgreSQL may not know the zone of an account; its days are those of UTC then.
  `create function zone_of(account text) returns text language plpgsql stable as $$
    declare
      zone text := coalesce((select time_zone from accounts where id = account), 'UTC');
    begin
      perform now() at time zone zone;
      return zone;
    exception when invalid_parameter_value then
      return 'UTC';
    end $$`,
  // Comments go with their result, and with the user who wrote them.
  `create function ask_for_erasure_of_assistant_feedback() returns trigger language plpgsql as $$
    begin
      if exists (select from gone where comment is not null) then
        insert into erasures (tables) values (array['assistant_feedback']);
      end if;
      return null;
    end $$`,
  `create trigger erase after delete on assistant_feedback referencing old table as gone
    for each statement execute function ask_for_erasure_of_assistant_feedback()`,
  // The name of a chat is what was asked first, or what somebody wrote.
  `create trigger erase_title after update of title on chats
    for each row when (old.title is not null and old.title is distinct from new.title)
    execute function ask_for_erasure_of_chat()`,
  // Id, label and words of each question, as they were when the call came.
  `alter table assistant_askings add column questions jsonb not null default '[]' check (jsonb_typeof(questions) = 'array')`,
];
