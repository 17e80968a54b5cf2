import { type Kysely, sql } from 'kysely';

/** Callers whose calls from outside are refused. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table blocked_callers (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    -- Whose own list it is; null: the company's.
    user_id text references users on delete cascade,
    kind text not null check (kind in ('number', 'prefix', 'anonymous')),
    -- In E.164, or its beginning with the plus; empty for anonymous callers.
    number text not null check ((kind = 'anonymous') = (number = '')),
    note text,
    added_by text references users on delete set null,
    created_at timestamptz not null default now(),
    refused integer not null default 0,
    last_refused_at timestamptz,
    rev bigint not null default 0)`,
  // By it each call from outside is looked up.
  `create unique index blocked_callers_of_list on blocked_callers
    (account_id, number, kind, coalesce(user_id, ''))`,
  'create index blocked_callers_user on blocked_callers (user_id)',
  'create index blocked_callers_added_by on blocked_callers (added_by)',
  'create trigger touch before insert or update on blocked_callers for each row execute function touch_row()',
  `create trigger announce after insert or update or delete on blocked_callers
    for each row execute function announce_row('account_id')`,
  // Nothing is left of a caller who is no longer blocked.
  `create function ask_for_erasure_of_blocked_callers() returns trigger language plpgsql as $$
    begin
      if exists (select from gone) then
        insert into erasures (tables) values (array['blocked_callers']);
      end if;
      return null;
    end $$`,
  `create trigger erase after delete on blocked_callers referencing old table as gone
    for each statement execute function ask_for_erasure_of_blocked_callers()`,
];
