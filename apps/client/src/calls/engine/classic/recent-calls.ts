/** The calls that were noted last, by their ids. */
export interface RecentCalls {
  note(callId: string): void;
  has(callId: string): boolean;
  clear(): void;
}

/** Remembers the newest `most` calls; a tab may make thousands. */
export function recentCalls(most: number): RecentCalls {
  const ids = new Set<string>();
  return {
    note(callId) {
      // Noted again it is the newest again: a set keeps the order of insertion.
      ids.delete(callId);
      ids.add(callId);
      for (const oldest of ids) {
        if (ids.size <= most) break;
        ids.delete(oldest);
      }
    },
    has: (callId) => ids.has(callId),
    clear: () => ids.clear(),
  };
}
