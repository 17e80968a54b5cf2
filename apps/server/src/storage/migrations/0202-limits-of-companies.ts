import { type Kysely, sql } from 'kysely';

/**
 * What the operator lets a company have; null: as much as it likes. How many bytes its files take is measured from time to time, and
 * kept so that a server that starts knows it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts
    add column max_users integer check (max_users between 1 and 1000000),
    add column max_calls integer check (max_calls between 1 and 100000),
    add column max_storage bigint check (max_storage between 1 and 1000000000000000)`.execute(db);
  await sql`create table account_storage (
    account_id text primary key references accounts (id) on delete cascade,
    bytes bigint not null check (bytes >= 0),
    measured_at timestamptz not null default now())`.execute(db);
}
