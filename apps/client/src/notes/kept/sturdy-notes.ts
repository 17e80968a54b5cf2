import type { KeptNotes, NoteKey } from './kept-notes.ts';

/**
 * Keeps notes by the way that `opening` gives. A note that cannot be kept by it, as where the disk is full, is kept by
 * `spare` from then on, for as long as the page is open. Never rejects.
 */
export function sturdyNotes(opening: Promise<KeptNotes>, spare: KeptNotes): KeptNotes {
  let lasts = true;
  const opened = opening.catch(() => {
    lasts = false;
    return spare;
  });

  async function orElse<T>(work: (notes: KeptNotes) => Promise<T>, otherwise: () => T | Promise<T>): Promise<T> {
    try {
      return await work(await opened);
    } catch {
      return otherwise();
    }
  }

  return {
    get lasts() {
      return lasts;
    },
    async read(key) {
      const spared = await spare.read(key);
      return (
        spared ??
        orElse(
          (notes) => notes.read(key),
          () => null,
        )
      );
    },
    async all(user) {
      const spared = await spare.all(user);
      const kept = await orElse(
        (notes) => notes.all(user),
        () => [],
      );
      return [...spared, ...kept.filter((note) => !spared.some((one) => isSame(one, note)))];
    },
    async keep(key, draft, over) {
      const spared = await spare.read(key);
      if (spared) return spare.keep(key, draft, spared);
      return orElse(
        (notes) => notes.keep(key, draft, over),
        () => {
          lasts = false;
          return spare.keep(key, draft, null);
        },
      );
    },
    async amend(key, change) {
      await spare.amend(key, change);
      await orElse(
        (notes) => notes.amend(key, change),
        () => {},
      );
    },
    async forget(key, stamp) {
      const spared = await spare.read(key);
      if (spared && !(await spare.forget(key, stamp))) return false;
      return orElse(
        (notes) => notes.forget(key, spared ? undefined : stamp),
        () => true,
      );
    },
  };
}

function isSame(one: NoteKey, other: NoteKey): boolean {
  return one.channelId === other.channelId && one.docId === other.docId;
}
