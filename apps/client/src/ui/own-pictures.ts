import { useCallback, useSyncExternalStore } from 'react';

/** A picture of our own server: an address that an image can show; null while it comes; `failed` where it does not. */
type Shown = { readonly address: string } | 'failed' | null;

interface Kept {
  shown: Shown;
  /** How many look at it now. */
  looking: number;
  readonly told: Set<() => void>;
}

interface ShelfDeps {
  load(path: string): Promise<Blob>;
  addressOf(picture: Blob): string;
  release(address: string): void;
  /** Pictures that are kept while nobody looks at them. */
  readonly most: number;
}

/** Pictures of people by their paths: each is fetched once, however many faces show it. */
export function pictureShelf({ load, addressOf, release, most }: ShelfDeps) {
  const kept = new Map<string, Kept>();

  const drop = (path: string) => {
    const shown = kept.get(path)?.shown;
    kept.delete(path);
    if (shown !== null && shown !== undefined && shown !== 'failed') release(shown.address);
  };
  const fetch = async (path: string, one: Kept) => {
    const picture = await load(path).catch(() => null);
    // Meanwhile someone else may have signed in.
    if (kept.get(path) !== one) return;
    one.shown = picture === null ? 'failed' : { address: addressOf(picture) };
    for (const tell of one.told) tell();
  };
  const tidy = () => {
    const idle = [...kept].filter(([, { looking }]) => looking === 0);
    for (const [path] of idle.slice(0, Math.max(0, idle.length - most))) drop(path);
  };

  return {
    /** Looks at a picture until the returned function is called; `tell` hears that it came. */
    look(path: string, tell: () => void): () => void {
      let one = kept.get(path);
      // What failed may be there the next time.
      if (one?.shown === 'failed' && one.looking === 0) one = undefined;
      const isNew = one === undefined;
      one ??= { shown: null, looking: 0, told: new Set() };
      // Who was looked at last is kept longest.
      kept.delete(path);
      kept.set(path, one);
      one.looking += 1;
      one.told.add(tell);
      if (isNew) void fetch(path, one);
      return () => {
        one.looking -= 1;
        one.told.delete(tell);
        tidy();
      };
    },
    shown: (path: string): Shown => kept.get(path)?.shown ?? null,
    /** Forgets all of them: nobody is signed in here any longer, or somebody else. */
    clear() {
      for (const path of kept.keys()) drop(path);
    },
  };
}

let load: (path: string) => Promise<Blob> = () => Promise.reject(new Error('nobody is there who fetches pictures'));

const shelf = pictureShelf({
  load: (path) => load(path),
  addressOf: (picture) => URL.createObjectURL(picture),
  release: (address) => URL.revokeObjectURL(address),
  most: 200,
});

/** Says how pictures of our own server are fetched: it gives them to who is signed in. */
export function fetchPicturesBy(how: (path: string) => Promise<Blob>): void {
  load = how;
}

export const forgetPictures = (): void => shelf.clear();

/** What an image can show for an address: of other servers the address itself, of ours what was fetched from there. */
export function usePicture(url: string): Shown {
  const isOwn = url.startsWith('/');
  const subscribe = useCallback((tell: () => void) => (isOwn ? shelf.look(url, tell) : () => {}), [isOwn, url]);
  const fetched = useSyncExternalStore(
    subscribe,
    () => shelf.shown(url),
    () => null,
  );
  return isOwn ? fetched : { address: url };
}
