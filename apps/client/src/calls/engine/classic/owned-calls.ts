/** A call that this installation has: it dialled or took it. */
export interface OwnedCall {
  readonly callId: string;
  readonly sessionId: string;
}

/** Remembers which calls are this installation's, so that a reloaded page goes on with them and with no others. */
export interface OwnedCalls {
  keep(call: OwnedCall): void;
  forget(callId: string): void;
  list(): readonly OwnedCall[];
}

const storageKey = 'sidetone.calls';
/** Calls end in ways that no page hears of; the oldest is forgotten. */
const kept = 8;

/** In the browser's storage, which the next page of this installation reads. */
export function storedOwnedCalls(storage: Pick<Storage, 'getItem' | 'setItem'>): OwnedCalls {
  const list = (): OwnedCall[] => {
    try {
      const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]');
      return Array.isArray(stored) ? stored.filter(isOwned) : [];
    } catch {
      return [];
    }
  };
  const write = (calls: readonly OwnedCall[]) => {
    try {
      storage.setItem(storageKey, JSON.stringify(calls.slice(-kept)));
    } catch {
      // Without storage a reload ends calls 30 s later.
    }
  };
  return {
    list,
    keep: (call) => write([...list().filter(({ callId }) => callId !== call.callId), call]),
    forget: (callId) => write(list().filter((call) => call.callId !== callId)),
  };
}

function isOwned(value: unknown): value is OwnedCall {
  return (
    typeof value === 'object' &&
    value !== null &&
    'callId' in value &&
    typeof value.callId === 'string' &&
    'sessionId' in value &&
    typeof value.sessionId === 'string'
  );
}
