import { mayAdministerSomething } from '@sidetone/contract/rules/admin/admin-roles.ts';
import { sql } from 'kysely';
import type { Caller, FindCaller } from '../requests/callers.ts';
import { Refusal } from '../requests/refusal.ts';
import type { Database } from '../storage/database.ts';
import type { Writer } from '../storage/writer.ts';
import { lastsTooLong } from './end-sessions.ts';
import { rulesOf } from './factors.ts';
import { storedId } from './openid/oidc-adapter.ts';

/**
 * Who an access token speaks for. Throws `Refusal` TOKEN_EXPIRED, or UNAUTHENTICATED for a token that is unknown, was
 * revoked, belongs to a user who was deactivated since, to a suspended company, or to a sign-in that lasts too long. One whose grant is gone is revoked, too: a refresh that ran while
 * the sign-in was ended may have written it afterwards.
 */
export const callerFinder =
  (db: Database): FindCaller =>
  async (token) => {
    const row = await db
      .selectFrom('oidc_documents as token')
      .innerJoin('users', (join) => join.on('users.id', '=', sql<string>`token.payload ->> 'accountId'`))
      .innerJoin('accounts', 'accounts.id', 'users.account_id')
      .innerJoin('oidc_documents as given', (join) =>
        join.onRef('given.id', '=', 'token.grant_id').on('given.model', '=', 'Grant'),
      )
      .select(['users.id', 'users.account_id', 'users.admin', 'users.roles', 'users.deactivated_at', 'token.grant_id'])
      .select(['token.expires_at', 'accounts.sign_in'])
      .select(lastsTooLong.as('isOver'))
      .where('accounts.suspended_at', 'is', null)
      .where('token.model', '=', 'AccessToken')
      .where('token.id', '=', storedId('AccessToken', token))
      .executeTakeFirst();
    if (!row?.grant_id || !row.expires_at || row.deactivated_at || row.isOver) {
      throw new Refusal('UNAUTHENTICATED', 'The access token is not known.');
    }
    if (row.expires_at.getTime() <= Date.now()) throw new Refusal('TOKEN_EXPIRED', 'The access token has expired.');
    return {
      userId: row.id,
      accountId: row.account_id,
      admin: row.admin,
      roles: row.roles,
      grantId: row.grant_id,
      expiresAt: row.expires_at,
      adminNetworks: mayAdministerSomething(row) ? rulesOf(row.sign_in).adminNetworks : [],
    };
  };

/** For what must not outlive the sign-in that makes it, such as a token. Throws `Refusal` UNAUTHENTICATED once that has ended. */
export async function requireSignedIn(trx: Writer, { grantId }: Caller): Promise<void> {
  const grant = await trx
    .selectFrom('oidc_documents')
    .select('id')
    .where('model', '=', 'Grant')
    .where('id', '=', grantId)
    .executeTakeFirst();
  if (!grant) throw new Refusal('UNAUTHENTICATED', 'This sign-in has ended.');
}

/** Whether a caller of a connection that stays open may go on: grant and user are still there, and the company is not suspended. */
export const callerStands =
  (db: Database) =>
  async (caller: Caller): Promise<boolean> => {
    const row = await db
      .selectFrom('oidc_documents as grant')
      .innerJoin('users', (join) => join.on('users.id', '=', sql<string>`"grant".payload ->> 'accountId'`))
      .innerJoin('accounts', 'accounts.id', 'users.account_id')
      .select('users.id')
      .where('grant.model', '=', 'Grant')
      .where('grant.id', '=', caller.grantId)
      .where('users.id', '=', caller.userId)
      .where('users.deactivated_at', 'is', null)
      .where('accounts.suspended_at', 'is', null)
      .executeTakeFirst();
    return row !== undefined;
  };
