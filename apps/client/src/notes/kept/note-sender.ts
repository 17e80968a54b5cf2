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
  /** The note on the server, another than the one `known` if possible; `gone` where its call is; null where nothing can be learned. */
  look(key: NoteKey, known: number): Promise<ServerNote | 'gone' | null>;
  /** The call is deleted, and this never arrived. It stays kept until its writer has answered. */
  onLost(note: KeptNote): void;
  /** Runs this while nobody else of this browser does something of the same name. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** What sending came to. `nothing`: nothing was kept. `gone`: there is no such call any more. */
export type Sent =
  | { readonly is: 'saved' | 'nothing' | 'gone' }
  | { readonly is: 'failed'; readonly problem: Problem; readonly theirs?: ServerNote };

export interface NoteSender {
  /** Sends what is kept of a note; never rejects for what the server or the line did. */
  send(key: NoteKey): Promise<Sent>;
  /** Deletes the note on the server in the revision that it then has, and what is kept of it. Throws ApiError. */
  remove(key: NoteKey, revision: () => number): Promise<void>;
}

/** A conflict that our own earlier attempt made is solved by another attempt; more than a few are someone else's. */
const attempts = 4;

/** Sends kept notes, one tab at a time for each note. */
export function noteSender(deps: SenderDeps): NoteSender {
  const { kept, line } = deps;

  async function acknowledged(key: NoteKey, { stamp, content }: KeptNote, note: ServerNote): Promise<Sent> {
    let arrived: string | null = stamp;
    while (arrived !== null && !(await kept.forget(key, arrived))) {
      const now = await kept.read(key);
      // Another tab may have kept the same once more.
      arrived = now !== null && sameNote(now.content, content) ? now.stamp : null;
      // What was typed meanwhile is written over what has just arrived.
      if (arrived === null) await kept.amend(key, () => ({ base: baseOf(note), sent: [content] }));
    }
    line.tell({ is: 'acknowledged', key, content, note });
    return { is: 'saved' };
  }

  function failed(key: NoteKey, problem: Problem, theirs?: ServerNote): Sent {
    line.tell({ is: 'failed', key, problem });
    return { is: 'failed', problem, ...(theirs ? { theirs } : {}) };
  }

  /** Null to try again, over what the server has now. */
  async function meet(key: NoteKey, draft: KeptNote): Promise<Sent | null> {
    const theirs = await deps.look(key, draft.base.revision);
    if (theirs === 'gone') return gone(deps, key);
    if (theirs === null) return failed(key, 'unreachable');
    switch (standingOf(draft, theirs)) {
      case 'same':
        return acknowledged(key, draft, theirs);
      case 'moved':
        await kept.amend(key, ({ sent }) => ({ base: baseOf(theirs), sent }));
        return null;
      case 'conflict':
        return failed(key, 'conflict', theirs);
      case 'current':
        // What is seen of the server is older than what refused us.
        return failed(key, 'unreachable');
    }
  }

  async function attempt(key: NoteKey): Promise<Sent | null> {
    const draft = await kept.read(key);
    if (draft === null) return { is: 'nothing' };
    const { content, base, sent } = draft;
    // Nothing to write where nothing changed, and no empty note where there was none.
    if (sent.length === 0 && sameNote(content, base.content)) {
      return acknowledged(key, draft, { ...noNote, ...base });
    }
    await kept.amend(key, (found) => ({ base: found.base, sent: withSent(found, content) }));
    try {
      const written = isEmptyNote(content) ? '' : content;
      return await acknowledged(key, draft, await deps.write(key, { content: written, revision: base.revision }));
    } catch (error) {
      const code = codeOf(error);
      if (code === 'CONFLICT') return meet(key, draft);
      if (code === 'NOT_FOUND')
        return (await deps.look(key, base.revision)) === 'gone' ? gone(deps, key) : failed(key, 'refused');
      return failed(key, problemOf(code));
    }
  }

  return {
    send: (key) =>
      deps.alone(nameOf(key), async () => {
        for (let left = attempts; left > 0; left -= 1) {
          const sent = await attempt(key);
          if (sent !== null) return sent;
        }
        return failed(key, 'unreachable');
      }),
    remove: (key, revision) =>
      deps.alone(nameOf(key), async () => {
        if (revision() > 0) await deps.remove(key, revision());
        await kept.forget(key);
        line.tell({ is: 'changed', key, stamp: null });
      }),
  };
}

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

/** The call of a note is deleted: what was written here and never arrived is told and stays; anything else goes. */
async function gone({ kept, line, onLost }: SenderDeps, key: NoteKey): Promise<Sent> {
  // As it is kept now: someone may have typed on.
  const lost = await kept.read(key);
  if (lost && !isEmptyNote(lost.content) && !sameNote(lost.content, lost.base.content)) {
    onLost(lost);
    return { is: 'gone' };
  }
  await kept.forget(key);
  line.tell({ is: 'changed', key, stamp: null });
  return { is: 'gone' };
}
