import { randomUUID } from 'node:crypto';
import { type McpToken, mostMcpTokens } from '@sidetone/contract/http/ai/mcp-routes.ts';
import { sql } from 'kysely';
import { requireSignedIn } from '../../identity/find-caller.ts';
import { audit } from '../../requests/audit.ts';
import type { Caller } from '../../requests/callers.ts';
import { issuedTokens } from '../../requests/issued-tokens.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';

const issued = issuedTokens('mcp_tokens', 'sidetone_mcp_');
const lifetimeMs = 365 * 24 * 60 * 60_000;

/** A user as their assistant asks for them. */
export interface Assistant {
  readonly tokenId: string;
  readonly userId: string;
  readonly accountId: string;
  readonly mayWriteNotes: boolean;
}

/** The tokens of a user that still work, newest first. */
export async function tokensOf(db: Database, { userId }: Caller): Promise<McpToken[]> {
  const rows = await db
    .selectFrom('mcp_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    mayWriteNotes: row.may_write_notes,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }));
}

interface By {
  readonly caller: Caller;
  readonly address: string;
}

/**
 * Makes a token; only this answer contains it. Throws `Refusal` CONFLICT where the user has too many, UNAUTHENTICATED where their sign-in
 * has just ended.
 */
export async function makeToken(
  db: Database,
  { name, mayWriteNotes }: { readonly name: string; readonly mayWriteNotes: boolean },
  { caller, address }: By,
): Promise<McpToken & { token: string }> {
  const { userId, accountId } = caller;
  const { token, hash } = issued.make();
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + lifetimeMs);
  const id = randomUUID();
  await db.transaction().execute(async (trx) => {
    // One after the other, so that two at the same moment are counted.
    await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirst();
    await requireSignedIn(trx, caller);
    await trx
      .deleteFrom('mcp_tokens')
      .where('user_id', '=', userId)
      .where('expires_at', '<=', sql<Date>`now()`)
      .execute();
    const { count } = await trx
      .selectFrom('mcp_tokens')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= mostMcpTokens) throw new Refusal('CONFLICT', 'There are as many tokens as there may be.');
    await trx
      .insertInto('mcp_tokens')
      .values({
        id,
        user_id: userId,
        account_id: accountId,
        token_hash: hash,
        name,
        may_write_notes: mayWriteNotes,
        created_at: createdAt,
        expires_at: expiresAt,
        last_used_at: null,
      })
      .execute();
    await audit(trx, {
      accountId,
      actorUserId: userId,
      address,
      action: 'mcpToken.created',
      target: id,
      detail: { name, mayWriteNotes },
    });
  });
  const [created, expires] = [createdAt.toISOString(), expiresAt.toISOString()];
  return { id, name, mayWriteNotes, createdAt: created, expiresAt: expires, lastUsedAt: null, token };
}

/** Deletes a token of the caller's own. Throws `Refusal` NOT_FOUND where they have none of this id. */
export async function removeToken(db: Database, id: string, { caller, address }: By): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('mcp_tokens')
      .where('id', '=', id)
      .where('user_id', '=', caller.userId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound('token');
    const { accountId, userId } = caller;
    await audit(trx, { accountId, actorUserId: userId, address, action: 'mcpToken.removed', target: id });
  });
}

/**
 * Whom a token speaks for. Throws `Refusal` UNAUTHENTICATED for one that is unknown, too old, or of a deactivated user or
 * suspended company.
 */
export async function assistantOf(db: Database, token: string): Promise<Assistant> {
  const hash = issued.hashOf(token);
  const row =
    hash !== null
      ? await db
          .selectFrom('mcp_tokens')
          .innerJoin('users', 'users.id', 'mcp_tokens.user_id')
          .innerJoin('accounts', 'accounts.id', 'mcp_tokens.account_id')
          .select(['mcp_tokens.id', 'mcp_tokens.user_id', 'mcp_tokens.account_id', 'may_write_notes'])
          .where('token_hash', '=', hash)
          .where('expires_at', '>', sql<Date>`now()`)
          .where('users.deactivated_at', 'is', null)
          .where('accounts.suspended_at', 'is', null)
          .executeTakeFirst()
      : undefined;
  if (!row) throw new Refusal('UNAUTHENTICATED', 'The token is not known.');
  await issued.noteUse(db, row.id);
  return {
    tokenId: row.id,
    userId: row.user_id,
    accountId: row.account_id,
    mayWriteNotes: row.may_write_notes,
  };
}
