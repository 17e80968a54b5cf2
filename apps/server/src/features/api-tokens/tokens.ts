import { randomUUID } from 'node:crypto';
import {
  type ApiToken,
  apiTokenPrefix,
  mostApiTokens,
  type NewApiToken,
} from '@sidetone/contract/entities/api-token.ts';
import { sql } from 'kysely';
import { requireSignedIn } from '../../identity/find-caller.ts';
import { requireAdministrator } from '../../requests/admin-rights.ts';
import { audit } from '../../requests/audit.ts';
import type { Caller } from '../../requests/callers.ts';
import { issuedTokens } from '../../requests/issued-tokens.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';

const issued = issuedTokens('api_tokens', apiTokenPrefix);
const dayMs = 24 * 60 * 60_000;

/** Whose tokens: those of a company, or of one user. */
export type TokenOwner = 'company' | 'user';

interface By {
  readonly caller: Caller;
  readonly address: string;
}

/** Whether the caller came with a token of this kind. */
export const isApiToken = (token: string): boolean => token.startsWith(apiTokenPrefix);

/** The tokens of the caller's company, or their own, that still work, newest first. */
export async function tokensOf(db: Database, owner: TokenOwner, { userId, accountId }: Caller): Promise<ApiToken[]> {
  const rows = await db
    .selectFrom('api_tokens')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('user_id', owner === 'user' ? '=' : 'is', owner === 'user' ? userId : null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    scopes: row.scopes as ApiToken['scopes'],
    madeBy: row.made_by,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }));
}

/**
 * Makes a token, which is kept nowhere else. Throws `Refusal` CONFLICT where there are too many, UNAUTHENTICATED where the
 * sign-in of the caller has just ended, FORBIDDEN for one of the company where they are no longer an administrator.
 */
export async function makeToken(
  db: Database,
  owner: TokenOwner,
  { name, scopes, days }: NewApiToken,
  { caller, address }: By,
): Promise<ApiToken & { token: string }> {
  const { userId, accountId } = caller;
  const { token, hash } = issued.make();
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + days * dayMs);
  const id = `api-${randomUUID()}`;
  const mine = owner === 'user' ? userId : null;
  await db.transaction().execute(async (trx) => {
    // One after the other, so that two at the same moment are counted, and none outlives a sign-in that ends now.
    await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute();
    await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
    await requireSignedIn(trx, caller);
    if (owner === 'company') await requireAdministrator(trx, caller);
    await trx
      .deleteFrom('api_tokens')
      .where('account_id', '=', accountId)
      .where('expires_at', '<=', sql<Date>`now()`)
      .execute();
    const { count } = await trx
      .selectFrom('api_tokens')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('account_id', '=', accountId)
      .where('user_id', mine === null ? 'is' : '=', mine)
      .executeTakeFirstOrThrow();
    if (Number(count) >= mostApiTokens) throw new Refusal('CONFLICT', 'There are as many tokens as there may be.');
    await trx
      .insertInto('api_tokens')
      .values({
        id,
        account_id: accountId,
        user_id: mine,
        made_by: userId,
        token_hash: hash,
        name,
        scopes: [...scopes],
        created_at: createdAt,
        expires_at: expiresAt,
        last_used_at: null,
      })
      .execute();
    const detail = { name, scopes, of: owner, days };
    await audit(trx, { accountId, actorUserId: userId, address, action: 'apiToken.created', target: id, detail });
  });
  const [created, expires] = [createdAt.toISOString(), expiresAt.toISOString()];
  const known = { id, name, scopes, madeBy: userId };
  return { ...known, createdAt: created, expiresAt: expires, lastUsedAt: null, token };
}

/** Deletes a token of the caller's company, or one of their own. Throws `Refusal` NOT_FOUND where there is none of this id. */
export async function removeToken(
  db: Database,
  owner: TokenOwner,
  id: string,
  { caller: { userId, accountId }, address }: By,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .deleteFrom('api_tokens')
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where('user_id', owner === 'user' ? '=' : 'is', owner === 'user' ? userId : null)
      .returning('name')
      .executeTakeFirst();
    if (!row) throw notFound('token');
    const detail = { name: row.name, of: owner };
    await audit(trx, { accountId, actorUserId: userId, address, action: 'apiToken.removed', target: id, detail });
  });
}

/**
 * Whom a token speaks for. A token of a company belongs to no user: the audit log has its id instead, and it has the rights of
 * an administrator within its scopes. One of a user has the rights of a member, even if they are an administrator. Throws `Refusal`
 * UNAUTHENTICATED for one that is unknown, or of a deactivated user or suspended company, TOKEN_EXPIRED for one that is too old.
 */
export async function callerOf(db: Database, token: string): Promise<Caller & { readonly tokenId: string }> {
  const hash = issued.hashOf(token);
  const row =
    hash === null
      ? undefined
      : await db
          .selectFrom('api_tokens')
          .innerJoin('accounts', 'accounts.id', 'api_tokens.account_id')
          .leftJoin('users', 'users.id', 'api_tokens.user_id')
          .select(['api_tokens.id', 'api_tokens.user_id', 'api_tokens.account_id', 'scopes', 'expires_at'])
          .select('users.deactivated_at')
          .where('token_hash', '=', hash)
          .where('accounts.suspended_at', 'is', null)
          .executeTakeFirst();
  if (!row || row.deactivated_at) throw new Refusal('UNAUTHENTICATED', 'The token is not known.');
  if (row.expires_at.getTime() <= Date.now()) throw new Refusal('TOKEN_EXPIRED', 'The token has expired.');
  await issued.noteUse(db, row.id);
  return {
    tokenId: row.id,
    userId: row.user_id ?? row.id,
    accountId: row.account_id,
    admin: row.user_id === null,
    grantId: row.id,
    expiresAt: row.expires_at,
    scopes: row.scopes,
  };
}
