import { type Kysely, sql } from 'kysely';

/** Desk phones that set themselves up. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table phone_setups (
    endpoint_id text primary key references endpoints on delete cascade,
    account_id text not null references accounts on delete cascade,
    vendor text not null check (vendor in ('yealink', 'snom', 'grandstream', 'gigaset', 'cisco')),
    mac text not null check (mac ~ '^[0-9a-f]{12}$'),
    model text not null check (char_length(model) between 1 and 40),
    keys jsonb not null default '[]' check (jsonb_typeof(keys) = 'array'),
    -- Digests of random secrets. The first stays after its use, so that a second use is known as one.
    first_digest text not null unique,
    first_until timestamptz not null,
    first_used_at timestamptz,
    first_used_from text,
    own_digest text not null unique,
    own_sealed bytea not null,
    own_used_at timestamptz,
    fetched_at timestamptz,
    user_agent text check (char_length(user_agent) <= 200),
    created_at timestamptz not null default now(),
    rev bigint not null default 0,
    check ((first_used_at is null) = (first_used_from is null)),
    constraint phone_setups_mac unique (account_id, mac))`,
  // Whose phone a stranger asks for is looked up in all accounts.
  'create index phone_setups_any_mac on phone_setups (mac)',
  'create trigger touch before insert or update on phone_setups for each row execute function touch_row()',
  `create trigger announce after insert or update or delete on phone_setups
    for each row execute function announce_row('account_id')`,
];
