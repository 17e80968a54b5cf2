import { type Kysely, sql } from 'kysely';

/** Accounts that are there go on as they were: the lines of new people have no voicemail until an administrator says so. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`update accounts set call_settings = '{"voicemailForNewPeople": false}'::jsonb || call_settings`.execute(db);
}
