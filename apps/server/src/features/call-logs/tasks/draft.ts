import type { Selectable } from 'kysely';
import type { Schema } from '../../../storage/schema.ts';
import type { Writer } from '../../../storage/writer.ts';
import type { OfCall } from '../log/stored.ts';

/** The draft of a call's follow-up task, locked until the transaction ends; null where there is none, or it is created. */
export async function lockDraft(trx: Writer, of: OfCall): Promise<Selectable<Schema['call_tasks']> | null> {
  const task = await trx
    .selectFrom('call_tasks')
    .selectAll()
    .where('channel_id', '=', of.channelId)
    .where('session_id', '=', of.sessionId)
    .forUpdate()
    .executeTakeFirst();
  return task === undefined || (await isCreated(trx, of)) ? null : task;
}

/** Whether the task of a call is on its way into its CRM, or there: what is changed from then on is changed in the CRM. */
export const isCreated = async (trx: Writer, { channelId, sessionId }: OfCall): Promise<boolean> =>
  (await trx
    .selectFrom('crm_writes')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('session_id', '=', sessionId)
    .where('kind', '=', 'task')
    .executeTakeFirst()) !== undefined;
