import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { kept, line, sender, sendUrgently, serverNote } from './kept/browser-notes.ts';
import { appendTo } from './saving/append-to.ts';
import { noteDesk } from './saving/note-desk.ts';

/**
 * Writes HTML below the note of a call: over the revision that is known, kept on this machine until the server has it.
 * Resolves to whether the server has it. Where someone else wrote meanwhile it waits for its user to choose on the page of
 * the call.
 */
export async function appendToNote(row: InboxRow, user: string, html: string): Promise<boolean> {
  const key = { user, channelId: row.channelId, docId: row.id };
  const hasDraft = (await kept.read(key)) !== null;
  const desk = noteDesk({ kept, line, sender, sendUrgently }, key, serverNote(row.documentation.note));
  const leave = desk.attend();
  try {
    return await appendTo(desk, hasDraft, html);
  } finally {
    leave();
  }
}
