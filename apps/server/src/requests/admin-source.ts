import type { LiveQuery } from '@sidetone/contract/documents/live-query.ts';
import type { AdminRole } from '@sidetone/contract/rules/admin/admin-roles.ts';
import { isOpenTo, rolesForQuery } from '@sidetone/contract/rules/admin/role-table.ts';
import { type Asker, type LiveSource, liveSource, topic } from '../documents/live-source.ts';
import type { Database } from '../storage/database.ts';

/**
 * A live query for the administrators of an account and those with a role that opens it: all of them get one answer, and it
 * ends for a user who may no longer see it. Outside the networks of the administration nobody gets one.
 */
export const adminSource = <Q extends LiveQuery>(
  db: Database,
  source: Pick<LiveSource<Q>, 'query' | 'topics' | 'rows' | 'recheckMs' | 'over'>,
): LiveSource =>
  liveSource<Q>({
    ...source,
    authorize: (asker) => maySee(db, asker, rolesForQuery(source.query.name)),
    accessTopics: ({ userId }) => [topic('users', 'id', userId)],
    sharedBy: ({ accountId }) => accountId,
  });

const maySee = async (
  db: Database,
  { userId, accountId, isOutside }: Asker,
  roles: readonly AdminRole[],
): Promise<boolean> => {
  if (isOutside) return false;
  const row = await db
    .selectFrom('users')
    .select(['admin', 'roles'])
    .where('id', '=', userId)
    .where('account_id', '=', accountId)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined && isOpenTo(row, roles);
};
