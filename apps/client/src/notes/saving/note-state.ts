import { isEmptyNote } from '@sidetone/contract/rules/note-markup.ts';
import { joinNotes, mergeNotes, sameNote } from './note-text.ts';

/** The note as the server has it; `revision` 0 where it has none. */
export interface ServerNote {
  readonly content: string;
  readonly revision: number;
  /** The time of its last change, ISO 8601; null until the server said so. */
  readonly updatedAt: string | null;
  readonly updatedBy: string | null;
}

export const noNote: ServerNote = { content: '', revision: 0, updatedAt: null, updatedBy: null };

/** Text that was written here and that the server has not acknowledged. */
export interface Draft {
  readonly content: string;
  /** The note that it was written over. */
  readonly base: Pick<ServerNote, 'content' | 'revision'>;
  /** Earlier contents of this draft that were on their way to the server, and may have arrived. */
  readonly sent: readonly string[];
}

export type SaveStatus = 'IDLE' | 'TYPING' | 'SAVED' | 'ERROR';

/** Why a draft is not on the server. */
export type Problem = 'unreachable' | 'refused' | 'tooLong' | 'conflict';

/** A note that is open. */
export interface NoteState {
  readonly status: SaveStatus;
  /** The content of the editor. */
  readonly text: string;
  readonly server: ServerNote;
  /** Null where the server has everything. */
  readonly draft: Draft | null;
  /** A draft is on its way. */
  readonly sending: boolean;
  readonly problem: Problem | null;
}

export type NoteEvent =
  /** The note as it is on the server, when it was opened and whenever that changes. */
  | { readonly is: 'heard'; readonly note: ServerNote }
  | { readonly is: 'typed'; readonly content: string }
  /** Long enough since the last change, or no time left to wait. */
  | { readonly is: 'due' }
  /** The server has this content as this note, whichever tab sent it. */
  | { readonly is: 'acknowledged'; readonly content: string; readonly note: ServerNote }
  /** Sending is over; a success was reported by `acknowledged`. */
  | { readonly is: 'sent'; readonly problem: Problem | null; readonly theirs?: ServerNote }
  /** The draft that is kept on this machine, as it was found or as another tab changed it. */
  | { readonly is: 'followed'; readonly draft: Draft | null }
  /** Another tab kept this before the text typed here could be kept. */
  | { readonly is: 'overtaken'; readonly draft: Draft; readonly common: string }
  /** The choice that ends a conflict. */
  | { readonly is: 'chose'; readonly version: 'mine' | 'theirs' | 'both' }
  | { readonly is: 'deleted' };

export type NoteEffect =
  /** Keeps the draft on this machine. */
  | 'keep'
  /** Removes the draft from this machine. */
  | 'forget'
  | 'send'
  /** Sends after 500 ms without a change (specification 4.10). */
  | 'sendSoon';

export interface NoteStep {
  readonly state: NoteState;
  readonly effects: readonly NoteEffect[];
}

export const unopened: NoteState = {
  status: 'IDLE',
  text: '',
  server: noNote,
  draft: null,
  sending: false,
  problem: null,
};

/** How a draft relates to the note on the server. */
export type Standing = 'same' | 'current' | 'moved' | 'conflict';

/**
 * `same`: the server has it. `current`: the note has not changed. `moved`: the server has an earlier state of this
 * draft, or the same content as before. `conflict`: another user wrote in the meantime.
 */
export function standingOf(draft: Draft, server: Pick<ServerNote, 'content' | 'revision'>): Standing {
  if (sameNote(draft.content, server.content)) return 'same';
  if (draft.base.revision === server.revision) return 'current';
  const own = [draft.base.content, ...draft.sent].some((content) => sameNote(content, server.content));
  return own ? 'moved' : 'conflict';
}

/** The state of an open note after an event, and the effects of that. Pure. */
export function noteStep(state: NoteState, event: NoteEvent): NoteStep {
  switch (event.is) {
    case 'heard':
      return hear(state, event.note);
    case 'typed':
      return type(state, event.content);
    case 'due':
      return canSend(state) ? { state: { ...saving(state), sending: true }, effects: ['send'] } : stay(state);
    case 'acknowledged':
      return acknowledge(state, event.content, event.note);
    case 'sent':
      return settleAfter(state, event.problem, event.theirs);
    case 'followed':
      return follow(state, event.draft);
    case 'overtaken':
      return merge(state, event.draft, event.common);
    case 'chose':
      return choose(state, event.version);
    case 'deleted':
      return { state: { ...unopened, sending: state.sending }, effects: ['forget'] };
  }
}

function stay(state: NoteState): NoteStep {
  return { state, effects: [] };
}

