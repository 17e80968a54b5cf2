import { type Kysely, sql } from 'kysely';

/** A call that goes lets go of its events; without an index each looks through the inboxes of all companies for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index inbox_events_call on inbox_events (call_id) where call_id is not null`.execute(db);
}
