import type { ImageUpload } from '@sidetone/contract/entities/feedback.ts';
import { z } from 'zod';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type InTurn, inTurn } from '#platform/in-turn.ts';

/** A picture of a feedback that is being written. */
export interface Picture extends ImageUpload {
  readonly file: File;
}

/** A feedback that is being written; it outlives its window and a reload until it is sent. */
interface Draft {
  readonly subject: string;
  readonly text: string;
  readonly withLog: boolean;
  readonly pictures: readonly Picture[];
}

/** Keeps the pictures of one user over a reload; those of another user are gone then. */
export interface KeptPictures {
  read(user: string): Promise<readonly File[]>;
  write(user: string, files: readonly File[]): Promise<void>;
}

export interface DraftParts {
  readonly box: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly kept: KeptPictures;
  newId(): string;
  /** Rejects for a file that is not a picture. */
  readDataUrl(file: Blob): Promise<string>;
  /** Something could not be kept; it is still there as long as the page is. */
  onTrouble(cause: unknown): void;
}

const key = 'sidetone.feedback';
const keptText = z.object({ user: z.string(), subject: z.string(), text: z.string(), withLog: z.boolean() });
const nothing: Draft = { subject: '', text: '', withLog: true, pictures: [] };

/** The one feedback that is being written in this browser. */
export interface Drafts {
  readonly store: StoreApi<Draft>;
  /**
   * Shows what this user left: the text immediately, the pictures by the time it resolves. Null: nobody is signed in, and
   * nothing is shown.
   */
  open(user: string | null): Promise<void>;
  change(change: Partial<Omit<Draft, 'pictures'>>): void;
  addPictures(files: readonly File[]): void;
  removePicture(id: string): void;
  /** It was sent. */
  clear(): void;
  /** Resolves once everything so far is kept, as far as that is possible. */
  settled(): Promise<void>;
}

interface DraftDesk {
  readonly parts: DraftParts;
  readonly store: StoreApi<Draft>;
  /** Whose draft it is; null while nobody is signed in. */
  user: string | null;
  /** Pictures are written one time after the other, so that the last write stays. */
  readonly turns: InTurn<void>;
  /** The last write of pictures; never rejects. */
  written: Promise<void>;
}

/** Opens the draft of this browser, which is empty until somebody is signed in. */
export function createDrafts(parts: DraftParts): Drafts {
  const desk: DraftDesk = {
    parts,
    store: createStore<Draft>(() => nothing),
    user: null,
    turns: inTurn(),
    written: Promise.resolve(),
  };
  const { store } = desk;
  return {
    store,
    open: (user) => open(desk, user),
    change(change) {
      store.setState(change);
      keepText(desk);
    },
    addPictures(files) {
      if (files.length === 0) return;
      store.setState(({ pictures }) => ({ pictures: [...pictures, ...files.map((file) => show(desk, file))] }));
      keepPictures(desk);
    },
    removePicture(id) {
      store.setState(({ pictures }) => ({ pictures: pictures.filter((one) => one.id !== id) }));
      keepPictures(desk);
    },
    clear() {
      store.setState(nothing);
      keepText(desk);
      keepPictures(desk);
    },
    settled: () => desk.written,
  };
}

async function open(desk: DraftDesk, user: string | null): Promise<void> {
  const { parts, store } = desk;
  if (user === desk.user) return;
  desk.user = user;
  store.setState({ ...nothing, ...(user === null ? {} : readText(parts, user)) });
  if (user === null) return;
  const files = await parts.kept.read(user).catch((cause: unknown) => {
    parts.onTrouble(cause);
    return [];
  });
  if (desk.user !== user || files.length === 0) return;
  store.setState(({ pictures }) => ({ pictures: [...files.map((file) => show(desk, file)), ...pictures] }));
}

function keepText({ parts, store, user }: DraftDesk): void {
  if (user === null) return;
  const { subject, text, withLog } = store.getState();
  try {
    if (subject === '' && text === '' && withLog) parts.box.removeItem(key);
    else parts.box.setItem(key, JSON.stringify({ user, subject, text, withLog }));
  } catch (cause) {
    parts.onTrouble(cause);
  }
}

function keepPictures(desk: DraftDesk): void {
  const { parts, store, user, turns } = desk;
  if (user === null) return;
  const files = store.getState().pictures.map(({ file }) => file);
  desk.written = turns.run('pictures', () => parts.kept.write(user, files)).catch(parts.onTrouble);
}

/** A picture that is loading; it can be seen once its file is read. */
function show({ parts, store }: DraftDesk, file: File): Picture {
  const picture: Picture = { id: parts.newId(), file, loading: true, dataURL: null };
  const done = (dataURL: string | null) =>
    store.setState(({ pictures }) => ({
      pictures: pictures.map((one) => (one.id === picture.id ? { ...one, loading: false, dataURL } : one)),
    }));
  parts.readDataUrl(file).then(done, (cause: unknown) => {
    parts.onTrouble(cause);
    done(null);
  });
  return picture;
}

function readText({ box, onTrouble }: DraftParts, user: string): Partial<Draft> {
  try {
    const found = keptText.safeParse(JSON.parse(box.getItem(key) ?? 'null'));
    if (!found.success || found.data.user !== user) {
      box.removeItem(key);
      return {};
    }
    const { subject, text, withLog } = found.data;
    return { subject, text, withLog };
  } catch (cause) {
    onTrouble(cause);
    return {};
  }
}
