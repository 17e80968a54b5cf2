import { type Kysely, sql } from 'kysely';

/** Where companies have their audit log sent, and how far the receiver is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table audit_streams (
    account_id text primary key references accounts on delete cascade,
    target jsonb not null,
    -- What requests are signed with, and a header that goes along.
    secret_sealed bytea,
    authorization_sealed bytea,
    state text not null default 'on' check (state in ('on', 'off')),
    -- The receiver has everything up to this place of the chain.
    position bigint not null,
    tries integer not null default 0,
    next_at timestamptz not null default now(),
    delivered_at timestamptz,
    problem text,
    status integer,
    -- Grows with each change of the settings, and with no delivery.
    rev bigint not null default 1,
    created_at timestamptz not null default now())`.execute(db);
}
