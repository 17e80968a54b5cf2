import { type Kysely, sql } from 'kysely';

/** Tokens by which assistants read the calls of their user. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Of the token itself only its digest.
  `create table mcp_tokens (
    id text primary key,
    user_id text not null references users on delete cascade,
    account_id text not null references accounts on delete cascade,
    token_hash text not null unique,
    name text not null,
    may_write_notes boolean not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    last_used_at timestamptz)`,
  'create index mcp_tokens_of_user on mcp_tokens (user_id)',
];
