import type { BotOrder } from '@sidetone/contract/entities/assistant-voice.ts';
import { notFound } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { storableText } from '../../storage/json-text.ts';

interface SteerParts {
  readonly db: Database;
  /** Has it done in the exchange; false where no bot has a call of this id here. */
  steerBot(resultId: string, command: 'hangUp' | 'handOver'): boolean;
}

/**
 * Does what a bot wants of a call that it has. What it says of a call that it hands over is kept before. Throws `Refusal`
 * NOT_FOUND for calls of other assistants, and for those that it no longer has.
 */
export async function steerBotCall(
  { db, steerBot }: SteerParts,
  { assistantId, callSid }: { readonly assistantId: string; readonly callSid: string },
  order: BotOrder,
): Promise<void> {
  const call = await db
    .selectFrom('assistant_bot_calls')
    .select('id')
    .where('call_sid', '=', callSid)
    .where('assistant_id', '=', assistantId)
    .executeTakeFirst();
  if (!call) throw notFound('call');
  if (order.do === 'handOver' && typeof order.summary === 'string') {
    await db
      .updateTable('assistant_bot_calls')
      .set({ summary: storableText(order.summary) })
      .where('id', '=', call.id)
      .execute();
  }
  if (!steerBot(call.id, order.do)) throw notFound('call');
}
