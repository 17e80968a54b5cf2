import { type Kysely, sql } from 'kysely';

/** Pictures that users show of themselves; contacts listed by their last names. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of [...pictures, ...lastNames]) await sql.raw(statement).execute(db);
}

const pictures = [
  // One each. A new one is a new row, so that nothing of the old one stays behind.
  `create table user_pictures (
    user_id text primary key references users on delete cascade,
    account_id text not null references accounts on delete cascade,
    digest text not null check (digest ~ '^[0-9a-f]{64}$'),
    content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
    bytes bytea not null check (octet_length(bytes) <= 1048576),
    created_at timestamptz not null default now())`,
  'create index user_pictures_of_account on user_pictures (account_id)',
  `create function ask_for_erasure_of_pictures() returns trigger language plpgsql as $$
    begin
      if exists (select from gone) then
        insert into erasures (tables) values (array['user_pictures']);
      end if;
      return null;
    end $$`,
  `create trigger erase after delete on user_pictures referencing old table as gone
    for each statement execute function ask_for_erasure_of_pictures()`,
];

const lastNames = [
  // What someone is listed by: the last name, then the first; the name where there is no last one, as of organisations.
  `create function list_key(first_name text, last_name text, name text) returns text
    language sql immutable parallel safe as $$
      select left(plain_words(fold_text(
        case when btrim(coalesce(last_name, '')) = '' then name else concat_ws(' ', last_name, first_name) end)), 200) $$`,
  `alter table contacts add column list_key text collate "C" not null default ''`,
  `create function list_contact() returns trigger language plpgsql as $$
    begin
      new.list_key := list_key(new.first_name, new.last_name, new.name);
      return new;
    end $$`,
  `create trigger list_by before insert or update of name, first_name, last_name, list_key
    on contacts for each row execute function list_contact()`,
  // Nobody changed these contacts: their revisions and times stay.
  'alter table contacts disable trigger user',
  'update contacts set list_key = list_key(first_name, last_name, name)',
  'alter table contacts enable trigger user',
  'create index contacts_by_last_name on contacts (account_id, list_key, id)',
];
