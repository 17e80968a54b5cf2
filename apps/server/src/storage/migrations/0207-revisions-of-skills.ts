import { type Kysely, sql } from 'kysely';

/** Of two administrators who change a skill at the same time, the second one learns of the first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table skills add column revision integer not null default 0`.execute(db);
}
