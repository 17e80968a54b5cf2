import type { Logger } from 'pino';
import type { Call } from '../calls/call.ts';
import type { CallBook, ExchangeClock, StoredCall } from '../ports.ts';
import { writeBehind } from '../write-behind.ts';

/** Keeps in the book what a restart needs of each call; `snapshotOf` gives null for a call that would not go on. */
export function callSnapshots(
  { book, clock, log }: { readonly book: CallBook; readonly clock: ExchangeClock; readonly log: Logger },
  snapshotOf: (call: Call) => StoredCall | null,
): { store(call: Call): void } {
  const storedTexts = new Map<string, string>();
  const snapshots = writeBehind<StoredCall>({
    clock,
    log,
    what: 'what a restart needs',
    write: (calls) => book.snapshots(calls),
    erase: (callIds) => book.forgetSnapshots(callIds),
  });
  return {
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
