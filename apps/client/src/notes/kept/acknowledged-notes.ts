import type { ServerNote } from '../saving/note-state.ts';
import { line } from './browser-notes.ts';
import { type NoteKey, nameOf } from './kept-notes.ts';

/** How many are remembered; the newest. */
const most = 20;

/** Notes by call as the server acknowledged them to this page last. */
const acknowledged = new Map<string, ServerNote>();

line.hear((news) => {
  if (news.is !== 'acknowledged') return;
  const name = nameOf(news.key);
  acknowledged.delete(name);
  acknowledged.set(name, news.note);
  for (const oldest of acknowledged.keys()) {
    if (acknowledged.size <= most) break;
    acknowledged.delete(oldest);
  }
});

/**
 * The newer of two: the note as its call has it, and as the server acknowledged it here. A call that runs has no document
 * to read its note from.
 */
export function newestNote(key: NoteKey, onServer: ServerNote): ServerNote {
  const known = acknowledged.get(nameOf(key));
  return known !== undefined && known.revision > onServer.revision ? known : onServer;
}
