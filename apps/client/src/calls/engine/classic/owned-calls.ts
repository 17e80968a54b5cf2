/** A call that this installation has: it dialled or took it. */
interface OwnedCall {
  readonly sipCallId: string;
  readonly sessionId: string;
}

/** Remembers the calls of this installation, so that a reloaded page continues these and no others. */
export interface OwnedCalls {
  keep(call: OwnedCall): void;
  forget(sipCallId: string): void;
  list(): readonly OwnedCall[];
}

const storageKey = 'sidetone.calls';
/** Calls may end unnoticed by any page, so the oldest is forgotten. */
const kept = 8;

/** In the storage the Call-ID is `callId`, as the pages of earlier versions wrote it. */
interface StoredCall {
  readonly callId: string;
  readonly sessionId: string;
}

/** In the browser's storage, which the next page of this installation reads. */
export function storedOwnedCalls(storage: Pick<Storage, 'getItem' | 'setItem'>): OwnedCalls {
  const list = (): OwnedCall[] => {
    try {
      const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]');
      if (!Array.isArray(stored)) return [];
      return stored.filter(isStored).map(({ callId, sessionId }) => ({ sipCallId: callId, sessionId }));
    } catch {
      return [];
    }
  };
  const write = (calls: readonly OwnedCall[]) => {
    const stored = calls.map(({ sipCallId, sessionId }): StoredCall => ({ callId: sipCallId, sessionId }));
    try {
      storage.setItem(storageKey, JSON.stringify(stored.slice(-kept)));
    } catch {
      // Without storage a reload ends calls 30 s later.
    }
  };
  return {
    list,
    keep: (call) => write([...list().filter(({ sipCallId }) => sipCallId !== call.sipCallId), call]),
    forget: (sipCallId) => write(list().filter((call) => call.sipCallId !== sipCallId)),
  };
}

function isStored(value: unknown): value is StoredCall {
  return (
    typeof value === 'object' &&
    value !== null &&
    'callId' in value &&
    typeof value.callId === 'string' &&
    'sessionId' in value &&
    typeof value.sessionId === 'string'
  );
}
