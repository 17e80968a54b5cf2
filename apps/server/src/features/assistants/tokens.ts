import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { assistantLimits } from '@sidetone/contract/entities/assistant.ts';
import { sql } from 'kysely';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { Writer } from '../../storage/writer.ts';

/** So that nobody takes it for another token, and tools that look for leaked secrets know it. */
const prefix = 'sidetone_call_assistant_';
const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** An agent that delivers results of one call assistant. */
export interface Agent {
  readonly tokenId: string;
  readonly assistantId: string;
  readonly accountId: string;
}

/**
 * Makes a token, which stands nowhere else. The assistant's row is locked by the caller. Throws `Refusal` CONFLICT where
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
  const token = prefix + randomBytes(32).toString('base64url');
  await trx
    .insertInto('assistant_tokens')
    .values({
      id,
      assistant_id: assistantId,
      account_id: accountId,
      token_hash: digestOf(token),
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

/** Whom a token speaks for. Throws `Refusal` UNAUTHENTICATED for one that is unknown. */
export async function agentOf(db: Database, token: string): Promise<Agent> {
  const row = token.startsWith(prefix)
    ? await db
        .selectFrom('assistant_tokens')
        .select(['id', 'assistant_id', 'account_id'])
        .where('token_hash', '=', digestOf(token))
        .executeTakeFirst()
    : undefined;
  if (!row) throw new Refusal('UNAUTHENTICATED', 'The token is not known.');
  await db
    .updateTable('assistant_tokens')
    .set({ last_used_at: sql<Date>`now()` })
    .where('id', '=', row.id)
    .where((eb) =>
      eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', sql<Date>`now() - interval '1 hour'`)]),
    )
    .execute();
  return { tokenId: row.id, assistantId: row.assistant_id, accountId: row.account_id };
}
