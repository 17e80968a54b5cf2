import {
  type AssistantNote,
  type assistantFeedback,
  type assistantResultChange,
  assistantTopic,
} from '@sidetone/contract/entities/assistant.ts';
import { sql, type Updateable } from 'kysely';
import type { z } from 'zod';
import { audit } from '../../requests/audit.ts';
import type { Caller } from '../../requests/callers.ts';
import { requireGrant } from '../../requests/grants.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import { botSenderId } from '../../storage/bot-results.ts';
import type { Database } from '../../storage/database.ts';
import { storableText } from '../../storage/json-text.ts';
import type { Schema } from '../../storage/schema.ts';
import type { TranscriptFiles } from '../../storage/transcript-files.ts';
import type { Writer } from '../../storage/writer.ts';
import { type OfResult, ownResult } from './access.ts';
import { noteOf } from './read-results.ts';

type Change = z.output<typeof assistantResultChange>;

/**
 * Changes state, concern or note of a result, each by itself, so that two users who change different ones both have their
 * way. Throws `Refusal` NOT_FOUND for everyone who does not use the assistant, CONFLICT where the note was written since,
 * VALIDATION_FAILED for a concern that neither the result nor the assistant has. SAPI-078
 */
export async function changeResult(
  db: Database,
  caller: Caller,
  which: OfResult,
  { state, primaryTopic, note }: Change,
): Promise<{ rev: number; note: AssistantNote }> {
  return await db.transaction().execute(async (trx) => {
    const before = await ownResult(trx, caller, which);
    const set: Updateable<Schema['assistant_results']> = {};
    if (state !== undefined) set.state = state;
    if (primaryTopic !== undefined) {
      if (primaryTopic !== null && !before.topics.includes(primaryTopic)) await requireTopic(trx, which, primaryTopic);
      set.primary_topic = primaryTopic;
    }
    if (note !== undefined) {
      if (note.revision !== before.note_revision) {
        throw new Refusal('CONFLICT', 'Someone else has written the note since.');
      }
      set.note = storableText(note.content);
      set.note_revision = before.note_revision + 1;
      set.note_by = caller.userId;
      set.note_at = new Date();
    }
    const after = await trx
      .updateTable('assistant_results')
      .set(set)
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { rev: Number(after.rev), note: noteOf(after) };
  });
}

async function requireTopic(trx: Writer, { assistantId }: OfResult, wanted: string): Promise<void> {
  const row = await trx
    .selectFrom('assistants')
    .select('topics')
    .where('id', '=', assistantId)
    .executeTakeFirstOrThrow();
  if (
    assistantTopic
      .array()
      .parse(row.topics)
      .some(({ label }) => label === wanted)
  )
    return;
  const issues = [{ path: 'primaryTopic', message: 'neither a topic of the result nor of the call assistant' }];
  throw new Refusal('VALIDATION_FAILED', 'There is no such topic.', { issues });
}

/** Keeps what the caller thinks of a result. Throws `Refusal` NOT_FOUND, CONFLICT where they have said so before. API-040 */
export async function giveFeedback(
  db: Database,
  caller: Caller,
  which: OfResult,
  { rating, comment }: z.output<typeof assistantFeedback>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { id } = await ownResult(trx, caller, which);
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('assistant_feedback')
      .values({
        result_id: id,
        user_id: caller.userId,
        rating,
        comment: comment === null || comment === '' ? null : storableText(comment),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n)
      throw new Refusal('CONFLICT', 'You have already given feedback on this result.');
  });
}

/**
 * Deletes a result for good, with its transcript; the call in its inbox stays, and a second delivery brings nothing back.
 * Throws `Refusal` NOT_FOUND, FORBIDDEN for users without the grant CALL_DELETE.
 */
export async function removeResult(
  { db, files }: { readonly db: Database; readonly files: TranscriptFiles },
  caller: Caller,
  which: OfResult,
  address: string,
): Promise<void> {
  const transcriptDocId = await db.transaction().execute(async (trx) => {
    // Before the result, as the end of a bot's call locks them in this order.
    const isWithBot = await hasBot(trx, which);
    const row = await ownResult(trx, caller, which);
    await requireGrant(trx, caller, 'CALL_DELETE');
    await trx.deleteFrom('assistant_results').where('id', '=', row.id).execute();
    // A bot that still has the call would leave another result at its end.
    const names = [row.sender_id, ...(isWithBot ? [botSenderId(row.session_id ?? '')] : [])];
    await trx
      .insertInto('assistant_deleted_results')
      .values(names.map((senderId) => ({ assistant_id: row.assistant_id, sender_id: senderId, result_id: row.id })))
      // One that an older Sidetone brought back has been deleted before.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { accountId, userId: actorUserId } = caller;
    const action = 'callAssistant.resultRemoved';
    await audit(trx, { accountId, actorUserId, action, target: row.id, address });
    return row.transcript_doc_id;
  });
  if (transcriptDocId !== null) await files.remove({ assistantId: which.assistantId, transcriptDocId });
}

/** Whether a voice bot still has the call of a result; its end waits for this transaction. */
async function hasBot(trx: Writer, { assistantId, resultId }: OfResult): Promise<boolean> {
  const call = await trx
    .selectFrom('assistant_bot_calls')
    .select('id')
    .where('assistant_id', '=', assistantId)
    .where('session_id', '=', (from) =>
      from
        .selectFrom('assistant_results')
        .select('session_id')
        .where('id', '=', resultId)
        .where('assistant_id', '=', assistantId),
    )
    .forUpdate()
    .executeTakeFirst();
  return call !== undefined;
}

/**
 * The path of a transcript. Throws `Refusal` NOT_FOUND for everyone who may not see transcripts of the assistant, and where
 * the file is gone. SASSIST-005, SASSIST-006
 */
export async function transcriptPath(
  { db, files }: { readonly db: Database; readonly files: TranscriptFiles },
  { userId }: Caller,
  { assistantId, file }: { readonly assistantId: string; readonly file: string },
): Promise<string> {
  const transcriptDocId = /^(.+)\.txt$/.exec(file)?.[1];
  const row =
    transcriptDocId !== undefined &&
    (await db
      .selectFrom('assistant_results as result')
      .innerJoin('assistant_users as own', 'own.assistant_id', 'result.assistant_id')
      .select('transcript_doc_id')
      .where('result.assistant_id', '=', assistantId)
      .where('result.transcript_doc_id', '=', transcriptDocId)
      .where('own.user_id', '=', userId)
      .where('own.may_see_transcripts', '=', sql<true>`true`)
      .executeTakeFirst());
  const path = row && (await files.fileOf({ assistantId, transcriptDocId: row.transcript_doc_id ?? '' }));
  if (!path) throw notFound('transcript');
  return path;
}
