import { noteAutosaveMs } from '@sidetone/contract/rules/screen-timing.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { codeOf } from '#live/line/api-error.ts';
import {
  canSend,
  type NoteEvent,
  type NoteProblem,
  type NoteState,
  noteStep,
  openNote,
  type ServerNote,
} from './note-state.ts';

/** How long an unreachable server is left alone, in milliseconds. */
const againMs = 5000;

interface DeskDeps {
  /** Writes the note over the one with this revision. `urgent` while the page may be going away. Throws ApiError. */
  save(note: { content: string; revision: number }, urgent: boolean): Promise<ServerNote>;
  /** Runs a task after so many milliseconds, until the returned function is called. */
  soon(ms: number, then: () => void): () => void;
}

/** The note of a result while it is open: the actions of its writer, and its state. */
export interface ResultNoteDesk {
  readonly state: StoreApi<NoteState>;
  hear(note: ServerNote): void;
  type(text: string): void;
  choose(version: 'mine' | 'theirs' | 'both'): void;
  /** Sends everything that can be sent now, and waits for the answer. Never throws: the state says what is not saved. */
  flush(): Promise<void>;
}

/** Opens a note as the server has it, or as it was when it was left with text that the server did not take. */
export function resultNoteDesk({ save, soon }: DeskDeps, left: NoteState | null, server: ServerNote): ResultNoteDesk {
  const state = createStore<NoteState>(() => noteStep(left ?? openNote(server), { is: 'heard', note: server }));
  let cancel = () => {};
  let underWay = Promise.resolve();

  const tell = (event: NoteEvent) => {
    state.setState(noteStep(state.getState(), event), true);
    cancel();
    const now = state.getState();
    if (canSend(now)) cancel = soon(now.problem === null ? noteAutosaveMs : againMs, () => void send(false));
  };

  const send = (urgent: boolean): Promise<void> => {
    const now = state.getState();
    if (!canSend(now) || now.draft === null) return underWay;
    tell({ is: 'sending' });
    underWay = save({ content: now.draft, revision: now.server.revision }, urgent).then(
      (note) => tell({ is: 'acknowledged', note }),
      (error: unknown) => tell({ is: 'failed', problem: problemOf(error) }),
    );
    return underWay;
  };

  return {
    state,
    hear: (note) => tell({ is: 'heard', note }),
    type: (text) => tell({ is: 'typed', text }),
    choose: (version) => tell({ is: 'chose', version }),
    async flush() {
      if (state.getState().sent !== null) await underWay;
      await send(true);
      cancel();
    },
  };
}

function problemOf(error: unknown): NoteProblem {
  switch (codeOf(error)) {
    case 'CONFLICT':
      return 'conflict';
    case 'FORBIDDEN':
    case 'NOT_FOUND':
    case 'BAD_REQUEST':
    case 'VALIDATION_FAILED':
    case 'BODY_TOO_LARGE':
      return 'refused';
    default:
      return 'unreachable';
  }
}
