import type { Logger } from 'pino';
import type { Call } from '../calls/call.ts';
import type { CallBook, ExchangeClock, StoredCall } from '../ports.ts';
import { writeBehind } from '../write-behind.ts';
import { onceTold } from './last-life.ts';

export interface CallSnapshots {
  /** The call as it would go on once its answer is told; the answer is written together with it. */
  answered(call: Call): StoredCall | null;
  /** Written shortly after. */
  store(call: Call): void;
}

/** Keeps in the book what a restart needs of each call; `snapshotOf` gives null for a call that would not go on. */
export function callSnapshots(
  { book, clock, log }: { readonly book: CallBook; readonly clock: ExchangeClock; readonly log: Logger },
  snapshotOf: (call: Call) => StoredCall | null,
): CallSnapshots {
  const storedTexts = new Map<string, string>();
  const snapshots = writeBehind<StoredCall>({
    clock,
    log,
    what: 'what a restart needs',
    write: (calls) => book.snapshots(calls),
    erase: (callIds) => book.forgetSnapshots(callIds),
  });
  return {
    answered: (call) => snapshotOf(onceTold(call)),
    store(call) {
      const stored = snapshotOf(call);
      const text = stored && JSON.stringify(stored.snapshot);
      const { callId } = call;
      if ((storedTexts.get(callId) ?? null) === text) return;
      if (stored && text !== null) {
        storedTexts.set(callId, text);
        snapshots.put(callId, stored);
      } else {
        storedTexts.delete(callId);
        snapshots.forget(callId);
      }
    },
  };
}
