import { type Kysely, sql } from 'kysely';

/** Ways to the outside, what an account's numbers mean, and where help has to go. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table accounts add column number_plan jsonb not null default '{}'`,
  'alter table accounts add column emergency_address jsonb',
  'alter table users add column emergency_address jsonb',
  `create table trunks (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    name text not null,
    kind text not null check (kind in ('registration', 'address')),
    host text not null,
    port integer,
    transport text not null check (transport in ('udp', 'tcp', 'tls')),
    username text,
    auth_username text,
    password_sealed bytea,
    outbound_proxy text,
    priority integer not null default 10,
    source_addresses text[] not null default '{}',
    number_form text not null default 'e164',
    fixed_number text,
    caller_id_in text not null default 'from',
    called_number_in text not null default 'requestUri',
    srtp text not null default 'off',
    is_emergency boolean not null default false,
    sends_address boolean not null default false,
    max_calls integer,
    is_enabled boolean not null default true,
    state text not null default 'trying',
    failure text,
    state_since timestamptz not null default now(),
    created_at timestamptz not null default now(),
    rev bigint not null default 0,
    check (kind <> 'registration' or username is not null))`,
  'create index trunks_account on trunks (account_id)',
  'create trigger touch before insert or update on trunks for each row execute function touch_row()',
  `create trigger announce after insert or update or delete on trunks
    for each row execute function announce_row('id', 'account_id')`,
];
