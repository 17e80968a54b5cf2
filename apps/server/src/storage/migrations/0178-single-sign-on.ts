import { type Kysely, sql } from 'kysely';

/** By which provider users of a company sign in, which email addresses it may speak for, and who of it is which user. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table single_sign_ons (
    account_id text primary key references accounts on delete cascade,
    issuer text not null,
    client_id text not null,
    -- Null: the client has none.
    secret_sealed bytea,
    is_on boolean not null,
    is_required boolean not null,
    creates_users boolean not null,
    trusts_addresses boolean not null,
    steps text not null check (steps in ('stated', 'always')),
    group_claim text not null,
    groups jsonb not null,
    created_at timestamptz not null default now(),
    rev bigint not null default 0)`,
  // One company speaks for a domain, and no second one of this server.
  `create table single_sign_on_domains (
    domain text primary key,
    account_id text not null references single_sign_ons on delete cascade)`,
  'create index single_sign_on_domains_account on single_sign_on_domains (account_id)',
  `create table single_sign_on_links (
    user_id text primary key references users on delete cascade,
    account_id text not null references accounts on delete cascade,
    -- Of the last sign-in. Providers may call the same person otherwise to another client.
    issuer text not null,
    client_id text not null,
    -- Null: unlinked. The row stays, since the user has come in once and keeps what groups gave.
    subject text,
    -- What groups gave, and so may take away, and what they took the place of.
    given jsonb not null default '{}',
    linked_at timestamptz not null default now(),
    rev bigint not null default 0,
    unique (account_id, issuer, subject))`,
  ...['single_sign_ons', 'single_sign_on_links'].flatMap((table) => [
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
