import { type Kysely, sql } from 'kysely';

/** Pictures that users show of themselves. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
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
