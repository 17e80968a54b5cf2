import { type Kysely, sql } from 'kysely';

/**
 * Where, besides the address that was entered, the key of an integration may be sent: wherever that led when it was entered.
 * Null where nobody kept it then: the next synchronisation that ends well writes it down.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table integrations add column key_origins text[]`.execute(db);
}
