import { retention } from '@sidetone/contract/entities/admin-account.ts';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { audit } from './audit.ts';

/**
 * Lets sounds of calls go by their age, account by account: `expire` deletes those older than so many days and gives how
 * many. A sound goes with its call at the latest, since nobody could reach it afterwards. Gives how many went; the audit
 * log says so.
 */
export async function applyRetention(
  db: Database,
  kind: 'recordings' | 'voicemails',
  expire: (accountId: string, days: number) => Promise<number>,
): Promise<number> {
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'retention'])
    .where(sql<boolean>`retention ?| array[${kind}, 'calls']`)
    .execute();
  let gone = 0;
  for (const { id, retention: kept } of accounts) {
    const { [kind]: own, calls } = retention.parse(kept);
    const days = Math.min(own ?? Infinity, calls ?? Infinity);
    if (days === Infinity) continue;
    const expired = await expire(id, days);
    gone += expired;
    if (expired === 0) continue;
    await audit(db, {
      accountId: id,
      actorUserId: null,
      action: 'retention.applied',
      detail: { [kind]: expired, days },
    });
  }
  return gone;
}
