import { type Kysely, sql } from 'kysely';

/** The contacts of one address book are found without a look at all others, also those without an id elsewhere. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`create index contacts_integration on contacts (integration_id)`.execute(db);
}
