import { sql } from 'kysely';
import type { Writer } from './accounts.ts';
import { endGrants } from './oidc-adapter.ts';

/**
 * Ends every session of a user: tokens, refresh tokens and the provider's own sign-in. Open connections are told when the
 * transaction commits. Gives how many sign-ins have ended.
 */
export async function endSessions(trx: Writer, userId: string): Promise<number> {
  const theirs = sql<string>`payload ->> 'accountId'`;
  const grants = await trx
    .selectFrom('oidc_documents')
    .select('id')
    .where('model', '=', 'Grant')
    .where(theirs, '=', userId)
    .execute();
  await endGrants(
    trx,
    grants.map(({ id }) => id),
  );
  await trx.deleteFrom('oidc_documents').where(theirs, '=', userId).execute();
  return grants.length;
}
