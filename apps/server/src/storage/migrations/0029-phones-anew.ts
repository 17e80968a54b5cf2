import { type Kysely, sql } from 'kysely';

/** Since when a phone of the classic generation is in its state, and how often its user asked to register it anew. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table phones
    add column state_since timestamptz not null default now(),
    add column syncs integer not null default 0`.execute(db);
}
