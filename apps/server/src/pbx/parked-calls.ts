/** A caller whom a user has left in a place from where anybody of the account may take them. */
interface ParkedCall {
  readonly slot: number;
  readonly number: string | null;
  readonly name: string | null;
  readonly parkedBy: string;
  /** In ms since 1970. */
  readonly since: number;
}

/** Which calls are parked, kept in memory for the apps. */
export interface ParkedCalls {
  /** Where a call is parked now; null once it is not. */
  show(accountId: string, callId: string, now: ParkedCall | null): void;
  /** Those of an account, by their places. */
  of(accountId: string): readonly ParkedCall[];
  /** Calls back after a change in this account; gives the way to stop. */
  onChange(accountId: string, listener: () => void): () => void;
}

export function parkedCalls(): ParkedCalls {
  const calls = new Map<string, Map<string, ParkedCall>>();
  const listeners = new Map<string, Set<() => void>>();
  return {
    show(accountId, callId, now) {
      const before = calls.get(accountId)?.get(callId);
      if (!before && !now) return;
      const ofAccount = calls.get(accountId) ?? new Map<string, ParkedCall>();
      if (now) calls.set(accountId, ofAccount.set(callId, now));
      else ofAccount.delete(callId);
      if (ofAccount.size === 0) calls.delete(accountId);
      for (const hear of listeners.get(accountId) ?? []) hear();
    },
    of: (accountId) => [...(calls.get(accountId)?.values() ?? [])].sort((one, two) => one.slot - two.slot),
    onChange(accountId, listener) {
      const hear = () => listener();
      const ofAccount = listeners.get(accountId) ?? new Set();
      listeners.set(accountId, ofAccount.add(hear));
      return () => {
        ofAccount.delete(hear);
        if (ofAccount.size === 0 && listeners.get(accountId) === ofAccount) listeners.delete(accountId);
      };
    },
  };
}
