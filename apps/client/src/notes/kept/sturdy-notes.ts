import type { Draft } from '../saving/note-state.ts';
import type { KeptBefore, KeptNote, KeptNotes, NoteKey } from './kept-notes.ts';

/**
 * Keeps notes in the place that `opening` gives. A note that cannot be kept there, for example because the disk is full, is
 * kept by `spare` from then on, for as long as the page is open. Never rejects.
 */
export function sturdyNotes(opening: Promise<KeptNotes>, spare: KeptNotes): KeptNotes {
  const notes: Sturdy = {
    opened: opening.catch(() => {
      notes.lasts = false;
      return spare;
    }),
    spare,
    lasts: true,
  };
  return {
    get lasts() {
      return notes.lasts;
    },
    read: async (key) =>
      (await spare.read(key)) ??
      orElse(
        notes,
        (kept) => kept.read(key),
        () => null,
      ),
    all: (user) => all(notes, user),
    keep: (key, draft, over) => keep(notes, key, draft, over),
    async amend(key, change) {
      await spare.amend(key, change);
      await orElse(
        notes,
        (kept) => kept.amend(key, change),
        () => {},
      );
    },
    forget: (key, stamp) => forget(notes, key, stamp),
  };
}

interface Sturdy {
  readonly opened: Promise<KeptNotes>;
  readonly spare: KeptNotes;
  lasts: boolean;
}

async function all(notes: Sturdy, user: string): Promise<KeptNote[]> {
  const spared = await notes.spare.all(user);
  const kept = await orElse(
    notes,
    (them) => them.all(user),
    () => [],
  );
  return [...spared, ...kept.filter((note) => !spared.some((one) => isSame(one, note)))];
}

async function keep(notes: Sturdy, key: NoteKey, draft: Draft, over: KeptBefore | null): ReturnType<KeptNotes['keep']> {
  const { spare } = notes;
  const spared = await spare.read(key);
  if (spared) return spare.keep(key, draft, spared);
  return orElse(
    notes,
    (kept) => kept.keep(key, draft, over),
    () => {
      notes.lasts = false;
      return spare.keep(key, draft, null);
    },
  );
}

async function forget(notes: Sturdy, key: NoteKey, stamp: string | undefined): Promise<boolean> {
  const { spare } = notes;
  const spared = await spare.read(key);
  if (spared && !(await spare.forget(key, stamp))) return false;
  return orElse(
    notes,
    (kept) => kept.forget(key, spared ? undefined : stamp),
    () => true,
  );
}

/** The result of the usual place, or where that fails, that of `otherwise`. */
async function orElse<T>(
  { opened }: Sturdy,
  work: (kept: KeptNotes) => Promise<T>,
  otherwise: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work(await opened);
  } catch {
    return otherwise();
  }
}

function isSame(one: NoteKey, other: NoteKey): boolean {
  return one.channelId === other.channelId && one.docId === other.docId;
}
