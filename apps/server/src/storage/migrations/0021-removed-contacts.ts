import { type Kysely, sql } from 'kysely';

/** How many contacts went when an import was taken back; of those until now, all that it had created. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table contact_imports add column removed integer not null default 0`.execute(db);
  await sql`update contact_imports set removed = created where state = 'UNDONE'`.execute(db);
}
