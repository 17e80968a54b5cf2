/** The calls that were noted last, by an id of theirs. */
export interface RecentCalls {
  note(id: string): void;
  has(id: string): boolean;
  clear(): void;
}

/** Remembers the newest `most` calls; a tab may make thousands. */
export function recentCalls(most: number): RecentCalls {
  const ids = new Set<string>();
  return {
    note(id) {
      // Noted again it is the newest again: a set keeps the order of insertion.
      ids.delete(id);
      ids.add(id);
      for (const oldest of ids) {
        if (ids.size <= most) break;
        ids.delete(oldest);
      }
    },
    has: (id) => ids.has(id),
    clear: () => ids.clear(),
  };
}
