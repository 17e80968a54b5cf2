import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';

/** Contacts that are written before it is asked again whether PostgreSQL should look at them. */
const askedEach = 1000;

/**
 * Has PostgreSQL look at the contacts once half of them are new to it, while many are written. Statements that were prepared while there
 * were few contacts read all of them; new figures have them planned again. PostgreSQL does so by itself, but only after a
 * minute, in which each look-up of a caller takes longer with every contact. Call it with how many were written.
 *
 * Where the server works in another role than the one that the tables belong to, PostgreSQL refuses with a warning.
 */
export function freshPlans(db: Database): (written: number) => Promise<void> {
  let sinceAsked = 0;
  return async (written) => {
    sinceAsked += written;
    if (sinceAsked < askedEach) return;
    sinceAsked = 0;
    // What a connection wrote is counted when it next has a moment.
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<{ isNew: boolean }>`
      select n_mod_since_analyze > greatest(${askedEach}::int, n_live_tup) / 2 as "isNew"
      from pg_stat_user_tables where relid = 'contacts'::regclass`.execute(db);
    if (rows[0]?.isNew === true) await sql`analyze contacts`.execute(db);
  };
}
