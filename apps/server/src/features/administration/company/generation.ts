import { Refusal } from '../../../requests/refusal.ts';
import type { Writer } from '../../../storage/writer.ts';

/**
 * What comes with another generation of the phone system: calls of the one before would end, so there must be none, and
 * what people chose to show by it means nothing any longer. Who is logged in to queues stays. Throws `Refusal`
 * CALLS_RUNNING with their number as its detail.
 */
export async function leaveGeneration(db: Writer, accountId: string): Promise<void> {
  const { calls } = await db
    .selectFrom('calls')
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('calls'))
    .executeTakeFirstOrThrow();
  const count = Number(calls);
  if (count > 0) {
    const message = `Calls running now: ${count}. Try again when they are over.`;
    throw new Refusal('CALLS_RUNNING', message, { problem: { detail: String(count) } });
  }
  await db
    .updateTable('channel_members')
    .set({ sender: null, phone_id: null })
    .where('channel_id', 'in', (eb) => eb.selectFrom('channels').select('id').where('account_id', '=', accountId))
    .where((eb) => eb.or([eb('sender', 'is not', null), eb('phone_id', 'is not', null)]))
    .execute();
}
