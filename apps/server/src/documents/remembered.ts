import type { ChangeFeed } from './change-feed.ts';

/** More keys than are of use to one server; those that were read longest ago go. */
const most = 10_000;

/**
 * Remembers what was read of a key until the change feed tells of a change. `touches` has the beginnings of topics that end
 * with such a key. What is remembered may be older than the database by the moment that a notice takes. What `lasts` does not
 * hold of is read again the next time.
 */
export function remembered<V>(
  feed: Pick<ChangeFeed, 'onChange' | 'onGap'>,
  touches: readonly string[],
  read: (key: string) => Promise<V>,
  lasts: (value: V) => boolean = () => true,
): (key: string) => Promise<V> {
  const known = new Map<string, Promise<V>>();
  feed.onChange((topics) => {
    // A row that belongs to no key may be one of all of them.
    if (topics.length === 0) known.clear();
    for (const each of topics) {
      for (const beginning of touches) if (each.startsWith(beginning)) known.delete(each.slice(beginning.length));
    }
  });
  feed.onGap(() => known.clear());
  return async (key) => {
    const before = known.get(key);
    if (before) return await before;
    const reading = read(key);
    known.set(key, reading);
    if (known.size > most) known.delete(known.keys().next().value ?? '');
    const forget = () => {
      if (known.get(key) === reading) known.delete(key);
    };
    reading.then((value) => lasts(value) || forget(), forget);
    return await reading;
  };
}
