import type { ImageUpload } from '@sidetone/contract/entities/feedback.ts';
import { z } from 'zod';
import { createStore, type StoreApi } from 'zustand/vanilla';

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

/** Keeps the pictures of one person over a reload; those of someone else are gone then. */
export interface KeptPictures {
  read(user: string): Promise<readonly File[]>;
  write(user: string, files: readonly File[]): Promise<void>;
}

export interface DraftParts {
  readonly box: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly kept: KeptPictures;
  newId(): string;
  /** Rejects for what is no picture. */
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
   * Shows what this person left; done at once for the text, and when it resolves for the pictures. Null: nobody is signed
   * in, and nothing is shown.
   */
  open(user: string | null): Promise<void>;
  change(change: Partial<Omit<Draft, 'pictures'>>): void;
  addPictures(files: readonly File[]): void;
  removePicture(id: string): void;
  /** It was sent. */
  clear(): void;
  /** Everything until now is kept, as far as it can be. */
  settled(): Promise<void>;
}

export function createDrafts(parts: DraftParts): Drafts {
  const store = createStore<Draft>(() => nothing);
  let user: string | null = null;
  let writing: Promise<void> = Promise.resolve();

  const keepText = () => {
    if (user === null) return;
    const { subject, text, withLog } = store.getState();
    try {
      if (subject === '' && text === '' && withLog) parts.box.removeItem(key);
      else parts.box.setItem(key, JSON.stringify({ user, subject, text, withLog }));
    } catch (cause) {
      parts.onTrouble(cause);
    }
  };

  const keepPictures = () => {
    const owner = user;
    if (owner === null) return;
    const files = store.getState().pictures.map(({ file }) => file);
    // One after the other, so that the last one stands.
    writing = writing.then(() => parts.kept.write(owner, files)).catch(parts.onTrouble);
  };

  const show = (file: File): Picture => {
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
  };

  return {
    store,
    async open(next) {
      if (next === user) return;
      user = next;
      store.setState({ ...nothing, ...(next === null ? {} : readText(parts, next)) });
      if (next === null) return;
      const files = await parts.kept.read(next).catch((cause: unknown) => {
        parts.onTrouble(cause);
        return [];
      });
      if (user !== next || files.length === 0) return;
      store.setState(({ pictures }) => ({ pictures: [...files.map(show), ...pictures] }));
    },
    change(change) {
      store.setState(change);
      keepText();
    },
    addPictures(files) {
      if (files.length === 0) return;
      store.setState(({ pictures }) => ({ pictures: [...pictures, ...files.map(show)] }));
      keepPictures();
    },
    removePicture(id) {
      store.setState(({ pictures }) => ({ pictures: pictures.filter((one) => one.id !== id) }));
      keepPictures();
    },
    clear() {
      store.setState(nothing);
      keepText();
      keepPictures();
    },
    settled: () => writing,
  };
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
