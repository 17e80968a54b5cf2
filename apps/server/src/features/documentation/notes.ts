import { type Note, note } from '@sidetone/contract/entities/documentation.ts';
import { isMissed } from '@sidetone/contract/rules/inbox-status.ts';
import { mayWriteNote } from '@sidetone/contract/rules/note-permission.ts';
import { sql } from 'kysely';
import type { Writer } from '../../identity/accounts.ts';
import { audit } from '../../identity/audit.ts';
import type { Caller } from '../../identity/callers.ts';
import { Refusal } from '../../identity/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { askForErasure } from '../../storage/erasure.ts';
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
 * Writes a note over the one that the asker saw, in one statement: of two who saw the same, one is told CONFLICT and
 * nothing is lost. Throws `Refusal` FORBIDDEN to those who may not.
 */
export async function writeNote(db: Database, asked: Asked & { readonly content: string }): Promise<Note> {
  const event = await ownEvent(db, asked.caller, asked.channelId, asked.docId);
  requireWriter(event);
  const now = new Date().toISOString();
  const written = {
    ...{ status: 'success', content: cleanHtml(asked.content), updatedBy: asked.caller.userId, updatedAt: now },
  };
  return await db.transaction().execute(async (trx) => {
    const kept = await change(
      trx,
      event,
      asked.revision,
      sql`jsonb_set(documentation, '{note}',
        jsonb_build_object('createdAt', ${now}::text) || coalesce(documentation -> 'note', '{}')
        || ${JSON.stringify(written)}::jsonb || jsonb_build_object('revision', ${nextRevision}))`,
    );
    if (written.content === '') await askForErasure(trx);
    return note.parse(kept);
  });
}

/** Deletes the note that the asker saw, for good. Throws like `writeNote`; NOT_FOUND is no refusal: it is gone. */
export async function deleteNote(db: Database, asked: Asked & { readonly address: string }): Promise<void> {
  const event = await ownEvent(db, asked.caller, asked.channelId, asked.docId);
  requireWriter(event);
  await db.transaction().execute(async (trx) => {
    await change(trx, event, asked.revision, sql`documentation - 'note'`);
    await askForErasure(trx);
    await audit(trx, {
      ...{ accountId: asked.caller.accountId, actorUserId: asked.caller.userId, address: asked.address },
      ...{ action: 'call.noteRemoved', target: event.docId, detail: { channelId: event.channelId } },
    });
  });
}

function requireWriter({ isOwner, call }: OwnEvent): void {
  // No integration is connected, and the local address book takes notes.
  const may = mayWriteNote({ integrationSupportsNotes: true, isOwner, isMissed: isMissed(call), isMember: true });
  if (!may) throw new Refusal('FORBIDDEN', 'Only who took or placed the call may write its note.');
}

/** Higher than any before, of deleted notes too. */
const nextRevision = sql<number>`greatest(note_revision, (documentation -> 'note' ->> 'revision')::int) + 1`;

/** Gives the note as it is then. */
async function change(trx: Writer, event: OwnEvent, revision: number, to: ReturnType<typeof sql>): Promise<unknown> {
  const changed = await trx
    .updateTable('inbox_events')
    .set({ documentation: sql<string>`${to}`, note_revision: nextRevision })
    .where('channel_id', '=', event.channelId)
    .where('id', '=', event.docId)
    .where(sql<boolean>`coalesce((documentation -> 'note' ->> 'revision')::int, 0) = ${revision}`)
    .returning(sql<unknown>`documentation -> 'note'`.as('note'))
    .executeTakeFirst();
  if (!changed) throw new Refusal('CONFLICT', 'Somebody changed the note meanwhile.');
  return changed.note;
}
