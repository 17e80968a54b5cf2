import { type Kysely, sql } from 'kysely';

/** Where, besides the address that was entered, the key of an integration may be sent: wherever that led when it was entered. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table integrations add column key_origins text[] not null default '{}'`.execute(db);
}
