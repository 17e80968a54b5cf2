import { type Kysely, sql } from 'kysely';

/** Words that the transcripts of an account are to spell right. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // One row an account, since the list is read and written as a whole. Names of people and customers are among the words.
  `create table custom_words (
    account_id text primary key references accounts on delete cascade,
    words jsonb not null default '[]' check (jsonb_typeof(words) = 'array'),
    rev bigint not null default 0)`,
  'create trigger touch before insert or update on custom_words for each row execute function touch_row()',
  `create trigger announce after insert or update or delete on custom_words
    for each row execute function announce_row('account_id')`,
  // Nothing is left of a word that was deleted.
  `create function ask_for_erasure_of_custom_words() returns trigger language plpgsql as $$
    declare
      kept jsonb := case when tg_op = 'DELETE' then '[]' else new.words end;
    begin
      if exists (
        select from jsonb_array_elements(old.words) as was
        where not kept @> jsonb_build_array(jsonb_build_object('value', was -> 'value'))) then
        insert into erasures (tables) values (array['custom_words']);
      end if;
      return null;
    end $$`,
  `create trigger erase after update or delete on custom_words for each row
    execute function ask_for_erasure_of_custom_words()`,
];
