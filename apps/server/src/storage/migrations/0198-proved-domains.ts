import { type Kysely, sql } from 'kysely';

/**
 * Email domains of single sign-on are proved by a TXT record. Several companies may wait for the proof of one domain, and one has it.
 * What was there before counts without a proof: for good on a server with one company, for thirty days where there are several.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table single_sign_on_domains
    -- What the record has to say. It is no secret: the DNS shows it to all.
    add column token text,
    add column state text not null default 'waiting' check (state in ('waiting', 'proved', 'lost')),
    -- Counts without a proof until then; infinity: for good.
    add column kept_until timestamptz,
    add column created_at timestamptz not null default now(),
    add column checked_at timestamptz,
    -- Why the record was not found by the last look; null: it was.
    add column problem text,
    -- Since when the record of a proved domain is missing.
    add column missing_since timestamptz`,
  // gen_random_uuid takes its bits from the same strong source as pgcrypto.
  `update single_sign_on_domains set
    token = replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
    kept_until = case (select count(*) from accounts) when 1 then 'infinity'::timestamptz else now() + interval '30 days' end`,
  'alter table single_sign_on_domains alter column token set not null',
  'alter table single_sign_on_domains drop constraint single_sign_on_domains_pkey',
  'alter table single_sign_on_domains add primary key (account_id, domain)',
  'drop index single_sign_on_domains_account',
  `create unique index single_sign_on_domains_proved on single_sign_on_domains (domain) where state = 'proved'`,
  'create index single_sign_on_domains_domain on single_sign_on_domains (domain)',
  'create index single_sign_on_domains_checked on single_sign_on_domains (checked_at nulls first)',
];
