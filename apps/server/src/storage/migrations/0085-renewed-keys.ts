import { type Kysely, sql } from 'kysely';

/**
 * Bridges give another key in place of the one that was entered. It stands beside that one, which stays as it is: by its bytes a
 * synchronisation tells whether someone connected the integration again meanwhile.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql.raw('alter table integrations add column renewed_key_sealed bytea').execute(db);
}
