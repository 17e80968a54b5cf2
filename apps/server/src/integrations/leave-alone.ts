import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';

const longestSeconds = 24 * 60 * 60;

/**
 * A vendor wants to be left alone for so long: by everything that is done with this connection, and by no other. Null: it did
 * not say so.
 */
export async function leaveAlone(db: Database, integrationId: string, seconds: number | null): Promise<void> {
  if (seconds === null || seconds <= 0) return;
  const until = sql<Date>`now() + make_interval(secs => ${Math.min(seconds, longestSeconds)})`;
  await db
    .updateTable('integrations')
    .set({ not_before: sql`greatest(not_before, ${until})`, next_sync_at: sql`greatest(next_sync_at, ${until})` })
    .where('id', '=', integrationId)
    .execute();
}
