import { type Kysely, sql } from 'kysely';

/** Whether the provider of a trunk has said that it knows the emergency address of each number. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table trunks add column address_confirmed boolean not null default false`.execute(db);
}
