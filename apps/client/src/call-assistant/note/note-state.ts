/** The note of a result as the server has it; `revision` 0 where nobody has written one. */
export interface ServerNote {
  readonly text: string;
  readonly revision: number;
}

/** Why a draft is not on the server. */
export type NoteProblem = 'unreachable' | 'refused' | 'conflict';

/** The note of a result that is open. */
export interface NoteState {
  readonly server: ServerNote;
  /** Text that the server has not acknowledged; null where it has everything. */
  readonly draft: string | null;
  /** The text that is on its way; null for none. */
  readonly sent: string | null;
  readonly problem: NoteProblem | null;
}

export type NoteEvent =
  /** The note as it is on the server, whenever that changes. */
  | { readonly is: 'heard'; readonly note: ServerNote }
  | { readonly is: 'typed'; readonly text: string }
  /** The draft is on its way. */
  | { readonly is: 'sending' }
  /** The text that was sent is the note now. */
  | { readonly is: 'acknowledged'; readonly note: ServerNote }
  | { readonly is: 'failed'; readonly problem: NoteProblem }
  /** The choice that ends a conflict. */
  | { readonly is: 'chose'; readonly version: 'mine' | 'theirs' | 'both' };

export const openNote = (server: ServerNote): NoteState => ({ server, draft: null, sent: null, problem: null });

/** The text of the field. */
export const textOf = ({ server, draft }: NoteState): string => draft ?? server.text;

/** Whether the draft can be sent now. A conflict waits for the user's choice, a refusal for other text. */
export function canSend({ draft, sent, problem }: NoteState): boolean {
  return draft !== null && sent === null && (problem === null || problem === 'unreachable');
}

/** The state of an open note after an event. Pure. */
export function noteStep(state: NoteState, event: NoteEvent): NoteState {
  switch (event.is) {
    case 'heard':
      return hear(state, event.note);
    case 'typed':
      return type(state, event.text);
    case 'sending':
      return { ...state, sent: state.draft, problem: null };
    case 'acknowledged':
      return acknowledge(state, event.note);
    case 'failed':
      return { ...state, sent: null, problem: state.draft === null ? null : event.problem };
    case 'chose':
      return choose(state, event.version);
  }
}

function hear(state: NoteState, note: ServerNote): NoteState {
  if (note.revision <= state.server.revision) return state;
  const { draft, sent } = state;
  if (draft === null || note.text === draft) return { ...state, server: note, draft: null, problem: null };
  // Our own text comes back, or nothing of the text changed: what was typed since then follows it.
  if (note.text === sent || note.text === state.server.text) return { ...state, server: note, problem: null };
  return { ...state, server: note, problem: 'conflict' };
}

function type(state: NoteState, text: string): NoteState {
  const isServers = text === state.server.text && state.sent === null;
  if (isServers) return { ...state, draft: null, problem: null };
  return { ...state, draft: text, problem: state.problem === 'conflict' ? 'conflict' : null };
}

function acknowledge(state: NoteState, note: ServerNote): NoteState {
  const server = note.revision > state.server.revision ? note : state.server;
  const draft = state.draft === state.sent ? null : state.draft;
  return { server, draft: draft === server.text ? null : draft, sent: null, problem: null };
}

function choose(state: NoteState, version: 'mine' | 'theirs' | 'both'): NoteState {
  if (state.draft === null || state.problem !== 'conflict') return state;
  if (version === 'theirs') return { ...state, draft: null, problem: null };
  const draft = version === 'both' ? bothOf(state.draft, state.server.text) : state.draft;
  return { ...state, draft, problem: null };
}

const bothOf = (mine: string, theirs: string): string =>
  [mine, theirs].filter((text) => text.trim() !== '').join('\n\n');
