import { useEffect, useRef, useState } from 'react';

interface Ahead<Value> {
  value: Value;
  /** The row's revision when the server agreed; null until it has. */
  agreedAt: number | null;
}

/**
 * Values that are shown before the server says them, by key. One stays ahead until the server has agreed and the row has
 * changed since, so that nothing flickers in between; it is taken back where the server refuses.
 */
export function useAhead<Value>(rev: number): {
  shown: (key: string, server: Value) => Value;
  /** Shows `value` at once and writes it. Throws what `write` throws, after taking it back. */
  attempt: (key: string, value: Value, write: () => Promise<unknown>) => Promise<void>;
} {
  const [ahead, setAhead] = useState<ReadonlyMap<string, Ahead<Value>>>(new Map());
  const latest = useRef(rev);
  // One write after the other: two that replace a whole list may not overtake each other.
  const writing = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    latest.current = rev;
  }, [rev]);
  const change = (key: string, to: (before: Ahead<Value> | undefined) => Ahead<Value> | null) =>
    setAhead((before) => {
      const next = new Map(before);
      const entry = to(before.get(key));
      if (entry === null) next.delete(key);
      else next.set(key, entry);
      return next;
    });
  return {
    shown: (key, server) => {
      const entry = ahead.get(key);
      return entry && (entry.agreedAt === null || entry.agreedAt === rev) ? entry.value : server;
    },
    attempt: async (key, value, write) => {
      const mine: Ahead<Value> = { value, agreedAt: null };
      change(key, () => mine);
      try {
        const mineToWrite = writing.current.then(write);
        writing.current = mineToWrite.catch(() => {}); // Told to whoever asked, below.
        await mineToWrite;
        change(key, (now) => (now === mine ? { value, agreedAt: latest.current } : (now ?? null)));
      } catch (error) {
        change(key, (now) => (now === mine ? null : (now ?? null)));
        throw error;
      }
    },
  };
}
