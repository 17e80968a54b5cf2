import { type Kysely, sql } from 'kysely';

/** Signing in to CRMs at their own pages. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Whose CRM it is, where the vendor tells; until when the vendor wants to be left alone; when someone connected it last.
  `alter table integrations add column tenant text, add column not_before timestamptz,
    add column connected_at timestamptz not null default now()`,

  // Apart from the connection: a token is renewed while its contacts are being synchronised, which a new key would end.
  `create table integration_tokens (
    integration_id text primary key references integrations on delete cascade,
    -- The access token, the token that renews it, and whose CRM it was asked at.
    sealed bytea not null,
    expires_at timestamptz not null,
    renewed_at timestamptz not null default now(),
    version integer not null default 1)`,
  `create function ask_for_erasure_of_tokens() returns trigger language plpgsql as $$
    begin
      if exists (select from gone) then
        insert into erasures (tables) values (array['integration_tokens']);
      end if;
      return null;
    end $$`,
  `create trigger erase after delete on integration_tokens referencing old table as gone
    for each statement execute function ask_for_erasure_of_tokens()`,

  // A sign-in that has begun. The state and the browser are kept as hashes.
  `create table crm_sign_ins (
    state_hash bytea primary key,
    browser_hash bytea not null,
    account_id text not null references accounts on delete cascade,
    user_id text not null references users on delete cascade,
    address text not null,
    name text not null,
    integration_id text,
    account_url text,
    verifier_sealed bytea not null,
    success_path text not null,
    error_path text not null,
    expires_at timestamptz not null,
    used_at timestamptz)`,
  'create index crm_sign_ins_expires on crm_sign_ins (expires_at)',
];
