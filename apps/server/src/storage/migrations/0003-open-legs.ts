import { type Kysely, sql } from 'kysely';

/** Presence asks for the open legs alone, every few seconds, while the ended ones grow without end. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`create index legs_open on legs (user_id) where ended_at is null`.execute(db);
}
