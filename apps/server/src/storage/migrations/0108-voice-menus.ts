import { type Kysely, sql } from 'kysely';

/** Voice menus of accounts. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table voice_menus (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    name text not null,
    -- What it does with callers, as the contract says it.
    settings jsonb not null check (jsonb_typeof(settings) = 'object'),
    -- Goes up by one with each change by an administrator.
    revision integer not null default 0,
    created_at timestamptz not null default now(),
    rev bigint not null default 0)`,
  'create index voice_menus_account on voice_menus (account_id)',
  'create trigger touch before insert or update on voice_menus for each row execute function touch_row()',
  `create trigger announce after insert or update or delete on voice_menus
    for each row execute function announce_row('account_id')`,
];
