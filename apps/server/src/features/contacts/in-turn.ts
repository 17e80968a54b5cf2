/**
 * Lets work that has a key in common go one after the other, in the order in which it came, while everything else goes on
 * beside it. It holds for this process, which is the one that writes contacts, and holds nothing of the database meanwhile.
 */
export function inTurn(): <T>(keys: readonly string[], work: () => Promise<T>) => Promise<T> {
  /** By key the end of what came last. */
  const ends = new Map<string, Promise<unknown>>();
  return async (keys, work) => {
    const before = keys.flatMap((key) => ends.get(key) ?? []);
    const done = Promise.allSettled(before).then(work);
    const end = done.then(
      () => undefined,
      () => undefined,
    );
    for (const key of keys) ends.set(key, end);
    try {
      return await done;
    } finally {
      for (const key of keys) if (ends.get(key) === end) ends.delete(key);
    }
  };
}
