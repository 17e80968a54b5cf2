import type { LiveQuery } from '@sidetone/contract/documents/live-query.ts';
import { type Asker, type LiveSource, liveSource, topic } from '../documents/live-source.ts';
import type { Database } from '../storage/database.ts';

/**
 * A live query for the administrators of an account: all of them get one answer, and it ends for a user who is no
 * longer an administrator. Administrators outside the networks of the administration get none.
 */
export const adminSource = <Q extends LiveQuery>(
  db: Database,
  source: Pick<LiveSource<Q>, 'query' | 'topics' | 'rows' | 'recheckMs' | 'over'>,
): LiveSource =>
  liveSource<Q>({
    ...source,
    authorize: (asker) => isAdministrator(db, asker),
    accessTopics: ({ userId }) => [topic('users', 'id', userId)],
    sharedBy: ({ accountId }) => accountId,
  });

const isAdministrator = async (db: Database, { userId, accountId, isOutside }: Asker): Promise<boolean> => {
  if (isOutside) return false;
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('account_id', '=', accountId)
    .where('admin', '=', true)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
};
