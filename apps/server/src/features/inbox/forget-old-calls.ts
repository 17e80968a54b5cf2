import { retention } from '@sidetone/contract/entities/admin-account.ts';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';

/**
 * Deletes ended calls that are older than their account wants them, from its inboxes and from the book. Gives how many
 * inbox events went.
 */
export async function forgetOldCalls(db: Database): Promise<number> {
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'retention'])
    .where(sql<boolean>`retention ? 'calls'`)
    .execute();
  let gone = 0;
  for (const { id, retention: kept } of accounts) {
    const { calls: days } = retention.parse(kept);
    if (days === null) continue;
    const before = sql<Date>`now() - make_interval(days => ${days})`;
    const events = await db
      .deleteFrom('inbox_events')
      .where('account_id', '=', id)
      .where('terminated_at', '<', before)
      .executeTakeFirst();
    gone += Number(events.numDeletedRows);
    await db.deleteFrom('calls').where('account_id', '=', id).where('ended_at', '<', before).execute();
    await db.deleteFrom('failed_dials').where('account_id', '=', id).where('at', '<', before).execute();
  }
  return gone;
}
