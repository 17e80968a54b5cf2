import { type Kysely, sql } from 'kysely';

/** Tokens of programs: of a company, or of one of its users. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Of the token itself only its digest.
  await sql`create table api_tokens (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    -- Null: of the company.
    user_id text references users on delete cascade,
    made_by text references users on delete set null,
    token_hash text not null unique,
    name text not null,
    scopes text[] not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    last_used_at timestamptz)`.execute(db);
  await sql`create index api_tokens_account on api_tokens (account_id)`.execute(db);
  await sql`create index api_tokens_user on api_tokens (user_id)`.execute(db);
  await sql`create index api_tokens_made_by on api_tokens (made_by)`.execute(db);
}
