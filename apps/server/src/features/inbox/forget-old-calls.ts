import { retention } from '@sidetone/contract/entities/admin-account.ts';
import { sql } from 'kysely';
import { audit } from '../../requests/audit.ts';
import type { Database } from '../../storage/database.ts';

/**
 * Deletes ended calls that are older than their account wants them, from its inboxes with what is written about them, and
 * from the book. Gives how many
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
    const expired = Number(events.numDeletedRows);
    gone += expired;
    if (expired > 0) {
      const about = { accountId: id, actorUserId: null, action: 'retention.applied' } as const;
      await audit(db, { ...about, detail: { calls: expired, days } });
    }
    await db.deleteFrom('calls').where('account_id', '=', id).where('ended_at', '<', before).execute();
    await db.deleteFrom('failed_dials').where('account_id', '=', id).where('at', '<', before).execute();
  }
  return gone;
}
