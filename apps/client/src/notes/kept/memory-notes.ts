import { type KeptNote, type KeptNotes, nameOf, replaced } from './kept-notes.ts';

/** Keeps notes for as long as the page is open: for tests, and for browsers that store nothing. */
export function memoryNotes(): KeptNotes {
  const notes = new Map<string, KeptNote>();
  return {
    lasts: false,
    read: async (key) => notes.get(nameOf(key)) ?? null,
    all: async (user) => [...notes.values()].filter((note) => note.user === user),
    async keep(key, draft, over) {
      const found = notes.get(nameOf(key)) ?? null;
      const note = replaced(key, draft, over, found);
      if (note === null) return { is: 'overtaken', note: found as KeptNote };
      notes.set(nameOf(key), note);
      return { is: 'kept', note };
    },
    async amend(key, change) {
      const found = notes.get(nameOf(key));
      if (found) notes.set(nameOf(key), { ...found, ...change(found) });
    },
    async forget(key, stamp) {
      const found = notes.get(nameOf(key));
      if (found && stamp !== undefined && found.stamp !== stamp) return false;
      notes.delete(nameOf(key));
      return true;
    },
  };
}
