import { type Kysely, sql } from 'kysely';

/** Which sign-in was begun by which session at the provider of a company, and what providers said of its end. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table single_sign_ons add column ends_at_provider boolean not null default false',
  // By the grant, which is gone a moment before its sign-out leads on to the provider.
  `create table company_sign_ins (
    grant_id text primary key,
    user_id text not null references users on delete cascade,
    account_id text not null references accounts on delete cascade,
    issuer text not null,
    subject text not null,
    -- Null: the provider named no session.
    sid text,
    began_at timestamptz not null default now())`,
  'create index company_sign_ins_of_subject on company_sign_ins (account_id, subject)',
  'create index company_sign_ins_of_session on company_sign_ins (account_id, sid)',
  'create index company_sign_ins_of_user on company_sign_ins (user_id)',
  // Each of them counts once.
  `create table logout_tokens (
    digest text primary key,
    seen_at timestamptz not null default now())`,
  'create index logout_tokens_seen on logout_tokens (seen_at)',
];
