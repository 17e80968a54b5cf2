import { type Kysely, sql } from 'kysely';

/** The AI services that accounts set up, and how they want their calls documented. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table ai_connections (
    id text primary key,
    -- Null: the server's own, for accounts that have none of that purpose.
    account_id text references accounts on delete cascade,
    purpose text not null check (purpose in ('language', 'speech')),
    kind text not null,
    name text not null,
    url text,
    model text not null,
    options jsonb not null default '{}',
    key_sealed bytea,
    -- The key was entered for these, and is sent nowhere else.
    key_origins text[] not null default '{}',
    state text not null default 'unchecked' check (state in ('unchecked', 'working', 'failing')),
    problem text,
    checked_at timestamptz,
    confirmed_at timestamptz,
    confirmed_by text references users on delete set null,
    created_at timestamptz not null default now(),
    rev bigint not null default 0,
    -- The revision that an administrator made last: what a test found changes rev alone.
    changed_rev bigint not null default 0)`,
  'create unique index ai_connections_of_account on ai_connections (account_id, purpose, kind) nulls not distinct',
  'create index ai_connections_confirmed_by on ai_connections (confirmed_by)',
  `create function touch_ai_connection() returns trigger language plpgsql as $$
    begin
      new.rev := nextval('revisions');
      if tg_op = 'INSERT' or (new.name, new.url, new.model, new.options, new.key_sealed, new.confirmed_at)
        is distinct from (old.name, old.url, old.model, old.options, old.key_sealed, old.confirmed_at) then
        new.changed_rev := new.rev;
      end if;
      return new;
    end $$`,
  `create trigger touch before insert or update on ai_connections for each row
    execute function touch_ai_connection()`,
  `create trigger announce after insert or update or delete on ai_connections
    for each row execute function announce_row('account_id')`,
  // Nothing is left of a key or an address that was deleted.
  `create function ask_for_erasure_of_ai_connections() returns trigger language plpgsql as $$
    begin
      if exists (select from gone) then
        insert into erasures (tables) values (array['ai_connections']);
      end if;
      return null;
    end $$`,
  `create trigger erase after delete on ai_connections referencing old table as gone
    for each statement execute function ask_for_erasure_of_ai_connections()`,
  `create table ai_settings (
    account_id text primary key references accounts on delete cascade,
    documentation text not null check (documentation in ('all', 'recorded')),
    sound_hours integer not null default 24 check (sound_hours between 0 and 72),
    language text not null default 'call' check (language in ('call', 'de', 'en')),
    rev bigint not null default 0)`,
  'create trigger touch before insert or update on ai_settings for each row execute function touch_row()',
  `create trigger announce after insert or update or delete on ai_settings
    for each row execute function announce_row('account_id')`,
  // What everyone is told of the services is newer with each change of one, also where one is gone.
  `create function touch_ai_settings() returns trigger language plpgsql as $$
    begin
      update ai_settings set language = language
        where account_id = case when tg_op = 'DELETE' then old.account_id else new.account_id end;
      return null;
    end $$`,
  `create trigger renew_overview after insert or update or delete on ai_connections
    for each row execute function touch_ai_settings()`,
];
