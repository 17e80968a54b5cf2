import { isEmptyNote } from '@sidetone/contract/rules/note-markup.ts';
import { type ApiErrorCode, codeOf } from '#live/line/api-error.ts';
import { noNote, type Problem, type ServerNote, standingOf } from '../saving/note-state.ts';
import { sameNote } from '../saving/note-text.ts';
import { type KeptNote, type KeptNotes, type NoteKey, nameOf, withSent } from './kept-notes.ts';
import type { NoteNewsLine } from './note-news.ts';

export interface SenderDeps {
  readonly kept: KeptNotes;
  readonly line: NoteNewsLine;
  /** Writes the note on the server. Throws ApiError. */
  write(key: NoteKey, note: { content: string; revision: number }): Promise<ServerNote>;
  /** Deletes the note on the server. Throws ApiError. */
  remove(key: NoteKey, revision: number): Promise<void>;
  /** The note on the server, if possible a newer one than `known`; `gone` where its call is deleted; null where the server does not say. */
  look(key: NoteKey, known: number): Promise<ServerNote | 'gone' | null>;
  /** The call is deleted, and this never arrived. It stays kept until its writer has answered. */
  onLost(note: KeptNote): void;
  /** Runs this while no other tab of this browser runs something of the same name. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** The result of sending. `nothing`: nothing was kept. `gone`: the call no longer exists. */
export type Sent =
  | { readonly is: 'saved' | 'nothing' | 'gone' }
  | { readonly is: 'failed'; readonly problem: Problem; readonly theirs?: ServerNote };

export interface NoteSender {
  /** Sends the kept draft of a note; never rejects for an error of the server or the line. */
  send(key: NoteKey): Promise<Sent>;
  /** Deletes the note on the server in the revision that it has by then, and its kept draft. Throws ApiError. */
  remove(key: NoteKey, revision: () => number): Promise<void>;
}

/** A conflict with our own earlier attempt is solved by another attempt; after more than a few it is another user's. */
const attempts = 4;

/** Sends kept notes, one tab at a time for each note. */
export function noteSender(deps: SenderDeps): NoteSender {
  return {
    send: (key) => deps.alone(nameOf(key), () => send(deps, key)),
    remove: (key, revision) =>
      deps.alone(nameOf(key), async () => {
        if (revision() > 0) await deps.remove(key, revision());
        await forgotten(deps, key);
      }),
  };
}

async function send(deps: SenderDeps, key: NoteKey): Promise<Sent> {
  for (let left = attempts; left > 0; left -= 1) {
    const sent = await attempt(deps, key);
    if (sent !== 'again') return sent;
  }
  return failed(deps, key, 'unreachable');
}

async function attempt(deps: SenderDeps, key: NoteKey): Promise<Sent | 'again'> {
  const { kept, write } = deps;
  const draft = await kept.read(key);
  if (draft === null) return { is: 'nothing' };
  const { content, base, sent } = draft;
  // Nothing is written where nothing changed, and no empty note where there was none.
  if (sent.length === 0 && sameNote(content, base.content)) {
    return acknowledged(deps, draft, { ...noNote, ...base });
  }
  await kept.amend(key, (found) => ({ base: found.base, sent: withSent(found, content) }));
  try {
    const written = isEmptyNote(content) ? '' : content;
    return await acknowledged(deps, draft, await write(key, { content: written, revision: base.revision }));
  } catch (error) {
    return refused(deps, draft, codeOf(error));
  }
}

async function refused(deps: SenderDeps, draft: KeptNote, code: ApiErrorCode): Promise<Sent | 'again'> {
  const key = keyOf(draft);
  if (code === 'CONFLICT') return meet(deps, draft);
  if (code === 'NOT_FOUND') {
    const seen = await deps.look(key, draft.base.revision);
    return seen === 'gone' ? gone(deps, key) : failed(deps, key, 'refused');
  }
  return failed(deps, key, problemOf(code));
}

/** The note on the server is another one than the draft was written over. */
async function meet(deps: SenderDeps, draft: KeptNote): Promise<Sent | 'again'> {
  const key = keyOf(draft);
  const theirs = await deps.look(key, draft.base.revision);
  if (theirs === 'gone') return gone(deps, key);
  if (theirs === null) return failed(deps, key, 'unreachable');
  switch (standingOf(draft, theirs)) {
    case 'same':
      return acknowledged(deps, draft, theirs);
    case 'moved':
      await deps.kept.amend(key, ({ sent }) => ({ base: baseOf(theirs), sent }));
      return 'again';
    case 'conflict':
      return failed(deps, key, 'conflict', theirs);
    case 'current':
      // The note that was read is older than the one that caused the refusal.
      return failed(deps, key, 'unreachable');
  }
}

async function acknowledged({ kept, line }: SenderDeps, draft: KeptNote, note: ServerNote): Promise<Sent> {
  const { stamp, content } = draft;
  const key = keyOf(draft);
  let arrived: string | null = stamp;
  while (arrived !== null && !(await kept.forget(key, arrived))) {
    const now = await kept.read(key);
    // Another tab may have kept the same content again.
    arrived = now !== null && sameNote(now.content, content) ? now.stamp : null;
    // A draft typed in the meantime is written over the note that has just arrived.
    if (arrived === null) await kept.amend(key, () => ({ base: baseOf(note), sent: [content] }));
  }
  line.tell({ is: 'acknowledged', key, content, note });
  return { is: 'saved' };
}

function failed({ line }: SenderDeps, key: NoteKey, problem: Problem, theirs?: ServerNote): Sent {
  line.tell({ is: 'failed', key, problem });
  return { is: 'failed', problem, ...(theirs ? { theirs } : {}) };
}

async function forgotten({ kept, line }: SenderDeps, key: NoteKey): Promise<void> {
  await kept.forget(key);
  line.tell({ is: 'changed', key, stamp: null });
}

const keyOf = ({ user, channelId, docId }: NoteKey): NoteKey => ({ user, channelId, docId });

function baseOf({ content, revision }: ServerNote): KeptNote['base'] {
  return { content, revision };
}

function problemOf(code: ApiErrorCode): Problem {
  switch (code) {
    case 'FORBIDDEN':
    case 'BAD_REQUEST':
      return 'refused';
    case 'VALIDATION_FAILED':
    case 'BODY_TOO_LARGE':
      return 'tooLong';
    default:
      return 'unreachable';
  }
}

/** The call of a note is deleted. A draft that never arrived is told and stays kept; any other is forgotten. */
async function gone(deps: SenderDeps, key: NoteKey): Promise<Sent> {
  // As it is kept now: the user may have typed on.
  const lost = await deps.kept.read(key);
  if (lost && !isEmptyNote(lost.content) && !sameNote(lost.content, lost.base.content)) deps.onLost(lost);
  else await forgotten(deps, key);
  return { is: 'gone' };
}
