import { sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import type { CallLogParts } from '../parts.ts';
import { sameUser } from '../records/same-user.ts';

interface Ground extends Pick<CallLogParts, 'crm' | 'answers'> {
  readonly db: Database;
}

/**
 * The users here whom these users of a CRM are, the inverse of `sameUser`; of several the one whom an administrator named. CRM
 * users who are nobody here are left out; where the CRM does not name its users, only administrators' words count. Gives up asking
 * when `signal` says so.
 */
export async function ownersHere(
  { db, crm, answers }: Ground,
  { accountId, integrationId }: { readonly accountId: string; readonly integrationId: string },
  crmUserIds: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  if (crmUserIds.length === 0) return new Map();
  const all = await answers
    .users(integrationId, () => crm.use(integrationId, signal, (side) => side.users(signal)), signal)
    .catch(() => []);
  const wanted = new Set(crmUserIds);
  const addresses = all.flatMap(({ id, email }) => (email !== null && wanted.has(id) ? email.toLowerCase() : []));
  const rows = await db
    .selectFrom('users')
    .leftJoin('crm_users', (join) =>
      join.onRef('crm_users.user_id', '=', 'users.id').on('crm_users.integration_id', '=', integrationId),
    )
    .select(['users.id', 'users.email', 'crm_users.crm_user_id as byHand'])
    .where('users.account_id', '=', accountId)
    .where('users.deactivated_at', 'is', null)
    .where(
      sql<boolean>`(crm_users.crm_user_id = any(${[...wanted]}::text[]) or lower(users.email) = any(${addresses}::text[]))`,
    )
    .orderBy(sql`crm_users.crm_user_id is null`)
    .orderBy('users.id')
    .execute();
  const same = sameUser(all);
  const found = new Map<string, string>();
  for (const row of rows) {
    const theirs = same.of(row);
    if (theirs !== null && wanted.has(theirs) && !found.has(theirs)) found.set(theirs, row.id);
  }
  return found;
}
