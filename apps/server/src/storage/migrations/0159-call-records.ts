import { type Kysely, sql } from 'kysely';

/** Calls of an account by their time, and the cost centres that they belong to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['users', 'channels', 'numbers']) {
    await sql`alter table ${sql.table(table)} add column cost_centre text
      check (char_length(cost_centre) between 1 and 40)`.execute(db);
  }
  // Pages of the administration begin where the one before ended.
  await sql`create index inbox_events_recorded on inbox_events (account_id, started_at, channel_id, id)`.execute(db);
}
