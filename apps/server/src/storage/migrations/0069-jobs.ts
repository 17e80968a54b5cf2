import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';

const tables = path.join(import.meta.dirname, '../job-tables/version-43.sql');

/** The queue of jobs: the tables of pg-boss in a schema of their own. What is to be erased is announced, so that nobody looks for it. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql.raw(readFileSync(tables, 'utf8')).execute(db);
  await sql`create function announce_erasure() returns trigger language plpgsql as $$
    begin
      perform pg_notify('changes', '{"table":"erasures","keys":{"id":"all"}}');
      return null;
    end $$`.execute(db);
  await sql`create trigger announce after insert on erasures
    for each statement execute function announce_erasure()`.execute(db);
}
