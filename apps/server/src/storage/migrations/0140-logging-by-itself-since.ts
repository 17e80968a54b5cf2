import { type Kysely, sql } from 'kysely';

/** Since when a channel logs its calls by itself: those before stay as their users left them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Null: for as long as calls are looked at.
  await sql`alter table channel_log_modes add column auto_since timestamptz`.execute(db);
}
