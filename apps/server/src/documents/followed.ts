import type { ChangeFeed } from './change-feed.ts';

/** Something of the database that is known from memory. */
export interface Followed<V> {
  /** What was read last. */
  now(): V;
  /** Reads it again, as after a change. */
  read(): void;
  stop(): void;
}

interface Parts<V> {
  readonly feed: Pick<ChangeFeed, 'onChange' | 'onGap'>;
  /** The beginnings of topics after which it is read again. */
  readonly touches: readonly string[];
  read(): Promise<V>;
  readonly onTrouble: (error: unknown) => void;
}

/**
 * Reads something whole, and again after each change of it. No two readings run at the same time, so an older one never takes
 * the place of a newer one; a change during a reading has it made once more. Rejects when it cannot be read at first.
 */
export async function followed<V>({ feed, touches, read, onTrouble }: Parts<V>): Promise<Followed<V>> {
  let isReading = true;
  let isStale = false;
  const readAgain = (): void => {
    if (isReading) isStale = true;
    else void readWhileStale();
  };
  // Before the first reading: what changes while it runs may be missing from it.
  const stopHearing = [
    feed.onChange((topics) => {
      // A row without a key may be one of all of them.
      if (topics.length === 0 || topics.some((one) => touches.some((each) => one.startsWith(each)))) readAgain();
    }),
    feed.onGap(readAgain),
  ];
  const stop = (): void => {
    for (const end of stopHearing) end();
  };
  let value: V = await read().catch((error: unknown) => {
    stop();
    throw error;
  });
  const readWhileStale = async (): Promise<void> => {
    isReading = true;
    do {
      isStale = false;
      await read().then((fresh) => {
        value = fresh;
      }, onTrouble);
    } while (isStale);
    isReading = false;
  };
  isReading = false;
  if (isStale) void readWhileStale();
  return { now: () => value, read: readAgain, stop };
}
