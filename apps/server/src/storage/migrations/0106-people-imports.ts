import { type Kysely, sql } from 'kysely';

/** Departments of people, and imports of people from tables. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table users add column department text check (char_length(department) between 1 and 60)',
  `create table people_imports (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    user_id text references users on delete set null,
    name text,
    mode text not null check (mode in ('each', 'all')),
    state text not null default 'running' check (state in ('running', 'done', 'failed', 'undone')),
    total integer not null,
    created integer not null default 0,
    here integer not null default 0,
    refused integer not null default 0,
    removed integer not null default 0,
    started_at timestamptz not null default now(),
    ended_at timestamptz,
    rev bigint not null default 0,
    check ((state = 'running') = (ended_at is null)))`,
  'create index people_imports_account on people_imports (account_id, started_at)',
  'create index people_imports_user on people_imports (user_id)',
  // `person`: what the row makes, until the import is forgotten; `user_id`: whom it made, without a reference, so that a
  // person who is removed leaves the row as it was.
  `create table people_import_rows (
    import_id text not null references people_imports on delete cascade,
    account_id text not null references accounts on delete cascade,
    place integer not null,
    person jsonb not null,
    state text not null default 'waiting' check (state in ('waiting', 'created', 'here', 'refused', 'removed')),
    user_id text,
    problem text,
    primary key (import_id, place))`,
  'create index people_import_rows_account on people_import_rows (account_id)',
  'create trigger touch before insert or update on people_imports for each row execute function touch_row()',
  `create trigger announce after insert or update or delete on people_imports
    for each row execute function announce_row('account_id')`,
];
