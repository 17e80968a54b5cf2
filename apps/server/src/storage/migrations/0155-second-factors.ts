import { type Kysely, sql } from 'kysely';

/** What users prove themselves with besides the password, and how a company has them sign in. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table accounts add column sign_in jsonb not null default '{}'`,
  `create table authenticators (
    user_id text primary key references users on delete cascade,
    account_id text not null references accounts on delete cascade,
    secret_sealed bytea not null,
    -- Null: no code of it was entered yet, and it does not count.
    confirmed_at timestamptz,
    -- Of the last code that was taken; none is taken twice, and no earlier one.
    last_step bigint not null default 0,
    created_at timestamptz not null default now(),
    rev bigint not null default 0)`,
  'create index authenticators_account on authenticators (account_id)',
  // A code that was used is gone.
  `create table recovery_codes (
    user_id text not null references authenticators on delete cascade,
    code_hash text not null,
    primary key (user_id, code_hash))`,
  `create table passkeys (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    user_id text not null references users on delete cascade,
    name text not null,
    -- As the browser names it, and what signatures of it are checked with.
    credential_id text not null unique,
    public_key bytea not null,
    counter bigint not null default 0,
    transports text[] not null default '{}',
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    rev bigint not null default 0)`,
  'create index passkeys_user on passkeys (user_id)',
  'create index passkeys_account on passkeys (account_id)',
  // What the browser of a user was asked to make a passkey with; of each user the last.
  `create table passkey_offers (
    user_id text primary key references users on delete cascade,
    challenge text not null,
    expires_at timestamptz not null)`,
  ...['authenticators', 'passkeys'].flatMap((table) => [
    `create trigger touch before insert or update on ${table} for each row execute function touch_row()`,
    `create trigger announce after insert or update or delete on ${table}
      for each row execute function announce_row('account_id')`,
    `create function ask_for_erasure_of_${table}() returns trigger language plpgsql as $$
      begin
        if exists (select from gone) then
          insert into erasures (tables) values (array['${table}']);
        end if;
        return null;
      end $$`,
    `create trigger erase after delete on ${table} referencing old table as gone
      for each statement execute function ask_for_erasure_of_${table}()`,
  ]),
];
