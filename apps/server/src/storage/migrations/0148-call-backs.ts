import { type Kysely, sql } from 'kysely';

/** Callers of queues who hung up and are called back: what becomes of it is kept with their call. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table inbox_events
    -- state, node, since, rank, until, tries, notBefore; times in ms since 1970.
    add column call_back jsonb`.execute(db);
  await sql`create unique index inbox_events_called_back on inbox_events (channel_id, remote_phone_number)
    where call_back->>'state' = 'waiting'`.execute(db);
}
