import { retention } from '@sidetone/contract/entities/admin-account.ts';
import { sql } from 'kysely';
import { audit } from '../../requests/audit.ts';
import type { Database } from '../../storage/database.ts';
import { deleteEndedCalls } from '../../storage/erasing/delete-in-steps.ts';

/** So that other sweeps get their turn. The next one goes on. */
const longestMs = 10 * 60_000;

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
  const until = performance.now() + longestMs;
  let gone = 0;
  for (const { id, retention: kept } of accounts) {
    const { calls: days } = retention.parse(kept);
    if (days === null) continue;
    const { before } = await db
      .selectNoFrom(sql<Date>`now() - make_interval(days => ${days})`.as('before'))
      .executeTakeFirstOrThrow();
    const expired = await deleteEndedCalls(db, { accountId: id, endedBefore: before }, { until });
    gone += expired;
    if (expired > 0) {
      const about = { accountId: id, actorUserId: null, action: 'retention.applied' } as const;
      await audit(db, { ...about, detail: { calls: expired, days } });
    }
    await db.deleteFrom('failed_dials').where('account_id', '=', id).where('at', '<', before).execute();
  }
  return gone;
}
