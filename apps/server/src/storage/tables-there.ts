import { sql } from 'kysely';
import { type Database, knownMigrations } from './database.ts';

/** Gives the check whether the tables are as this release needs them: rejects while its newest migration has not run. */
export function tablesThere(db: Database): () => Promise<void> {
  const newest = knownMigrations().at(-1) ?? '';
  return async () => {
    const { rows } = await sql`select from kysely_migration where name = ${newest}`.execute(db);
    if (rows.length === 0) throw new Error(`Migration ${newest} has not run.`);
  };
}