function canSend({ draft, sending, problem }: NoteState): boolean {
  return draft !== null && !sending && problem !== 'conflict';
}

function saving(state: NoteState): NoteState {
  return { ...state, status: 'TYPING', problem: null };
}

/** Without a draft the server's note is shown. */
function settled(state: NoteState): NoteState {
  const status = isEmptyNote(state.server.content) ? 'IDLE' : 'SAVED';
  return { ...state, status, draft: null, problem: null };
}

function hear(state: NoteState, note: ServerNote): NoteStep {
  // The reply to this tab's own writing may be newer; a note that is gone begins at 0 again.
  if (note.revision < state.server.revision && note.revision !== 0) return stay(state);
  const heard = { ...state, server: note };
  // Whether it is our own note that comes back, the reply will tell.
  if (state.sending) return stay(heard);
  return judge(heard);
}

function judge(state: NoteState): NoteStep {
  const { draft, server } = state;
  if (draft === null) return showServer(state);
  switch (standingOf(draft, server)) {
    case 'same':
      return { state: settled(state), effects: ['forget'] };
    case 'current':
      return state.problem === 'conflict' ? { state: saving(state), effects: ['sendSoon'] } : stay(state);
    case 'moved':
      return { state: saving({ ...state, draft: moved(draft, server) }), effects: ['keep', 'sendSoon'] };
    case 'conflict':
      return stay({ ...state, status: 'ERROR', problem: 'conflict' });
  }
}

function showServer(state: NoteState): NoteStep {
  const next = settled(state);
  return stay({ ...next, text: next.server.content });
}

function moved(draft: Draft, { content, revision }: ServerNote): Draft {
  return { content: draft.content, base: { content, revision }, sent: [] };
}

function type(state: NoteState, content: string): NoteStep {
  const { content: base, revision } = state.server;
  const draft: Draft = state.draft
    ? { ...state.draft, content }
    : { content, base: { content: base, revision }, sent: [] };
  const next = { ...state, text: content, draft };
  if (state.problem === 'conflict') {
    const judged = judge(next);
    return judged.state.draft === null ? judged : { ...judged, effects: ['keep', ...judged.effects] };
  }
  return { state: saving(next), effects: ['keep', 'sendSoon'] };
}

function acknowledge(state: NoteState, content: string, note: ServerNote): NoteStep {
  const server = note.revision > state.server.revision ? note : state.server;
  const heard = { ...state, server };
  const { draft } = state;
  if (draft === null) return state.sending ? stay(heard) : showServer(heard);
  // Text typed since then is written over the note that has just arrived.
  if (!sameNote(draft.content, content)) {
    const onward = { ...heard, draft: moved(draft, note) };
    return state.sending ? stay(onward) : judge(onward);
  }
  // The server cleans the HTML that it stores.
  return showServer(heard);
}

function settleAfter(state: NoteState, problem: Problem | null, theirs?: ServerNote): NoteStep {
  const server = theirs ?? state.server;
  const still = { ...state, sending: false, server };
  if (state.draft === null) return showServer(still);
  if (problem !== null && problem !== 'conflict') return stay({ ...still, status: 'ERROR', problem });
  const judged = judge(still);
  if (judged.state.draft === null || judged.state.problem === 'conflict') return judged;
  // Typed while the last text was on its way.
  return { state: saving(judged.state), effects: [...new Set<NoteEffect>([...judged.effects, 'sendSoon'])] };
}

function follow(state: NoteState, draft: Draft | null): NoteStep {
  if (draft === null) return state.sending ? stay({ ...state, draft }) : showServer({ ...state, draft });
  return judge({ ...saving({ ...state, draft }), text: draft.content });
}

function merge(state: NoteState, draft: Draft, common: string): NoteStep {
  const mine = state.draft?.content ?? state.text;
  const content = mergeNotes(common, mine, draft.content);
  const { state: judged } = judge({ ...saving(state), text: content, draft: { ...draft, content } });
  if (judged.draft === null) return { state: judged, effects: ['forget'] };
  return { state: judged, effects: judged.problem === null ? ['keep', 'sendSoon'] : ['keep'] };
}

function choose(state: NoteState, version: 'mine' | 'theirs' | 'both'): NoteStep {
  const { draft, server } = state;
  if (draft === null) return stay(state);
  if (version === 'theirs') return { state: showServer(state).state, effects: ['forget'] };
  const content = version === 'both' ? joinNotes(draft.content, server.content) : draft.content;
  const next = { ...saving(state), text: content, draft: moved({ ...draft, content }, server) };
  return { state: next, effects: ['keep', 'sendSoon'] };
}
