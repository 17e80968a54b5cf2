import { ApiError, type ApiErrorCode } from '#live/line/api-error.ts';
import { noNote, type ServerNote } from '../../saving/note-state.ts';
import { type NoteKey, nameOf } from '../kept-notes.ts';
import type { SenderDeps } from '../note-sender.ts';

/** Notes as the server keeps them: a write over another revision than the last one is a conflict. */
export interface FakeServer extends Pick<SenderDeps, 'write' | 'remove' | 'look'> {
  /** Writes that were attempted from here. */
  readonly attempts: number;
  note(key: NoteKey): ServerNote | null;
  /** Another user writes. */
  writes(key: NoteKey, content: string): ServerNote;
  deleteCall(key: NoteKey): void;
  /** Refuses everything with this code from now on, before anything is written. */
  fail(code: ApiErrorCode | null): void;
  /** Writes, and the reply gets lost. */
  loseReplies(lost: boolean): void;
  /** Runs during the next write. */
  whileWriting(happens: () => Promise<void>): void;
}

export function fakeServer(): FakeServer {
  // Notes belong to calls, not to their writers.
  const placeOf = ({ channelId, docId }: NoteKey) => nameOf({ user: '', channelId, docId });
  const notes = new Map<string, ServerNote>();
  const revisions = new Map<string, number>();
  const gone = new Set<string>();
  let attempts = 0;
  let code: ApiErrorCode | null = null;
  let lost = false;
  let meanwhile = async () => {};

  function put(key: NoteKey, content: string, updatedBy: string): ServerNote {
    const place = placeOf(key);
    const revision = (revisions.get(place) ?? 0) + 1;
    revisions.set(place, revision);
    const note = { content, revision, updatedAt: new Date(revision * 1000).toISOString(), updatedBy };
    notes.set(place, note);
    return note;
  }

  function check(key: NoteKey, revision: number): void {
    if (code !== null) throw new ApiError(code, 'as the test wants it');
    if (gone.has(placeOf(key))) throw new ApiError('NOT_FOUND', 'the call is gone');
    if ((notes.get(placeOf(key))?.revision ?? 0) !== revision) throw new ApiError('CONFLICT', 'somebody wrote');
  }

  return {
    get attempts() {
      return attempts;
    },
    async write(key, { content, revision }) {
      attempts += 1;
      const happens = meanwhile;
      meanwhile = async () => {};
      await happens();
      check(key, revision);
      const note = put(key, content, key.user);
      if (lost) throw new ApiError('TIMEOUT', 'the reply got lost');
      return note;
    },
    async remove(key, revision) {
      check(key, revision);
      notes.delete(placeOf(key));
      revisions.set(placeOf(key), revision + 1);
    },
    look: async (key) => (code !== null ? null : gone.has(placeOf(key)) ? 'gone' : (notes.get(placeOf(key)) ?? noNote)),
    note: (key) => notes.get(placeOf(key)) ?? null,
    writes: (key, content) => put(key, content, 'wother'),
    deleteCall(key) {
      notes.delete(placeOf(key));
      gone.add(placeOf(key));
    },
    fail(next) {
      code = next;
    },
    loseReplies(next) {
      lost = next;
    },
    whileWriting(happens) {
      meanwhile = happens;
    },
  };
}

/** Imitates Web Locks for the tabs of a browser: one holder after the other for each name. */
export function oneAtATime(): SenderDeps['alone'] {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const mine = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(name, mine);
    return mine;
  };
}
