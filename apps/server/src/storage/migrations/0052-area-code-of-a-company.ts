import { type Kysely, sql } from 'kysely';

/**
 * A new company has no area code until somebody answers: Berlin's sent every short number of a company in Hamburg to
 * Berlin. Null in `area_code_set_at` means that nobody has answered yet; companies that are there keep theirs as an answer.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table accounts alter column area_code set default ''`.execute(db);
  await sql`alter table accounts add column area_code_set_at timestamptz`.execute(db);
  await sql`update accounts set area_code_set_at = created_at`.execute(db);
}
