import { randomUUID } from 'node:crypto';
import { assistantLimits } from '@sidetone/contract/entities/assistant.ts';
import { issuedTokens } from '../../requests/issued-tokens.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { Writer } from '../../storage/writer.ts';

const issued = issuedTokens('assistant_tokens', 'sidetone_call_assistant_');

/** An agent that delivers results of one call assistant. */
export interface Agent {
  readonly tokenId: string;
  readonly assistantId: string;
  readonly accountId: string;
}

/**
 * Makes a token; only this answer contains it. The assistant's row is locked by the caller. Throws `Refusal` CONFLICT where
 * it has too many.
 */
export async function makeToken(
  trx: Writer,
  { assistantId, accountId, name }: { readonly assistantId: string; readonly accountId: string; readonly name: string },
): Promise<{ id: string; token: string }> {
  const { count } = await trx
    .selectFrom('assistant_tokens')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('assistant_id', '=', assistantId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= assistantLimits.tokens) {
    throw new Refusal('CONFLICT', 'There are as many tokens as there may be.');
  }
  const id = randomUUID();
  const { token, hash } = issued.make();
  await trx
    .insertInto('assistant_tokens')
    .values({
      id,
      assistant_id: assistantId,
      account_id: accountId,
      token_hash: hash,
      name,
      last_used_at: null,
    })
    .execute();
  return { id, token };
}

/** Throws `Refusal` NOT_FOUND where the assistant has no token of this id. */
export async function revokeToken(trx: Writer, assistantId: string, tokenId: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('assistant_tokens')
    .where('id', '=', tokenId)
    .where('assistant_id', '=', assistantId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound('token');
}

/** Whom a token speaks for. Throws `Refusal` UNAUTHENTICATED for one that is unknown, or of a suspended company. */
export async function agentOf(db: Database, token: string): Promise<Agent> {
  const hash = issued.hashOf(token);
  const row =
    hash !== null
      ? await db
          .selectFrom('assistant_tokens')
          .innerJoin('accounts', 'accounts.id', 'assistant_tokens.account_id')
          .select(['assistant_tokens.id', 'assistant_id', 'account_id'])
          .where('token_hash', '=', hash)
          .where('accounts.suspended_at', 'is', null)
          .executeTakeFirst()
      : undefined;
  if (!row) throw new Refusal('UNAUTHENTICATED', 'The token is not known.');
  await issued.noteUse(db, row.id);
  return { tokenId: row.id, assistantId: row.assistant_id, accountId: row.account_id };
}
