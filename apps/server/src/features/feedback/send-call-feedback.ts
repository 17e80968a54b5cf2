import { randomUUID } from 'node:crypto';
import type { CallFeedbackBody } from '@sidetone/contract/entities/feedback.ts';
import { callDocIdPrefix, specialDialDocIdPrefix } from '@sidetone/contract/rules/doc-id.ts';
import type { Kysely } from 'kysely';
import type { Caller } from '../../requests/callers.ts';
import type { Database } from '../../storage/database.ts';
import { storableText } from '../../storage/json-text.ts';
import type { Schema } from '../../storage/schema.ts';
import { limitPerDay } from './send-feedback.ts';

/**
 * Keeps what someone says of a call with its event in the inbox, where that is theirs to see; a call that the server never
 * had keeps it by its id alone. Said again, it takes the place of what was said before. Throws `Refusal` TOO_MANY_ATTEMPTS.
 */
export async function sendCallFeedback(db: Database, caller: Caller, body: CallFeedbackBody): Promise<void> {
  const { tags, rating, reason = null } = body;
  const [callId, text] = [storableText(body.callId), storableText(body.text)];
  await db.transaction().execute(async (trx) => {
    // One after the other, so that the count is true.
    await trx.selectFrom('users').select('id').where('id', '=', caller.userId).forUpdate().execute();
    await limitPerDay(trx, 'call_feedback', caller.userId);
    // It stays until what is said of it is kept: someone may be deleting it.
    const event = await eventOf(trx, caller, callId).forKeyShare('inbox_events').executeTakeFirst();
    const said = {
      rating,
      tag: tags[0] ?? null,
      reason,
      text,
      at: new Date(),
      channel_id: event?.channel_id ?? null,
      doc_id: event?.id ?? null,
    };
    await trx
      .insertInto('call_feedback')
      .values({
        id: randomUUID(),
        account_id: caller.accountId,
        user_id: caller.userId,
        call_id: callId,
        from_dialog: reason !== null,
        ...said,
      })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'call_id', 'from_dialog']).doUpdateSet({ ...said, done_at: null, done_by: null }),
      )
      .execute();
  });
}

/** The event of a call by its docId or session, where the caller may see it; their own before that of a colleague. */
export const eventOf = (
  db: Kysely<Schema>,
  { accountId, userId }: Pick<Caller, 'accountId' | 'userId'>,
  callId: string,
) =>
  db
    .selectFrom('channels')
    .innerJoin('inbox_events', 'inbox_events.channel_id', 'channels.id')
    .leftJoin('channel_members', (join) =>
      join.onRef('channel_members.channel_id', '=', 'channels.id').on('channel_members.user_id', '=', userId),
    )
    .select(['inbox_events.channel_id', 'inbox_events.id'])
    // By the key of events, channel by channel: of all calls there may be millions.
    .where('channels.account_id', '=', accountId)
    .where('inbox_events.id', 'in', [callId, `${callDocIdPrefix}${callId}`, `${specialDialDocIdPrefix}${callId}`])
    .where((eb) =>
      eb.or([
        eb('inbox_events.owner', '=', userId),
        eb('channels.owner_user_id', '=', userId),
        eb('channel_members.user_id', 'is not', null),
      ]),
    )
    .orderBy((eb) => eb.fn.coalesce(eb('inbox_events.owner', '=', userId), eb.lit(false)), 'desc')
    .limit(1);
