import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';

const tables = path.join(import.meta.dirname, '../job-tables/version-43.sql');

/** The queue of jobs: the tables of pg-boss in a schema of their own. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql.raw(readFileSync(tables, 'utf8')).execute(db);
}
