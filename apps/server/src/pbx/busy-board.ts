/** What the open calls of a user make of them. */
export type Busy = 'IN_CALL' | 'RINGING';

/** Who talks and whom calls ring, kept in memory for presence. */
export interface BusyBoard {
  /** What one call is now to those who are in it; nobody once it is over. */
  show(callId: string, users: ReadonlyMap<string, Busy>): void;
  /** What all their calls come to; undefined: they have none. */
  of(userId: string): Busy | undefined;
  /** Calls back with the users for whom that changed; gives the way to stop. */
  onChange(listener: (userIds: readonly string[]) => void): () => void;
}

export function busyBoard(): BusyBoard {
  const calls = new Map<string, ReadonlyMap<string, Busy>>();
  const callsOf = new Map<string, Map<string, Busy>>();
  const listeners = new Set<(userIds: readonly string[]) => void>();

  const of = (userId: string): Busy | undefined => {
    const own = callsOf.get(userId);
    if (own === undefined) return undefined;
    for (const each of own.values()) if (each === 'IN_CALL') return each;
    return 'RINGING';
  };
  const put = (userId: string, callId: string, now: Busy | undefined): void => {
    const own = callsOf.get(userId) ?? new Map<string, Busy>();
    if (now) own.set(callId, now);
    else own.delete(callId);
    if (own.size > 0) callsOf.set(userId, own);
    else callsOf.delete(userId);
  };
  return {
    show(callId, users) {
      const touched = new Set([...(calls.get(callId)?.keys() ?? []), ...users.keys()]);
      if (users.size > 0) calls.set(callId, users);
      else calls.delete(callId);
      const changed = [...touched].filter((userId) => {
        const before = of(userId);
        put(userId, callId, users.get(userId));
        return of(userId) !== before;
      });
      if (changed.length > 0) for (const hear of listeners) hear(changed);
    },
    of,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
