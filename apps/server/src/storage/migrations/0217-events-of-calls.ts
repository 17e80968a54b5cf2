import { type Kysely, sql } from 'kysely';

/** Deleting a call sets `call_id` of its events to null. Without an index each deletion scans the events of all companies. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index inbox_events_call on inbox_events (call_id) where call_id is not null`.execute(db);
}
