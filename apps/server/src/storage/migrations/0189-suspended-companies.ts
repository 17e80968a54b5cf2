import { type Kysely, sql } from 'kysely';

/** A company that is suspended keeps all it has, but nobody of it signs in or calls. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column suspended_at timestamptz`.execute(db);
}
