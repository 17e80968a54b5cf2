import { type Kysely, sql } from 'kysely';

/** Since when a channel logs its calls by itself: those before stay as their users left them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Null where a channel did so before this column was there: all of its calls count.
  await sql`alter table channel_log_modes add column auto_since timestamptz`.execute(db);
}
