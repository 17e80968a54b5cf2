import { type Note, note } from '@sidetone/contract/entities/documentation.ts';
import { maxNoteCharacters } from '@sidetone/contract/http/documentation-routes.ts';
import { isMissed } from '@sidetone/contract/rules/inbox-status.ts';
import { mayWriteNote } from '@sidetone/contract/rules/note-permission.ts';
import { sql } from 'kysely';
import { audit } from '../../requests/audit.ts';
import type { Caller } from '../../requests/callers.ts';
import { Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { askForErasure } from '../../storage/erasure.ts';
import { jsonText } from '../../storage/json-text.ts';
import type { Writer } from '../../storage/writer.ts';
import { type OwnEvent, ownEvent } from './access.ts';
import { cleanHtml } from './clean-html.ts';

interface Asked {
  readonly caller: Caller;
  readonly channelId: string;
  readonly docId: string;
  /** The one that the asker saw; 0 where they saw no note. */
  readonly revision: number;
}

/**
 * Writes a note over the one that the asker saw: of two who saw the same, one is told CONFLICT and
 * nothing is lost. Throws `Refusal` FORBIDDEN to those who may not.
 */
export async function writeNote(db: Database, asked: Asked & { readonly content: string }): Promise<Note> {
  const event = await ownEvent(db, asked.caller, asked.channelId, asked.docId);
  requireWriter(event);
  const content = cleanHtml(asked.content);
  const now = new Date().toISOString();
  return await db.transaction().execute(async (trx) => {
    const kept = await change(trx, event, asked.revision, (old, revision) => {
      // What a model read out of it says what the words said; without words it goes.
      const { extractedData, ...people } = old;
      return {
        createdAt: now,
        ...people,
        ...(content !== '' && extractedData !== undefined && { extractedData }),
        status: 'success',
        content,
        revision,
        updatedBy: asked.caller.userId,
        updatedAt: now,
      };
    });
    if (content === '') await askForErasure(trx);
    return note.parse(kept);
  });
}

/**
 * Writes more at the end of the note that has this revision, in the name of a user who may. Throws like `writeNote`; false
 * where the note would become too long.
 */
export async function appendToNote(
  trx: Writer,
  asked: Omit<Asked, 'caller'> & { readonly caller: Pick<Caller, 'userId' | 'accountId'>; readonly html: string },
): Promise<boolean> {
  const event = await ownEvent(trx, asked.caller, asked.channelId, asked.docId);
  requireWriter(event);
  const more = cleanHtml(asked.html);
  const now = new Date().toISOString();
  let isTooLong = false;
  await change(trx, event, asked.revision, (old, revision) => {
    const content = `${typeof old['content'] === 'string' ? old['content'] : ''}${more}`;
    isTooLong = content.length > maxNoteCharacters;
    if (isTooLong) return old;
    const written = { status: 'success', content, revision, updatedBy: asked.caller.userId, updatedAt: now };
    return { createdAt: now, ...old, ...written };
  });
  return !isTooLong;
}

/** Deletes the note that the asker saw, for good. Throws like `writeNote`; NOT_FOUND is no refusal: it is gone. */
export async function deleteNote(db: Database, asked: Asked & { readonly address: string }): Promise<void> {
  const event = await ownEvent(db, asked.caller, asked.channelId, asked.docId);
  requireWriter(event);
  await db.transaction().execute(async (trx) => {
    await change(trx, event, asked.revision, () => null);
    await askForErasure(trx);
    await audit(trx, {
      accountId: asked.caller.accountId,
      actorUserId: asked.caller.userId,
      address: asked.address,
      action: 'call.noteRemoved',
      target: event.docId,
      detail: { channelId: event.channelId },
    });
  });
}

function requireWriter({ isOwner, call }: OwnEvent): void {
  // No integration is connected, and the local address book takes notes.
  const may = mayWriteNote({ integrationSupportsNotes: true, isOwner, isMissed: isMissed(call), isMember: true });
  if (!may) throw new Refusal('FORBIDDEN', 'Only who took or placed the call may write its note.');
}

type StoredNote = Readonly<Record<string, unknown>>;

/**
 * Puts what `to` makes of the note in its place, null for none; the revision that it is given is higher than any before,
 * of deleted notes too. A note that breaks its schema is none, as for those who read it. Gives the note as it is then.
 */
async function change(
  trx: Writer,
  event: OwnEvent,
  revision: number,
  to: (old: StoredNote, revision: number) => StoredNote | null,
): Promise<StoredNote | null> {
  const row = await trx
    .selectFrom('inbox_events')
    .select(['note_revision', sql<unknown>`documentation -> 'note'`.as('note')])
    .where('channel_id', '=', event.channelId)
    .where('id', '=', event.docId)
    .forUpdate()
    .executeTakeFirst();
  const read = note.safeParse(row?.note);
  const seen = read.success ? read.data.revision : 0;
  if (!row || seen !== revision) throw new Refusal('CONFLICT', 'Someone else has changed the note.');
  const next = Math.max(row.note_revision, seen) + 1;
  const made = to(read.success ? (row.note as StoredNote) : {}, next);
  const others = sql`case jsonb_typeof(documentation) when 'object' then documentation else '{}' end`;
  await trx
    .updateTable('inbox_events')
    .set({
      documentation: made
        ? sql<string>`jsonb_set(${others}, '{note}', ${jsonText(made)}::jsonb)`
        : sql<string>`${others} - 'note'`,
      note_revision: next,
    })
    .where('channel_id', '=', event.channelId)
    .where('id', '=', event.docId)
    .execute();
  return made;
}
