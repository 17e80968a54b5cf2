import { answersAsNote } from '@sidetone/contract/rules/ai/smart-answers.ts';
import { sql } from 'kysely';
import type { Again } from '../../jobs/job-kind.ts';
import { Refusal } from '../../requests/refusal.ts';
import type { DocumentedCall } from '../../storage/documentation-writer.ts';
import type { Writer } from '../../storage/writer.ts';
import type { DocumentingParts } from '../deps.ts';
import { readQuestionSet } from '../question-sets.ts';
import { type CallToDocument, readCall } from '../read-call.ts';

const tries = 3;
/** Who wrote so lately still writes. */
const writesForSeconds = 20;

/**
 * Writes the answers at the end of the call's note, once, where their set wants that. While somebody writes the note they have it
 * to themselves; where they write in the very moment it is tried again with what they wrote, and then left alone.
 */
export async function copyToNote(parts: DocumentingParts, of: DocumentedCall): Promise<Again | undefined> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const call = await readCall(parts.db, of);
    const html = call === null ? null : await textFor(parts.db, call);
    if (call === null || html === null) return undefined;
    if (isBeingWritten(call)) return { againAfterSeconds: writesForSeconds };
    if (await copied(parts, call, html)) return undefined;
  }
  return undefined;
}

/** What is to be written; null where that is nothing, or was written before. */
async function textFor(db: Writer, { parts: { smartAnswers: part } }: CallToDocument): Promise<string | null> {
  if (part?.status !== 'success' || part.setId === null || (part.copiedToNoteAt ?? null) !== null) return null;
  const set = await readQuestionSet(db, part.setId);
  const html = set?.autoCopyToNote ? answersAsNote(part.items) : '';
  return html === '' ? null : html;
}

const isBeingWritten = ({ parts: { note } }: CallToDocument): boolean =>
  note?.updatedAt !== undefined &&
  note.updatedAt !== null &&
  Date.now() - Date.parse(note.updatedAt) < writesForSeconds * 1000;

/** Takes the mark back with everything else of the transaction. */
class NoteTooLong extends Error {}

/** Note and mark in one transaction. False where somebody wrote the note meanwhile. */
async function copied(
  { db, appendToNote }: DocumentingParts,
  { channelId, docId, accountId, parts: { note, smartAnswers } }: CallToDocument,
  html: string,
): Promise<boolean> {
  const userId = smartAnswers?.byUserId ?? '';
  try {
    await db.transaction().execute(async (trx) => {
      const mark = sql`jsonb_build_object('copiedToNoteAt', ${new Date().toISOString()}::text)`;
      // The row is ours from here on, so that the mark and the note are of the same moment.
      const { numUpdatedRows } = await trx
        .updateTable('inbox_events')
        .set({
          documentation: sql<string>`jsonb_set(documentation, '{smartAnswers}', documentation -> 'smartAnswers' || ${mark})`,
        })
        .where('channel_id', '=', channelId)
        .where('id', '=', docId)
        .where(sql<boolean>`documentation #>> '{smartAnswers,status}' = 'success'`)
        .where(
          sql<boolean>`documentation #>> '{smartAnswers,askedAt}' is not distinct from ${smartAnswers?.askedAt ?? null}`,
        )
        .where(sql<boolean>`documentation #>> '{smartAnswers,copiedToNoteAt}' is null`)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      const revision = note?.revision ?? 0;
      const isWritten = await appendToNote(trx, { caller: { userId, accountId }, channelId, docId, revision, html });
      if (!isWritten) throw new NoteTooLong();
    });
    return true;
  } catch (error) {
    // There is no room for them until somebody shortens the note.
    if (error instanceof NoteTooLong) return true;
    if (!(error instanceof Refusal)) throw error;
    // Who may not write the note has nothing copied to it.
    return error.code !== 'CONFLICT';
  }
}
