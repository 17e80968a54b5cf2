import type { NoteDesk } from './note-desk.ts';
import type { NoteState } from './note-state.ts';
import { joinNotes } from './note-text.ts';

/** A slow server has this long to take a note before it counts as not saved; it stays kept and is sent later. */
const patienceMs = 15_000;

/**
 * Writes HTML below an open note, as if its user had typed it there. `hasDraft`: text is kept here that the server has not
 * got, below which it is to stand. Resolves to whether the server has all of it.
 */
export async function appendTo(desk: NoteDesk, hasDraft: boolean, html: string): Promise<boolean> {
  if (hasDraft) await when(desk, ({ draft }) => draft !== null);
  desk.type(joinNotes(desk.state.getState().text, html));
  desk.flush();
  await when(desk, ({ draft, sending, problem }) => !sending && (draft === null || problem !== null));
  return desk.state.getState().draft === null;
}

/** Waits for a state of the note, or until patience ends. */
function when(desk: NoteDesk, is: (state: NoteState) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const stop = desk.state.subscribe((state) => is(state) && end());
    const timer = setTimeout(end, patienceMs);
    if (is(desk.state.getState())) end();
  });
}
