import { type Kysely, sql } from 'kysely';

/** One import of contacts at a time for each account. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`create unique index contact_imports_running on contact_imports (account_id) where state = 'RUNNING'`.execute(
    db,
  );
}
