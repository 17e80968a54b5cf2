import type { DeletablePart } from '@sidetone/contract/http/documentation-routes.ts';
import { sql } from 'kysely';
import { audit } from '../../requests/audit.ts';
import type { Caller } from '../../requests/callers.ts';
import { requireMayDeleteCalls } from '../../requests/grants.ts';
import { Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { DocumentedCall } from '../../storage/documentation-writer.ts';
import { askForErasure } from '../../storage/erasure.ts';
import { forgetTranscript } from '../../storage/forget-transcript.ts';
import type { Writer } from '../../storage/writer.ts';
import { type OwnEvent, ownEvent } from './access.ts';

/** Where each lies in the documentation. */
const places: Readonly<Record<DeletablePart, readonly string[]>> = {
  transcription: ['transcription'],
  smartAnswers: ['smartAnswers'],
  voicemailTranscription: ['voicemail', 'transcription'],
};

interface RemovingParts {
  readonly db: Database;
  /** Ends the answering of questions of a call. */
  endAnswers(trx: Writer, call: DocumentedCall): Promise<void>;
  /** Ends whatever reads the transcript of a call. */
  endReaders(trx: Writer, call: DocumentedCall): Promise<void>;
}

/**
 * Deletes a part for good; where there is none, that is fine. Throws `Refusal` FORBIDDEN for the answers of someone else's
 * call and for the transcripts of a shared channel without the right to delete its calls, CONFLICT while the part is being made.
 */
export async function removePart(
  { db, endAnswers, endReaders }: RemovingParts,
  asked: {
    readonly caller: Caller;
    readonly channelId: string;
    readonly docId: string;
    readonly part: DeletablePart;
    /** What a model made of a transcript goes with it. */
    readonly withMade?: boolean;
    readonly address: string;
  },
): Promise<void> {
  const { caller, channelId, part, address } = asked;
  const event = await ownEvent(db, caller, channelId, asked.docId);
  if (part === 'smartAnswers' && !event.isOwner && !(await areOwnAnswers(db, caller, event))) {
    throw new Refusal('FORBIDDEN', 'Only the user who took or placed the call may delete its answers.');
  }
  if (part === 'transcription') await requireMayDeleteCalls(db, caller, channelId);
  const place = sql`${[...places[part]]}::text[]`;
  await db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('inbox_events')
      .select(sql<string | null>`documentation #> ${place} ->> 'status'`.as('status'))
      .select(sql<boolean>`documentation ? 'transcription'`.as('hasTranscript'))
      .where('channel_id', '=', channelId)
      .where('id', '=', event.docId)
      .where(sql<boolean>`documentation #> ${place} is not null`)
      .forUpdate()
      .executeTakeFirst();
    if (!found) return;
    // It may be the same words as the transcript, which would go with it.
    const takesTranscript = part === 'voicemailTranscription' && (found.hasTranscript || asked.withMade === true);
    if (takesTranscript) await requireMayDeleteCalls(db, caller, channelId);
    if (found.status === 'waiting' || found.status === 'loading') {
      throw new Refusal('CONFLICT', 'This part is still being created.');
    }
    const of = { channelId, docId: event.docId };
    if (part === 'smartAnswers') await endAnswers(trx, of);
    else if (await forgetTranscript(trx, of, part, { withMade: asked.withMade ?? false })) await endReaders(trx, of);
    await trx
      .updateTable('inbox_events')
      .set({ documentation: sql<string>`documentation #- ${place}` })
      .where('channel_id', '=', channelId)
      .where('id', '=', event.docId)
      .execute();
    await askForErasure(trx);
    await audit(trx, {
      accountId: caller.accountId,
      actorUserId: caller.userId,
      address,
      action: 'call.documentationRemoved',
      target: event.docId,
      detail: { channelId, part, withMade: asked.withMade ?? false },
    });
  });
}

/** Where a call is nobody's, its answers belong to the user whose questions they answer. */
async function areOwnAnswers(db: Database, { userId }: Caller, { channelId, docId }: OwnEvent): Promise<boolean> {
  const row = await db
    .selectFrom('inbox_events')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('id', '=', docId)
    .where('owner', 'is', null)
    .where(sql<boolean>`documentation #>> '{smartAnswers,byUserId}' = ${userId}`)
    .executeTakeFirst();
  return row !== undefined;
}
