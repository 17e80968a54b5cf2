import { useCallback, useSyncExternalStore } from 'react';

/** A picture of our own server: an address that an image can show; null while it loads; `failed` where it could not. */
type Shown = { readonly address: string } | 'failed' | null;

interface Kept {
  shown: Shown;
  /** The number of faces that show it now. */
  looking: number;
  readonly told: Set<() => void>;
}

interface ShelfDeps {
  load(path: string): Promise<Blob>;
  addressOf(picture: Blob): string;
  release(address: string): void;
  /** The number of pictures that are kept while no face shows them. */
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
    // Another user may have signed in meanwhile.
    if (kept.get(path) !== one) return;
    one.shown = picture === null ? 'failed' : { address: addressOf(picture) };
    for (const tell of one.told) tell();
  };
  const tidy = () => {
    const idle = [...kept].filter(([, { looking }]) => looking === 0);
    for (const [path] of idle.slice(0, Math.max(0, idle.length - most))) drop(path);
  };

  return {
    /** Keeps a picture until the returned function is called; `tell` is called once it has loaded or failed. */
    look(path: string, tell: () => void): () => void {
      let one = kept.get(path);
      // One that failed may load the next time.
      if (one?.shown === 'failed' && one.looking === 0) one = undefined;
      const isNew = one === undefined;
      one ??= { shown: null, looking: 0, told: new Set() };
      // The one that was shown last is kept longest.
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
    /** Loads the pictures again that failed and are still shown. */
    retry() {
      for (const [path, one] of kept) {
        if (one.shown !== 'failed' || one.looking === 0) continue;
        one.shown = null;
        void fetch(path, one);
      }
    },
    /** Forgets all of them: another user is signed in here, or nobody. */
    clear() {
      for (const path of kept.keys()) drop(path);
    },
  };
}

let load: (path: string) => Promise<Blob> = () => Promise.reject(new Error('no way to fetch pictures is set'));

const shelf = pictureShelf({
  load: (path) => load(path),
  addressOf: (picture) => URL.createObjectURL(picture),
  release: (address) => URL.revokeObjectURL(address),
  most: 200,
});

/** Sets the way to fetch pictures of our own server, which gives them only to signed-in users. */
export function fetchPicturesBy(how: (path: string) => Promise<Blob>): void {
  load = how;
}

export const forgetPictures = (): void => shelf.clear();

/** The server can be reached again: pictures that could not be loaded are asked for again. */
export const retryPictures = (): void => shelf.retry();

/** What an image can show for an address: that itself for other servers, the fetched picture for ours. */
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
