import { type Kysely, sql } from 'kysely';

/** A number that an edge of the cell asks for is found by its end, as trunks write the beginning in many ways. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index numbers_by_tail on numbers (right(e164, 4))`.execute(db);
}
