import { type Kysely, sql } from 'kysely';

/** Which user here owns a record of a CRM that a call is logged to: it outlives the connection, which is what tells. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table call_log_entities add column owned_by text`.execute(db);
}
