import { type Selectable, sql } from 'kysely';
import { botSenderId } from '../../storage/bot-results.ts';
import type { Database } from '../../storage/database.ts';
import { jsonText } from '../../storage/json-text.ts';
import type { Schema } from '../../storage/schema.ts';
import type { Writer } from '../../storage/writer.ts';

type BotCall = Selectable<Schema['assistant_bot_calls']>;

/**
 * Ends a call that a bot had, once: with a result, unless the bot delivered one during the call. A bot that did not get the
 * caller leaves nothing. `tookAt`: since when it had them, where that was not kept before; `endedAt` is null where nobody knows.
 */
export async function finishBotCall(
  db: Database,
  resultId: string,
  { tookAt, endedAt }: { readonly tookAt: Date | null; readonly endedAt: Date | null },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // A delivery at the same moment locks the row as well, so that one of the two sees what the other one wrote.
    const call = await trx
      .deleteFrom('assistant_bot_calls')
      .where('id', '=', resultId)
      .returningAll()
      .executeTakeFirst();
    const since = call?.connected_at ?? tookAt;
    if (!call || since === null) return;
    const delivered = await trx
      .selectFrom('assistant_results')
      .select('id')
      .where('assistant_id', '=', call.assistant_id)
      .where('session_id', '=', call.session_id)
      .where('sent_digest', '<>', '')
      .executeTakeFirst();
    if (!delivered) {
      if (!(await wasDeleted(trx, call))) await writeResult(trx, call, { since, endedAt });
    } else if (call.summary !== null) {
      await trx
        .updateTable('assistant_results')
        .set({ summary: sql<string>`coalesce(summary, ${call.summary})` })
        .where('id', '=', delivered.id)
        .execute();
    }
  });
}

/** What the bot delivered during the call was deleted before its end. */
async function wasDeleted(trx: Writer, call: BotCall): Promise<boolean> {
  const row = await trx
    .selectFrom('assistant_deleted_results')
    .select('result_id')
    .where('assistant_id', '=', call.assistant_id)
    .where('sender_id', '=', botSenderId(call.session_id))
    .executeTakeFirst();
  return row !== undefined;
}

/** The result as users of the assistant see it, until the bot delivers what it knows. */
async function writeResult(
  trx: Writer,
  call: BotCall,
  { since, endedAt }: { readonly since: Date; readonly endedAt: Date | null },
): Promise<void> {
  const event = await trx
    .selectFrom('inbox_events')
    .select('remote_phone_number')
    .where('channel_id', '=', call.channel_id)
    .where('id', '=', call.doc_id)
    .executeTakeFirst();
  await trx
    .insertInto('assistant_results')
    .values({
      id: call.id,
      assistant_id: call.assistant_id,
      account_id: call.account_id,
      sender_id: botSenderId(call.session_id),
      sent_digest: '',
      session_id: call.session_id,
      remote_number: event?.remote_phone_number ?? null,
      started_at: since,
      duration_ms: endedAt && Math.max(0, endedAt.getTime() - since.getTime()),
      state: 'OPEN',
      topics: jsonText([]),
      rows: jsonText([]),
      key_points: jsonText([]),
      summary: call.summary,
    })
    // The call came to the bot a second time.
    .onConflict((conflict) =>
      conflict
        .columns(['assistant_id', 'sender_id'])
        .doUpdateSet({ summary: sql<string>`coalesce(excluded.summary, assistant_results.summary)` }),
    )
    .execute();
}
