import { type Kysely, sql } from 'kysely';

/** When which address was mailed a code, for an hour: removing an address, or its channel, does not make the next code come sooner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table mailed_codes (
    id bigint generated always as identity primary key,
    account_id text not null references accounts on delete cascade,
    -- The channel may be gone.
    channel_id text not null,
    -- In small letters.
    address text not null,
    sent_at timestamptz not null default now())`.execute(db);
  await sql`create index mailed_codes_of_account on mailed_codes (account_id, sent_at)`.execute(db);
}
