import { type NoteKey, nameOf } from '../kept/kept-notes.ts';

const open = new Map<string, number>();

/** Says that this page shows a note, until the returned function is called. */
export function openHere(key: NoteKey): () => void {
  const name = nameOf(key);
  open.set(name, (open.get(name) ?? 0) + 1);
  return () => {
    open.set(name, (open.get(name) ?? 1) - 1);
  };
}

/** Whether this page shows a note. */
export function isOpenHere(key: NoteKey): boolean {
  return (open.get(nameOf(key)) ?? 0) > 0;
}
