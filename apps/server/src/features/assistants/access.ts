import type { Caller } from '../../requests/callers.ts';
import { notFound } from '../../requests/refusal.ts';
import type { Writer } from '../../storage/writer.ts';

/** Whether the user uses the call assistant; one of another account has no such user. */
export async function usesAssistant(db: Writer, userId: string, assistantId: string): Promise<boolean> {
  const row = await db
    .selectFrom('assistant_users')
    .select('user_id')
    .where('assistant_id', '=', assistantId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

export interface OfResult {
  readonly assistantId: string;
  readonly resultId: string;
}

/**
 * A result that the caller sees, locked until the transaction is over. Throws `Refusal` NOT_FOUND for everyone who does
 * not use its assistant.
 */
export async function ownResult(trx: Writer, { userId }: Caller, { assistantId, resultId }: OfResult) {
  const row = await trx
    .selectFrom('assistant_results as result')
    .innerJoin('assistant_users', 'assistant_users.assistant_id', 'result.assistant_id')
    .selectAll('result')
    .where('result.id', '=', resultId)
    .where('result.assistant_id', '=', assistantId)
    .where('assistant_users.user_id', '=', userId)
    .forUpdate('result')
    .executeTakeFirst();
  if (!row) throw notFound('result');
  return row;
}
