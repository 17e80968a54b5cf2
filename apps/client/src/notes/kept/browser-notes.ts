import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { Note } from '@sidetone/contract/entities/documentation.ts';
import { documentationRoutes } from '@sidetone/contract/http/documentation-routes.ts';
import { backendPingMs } from '@sidetone/contract/rules/call-timing.ts';
import { ApiError } from '#live/line/api-error.ts';
import { connection } from '#live/line/connection.ts';
import { isServerUp } from '#live/line/health.ts';
import { call } from '#live/line/http.ts';
import { whenServerIsBack } from '#live/line/server-back.ts';
import { session } from '#live/line/session.ts';
import { readLive, watchLive } from '#live/queries/live.ts';
import { noNote, type ServerNote } from '../saving/note-state.ts';
import { indexedDbNotes } from './indexed-db-notes.ts';
import { type KeptNote, type NoteKey, withSent } from './kept-notes.ts';
import { memoryNotes } from './memory-notes.ts';
import { browserLine } from './note-news.ts';
import { noteSender } from './note-sender.ts';
import { tellLost } from './note-toasts.ts';
import { sturdyNotes } from './sturdy-notes.ts';

/** The time that the live query of a call may take to tell what is on the server. */
const lookMs = 5_000;

/** The notes that this browser keeps. */
export const kept = sturdyNotes(indexedDbNotes(), memoryNotes());

/** The news of all tabs of this browser about them. */
export const line = browserLine();

/** Sends them, as the user whose notes they are. */
export const sender = noteSender({
  kept,
  line,
  write: async (key, body) => serverNote(await writeNote(key, body, {})),
  async remove({ user, channelId, docId }, revision) {
    mustBe(user);
    await call(documentationRoutes.deleteNote, { params: { channelId, docId }, query: { revision } });
  },
  look,
  onLost: (note) => void tellLost(note, () => void forgetLost(note)),
  alone: (name, work) => navigator.locks.request(`sidetone.note ${name}`, work),
});

/** Its writer has answered what is to become of it. Text typed since is not meant. */
async function forgetLost(note: KeptNote): Promise<void> {
  if (await kept.forget(note, note.stamp)) line.tell({ is: 'changed', key: note, stamp: null });
}

/** Sends a note while the page goes away. */
export function sendUrgently(key: NoteKey, body: { content: string; revision: number }): void {
  void kept.amend(key, (draft) => ({ base: draft.base, sent: withSent(draft, body.content) }));
  // It is kept here until it is known to have arrived.
  writeNote(key, body, { keepalive: true }).catch(() => {});
}

/** The note of a call in the form that is used here. */
export function serverNote(note: Note | undefined): ServerNote {
  if (!note) return noNote;
  const { content, revision, updatedAt = null, updatedBy = null } = note;
  return { content, revision, updatedAt, updatedBy };
}

/** Tells immediately and from then on who is signed in. */
export function watchUser(onUser: (user: string | null) => void): () => void {
  onUser(signedInUser());
  return session.subscribe(() => onUser(signedInUser()));
}

/** Tells when there is a network again, and when the live connection is. */
export function watchChances(onChance: () => void): () => void {
  addEventListener('online', onChance);
  const stop = connection.subscribe((now, before) => {
    if (now.live === 'open' && before.live !== 'open') onChance();
  });
  return () => {
    removeEventListener('online', onChance);
    stop();
  };
}

/** Tells once the server answers again after an outage, and after 10 s in any case. */
export function awaitServer(onBack: () => void): () => void {
  const stop = whenServerIsBack(isServerUp, onBack);
  const timer = setTimeout(onBack, backendPingMs);
  return () => {
    stop();
    clearTimeout(timer);
  };
}

async function writeNote(
  { user, channelId, docId }: NoteKey,
  body: { content: string; revision: number },
  options: { keepalive?: boolean },
): Promise<Note> {
  mustBe(user);
  return call(documentationRoutes.writeNote, { params: { channelId, docId }, body }, options);
}

function signedInUser(): string | null {
  const now = session.getState();
  return now.status === 'signedIn' ? now.claims.webuserId : null;
}

/** A note is sent only while its writer is signed in, never as another user. */
function mustBe(user: string): void {
  if (signedInUser() !== user) throw new ApiError('UNAUTHENTICATED', 'the note belongs to a user who is not signed in');
}

/** Waits for another note than the known one, as the live query may be a moment behind the reply that reported it. */
function look({ channelId, docId }: NoteKey, known: number): Promise<ServerNote | 'gone' | null> {
  const params = { channelId, docId };
  return new Promise((resolve) => {
    let stop = () => {};
    const end = (found: ServerNote | 'gone' | null) => {
      clearTimeout(timer);
      stop();
      resolve(found);
    };
    const look = (last: boolean) => {
      const { rows, status } = readLive(phoneQueries.inboxEvent, params);
      const [row] = rows;
      if (status === 'failed') return end(null);
      if (status === 'ready' && !row) return end('gone');
      const note = row ? serverNote(row.documentation.note) : null;
      if (last || (note && note.revision !== known)) end(note);
    };
    const timer = setTimeout(() => look(true), lookMs);
    stop = watchLive(phoneQueries.inboxEvent, params, () => look(false));
    look(false);
  });
}
