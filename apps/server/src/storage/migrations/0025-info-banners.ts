import { type Kysely, sql } from 'kysely';

/** News that administrators show above the app. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table info_banners (
    id text primary key,
    -- Whose administrators wrote it.
    account_id text not null references accounts on delete cascade,
    -- Whose people see it: an account's id, or 'server' for those of all accounts.
    scope text not null,
    enabled boolean not null,
    expires timestamptz,
    -- The other fields, see contract/entities/banner.ts.
    content jsonb not null,
    created_at timestamptz not null default now(),
    rev bigint not null default 0,
    check (scope in (account_id, 'server')))`,
  'create index info_banners_of_account on info_banners (account_id)',
  'create index info_banners_of_scope on info_banners (scope) where enabled',
  'create trigger touch before insert or update on info_banners for each row execute function touch_row()',
  `create trigger announce after insert or update or delete on info_banners
    for each row execute function announce_row('account_id', 'scope')`,
];
