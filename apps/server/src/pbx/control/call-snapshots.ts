import type { Logger } from 'pino';
import { type Call, hasPlace } from '../calls/call.ts';
import type { CallBook, ExchangeClock, StoredCall } from '../ports.ts';
import { writeBehind } from '../write-behind.ts';
import { onceTold, whatIsTaken } from './last-life.ts';

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
  const textOf = (stored: StoredCall): string => JSON.stringify(whatIsTaken(stored), inOrder);
  const snapshots = writeBehind<StoredCall>({
    clock,
    log,
    what: 'what a restart needs',
    write: (calls) => book.snapshots(calls),
    erase: (callIds) => book.forgetSnapshots(callIds),
  });
  return {
    answered(call) {
      const stored = snapshotOf(onceTold(call));
      if (stored) storedTexts.set(call.callId, textOf(stored));
      return stored;
    },
    store(call) {
      const { callId } = call;
      // The end of a call in the book takes its snapshot with it.
      if (call.state === 'over') {
        storedTexts.delete(callId);
        snapshots.leave(callId);
        return;
      }
      const stored = snapshotOf(call);
      const text = stored && textOf(stored);
      if ((storedTexts.get(callId) ?? null) === text) return;
      if (stored && text !== null) {
        storedTexts.set(callId, text);
        snapshots.put(callId, stored);
        // What comes next for somebody in a queue is asked for every other second.
      } else if (call.state !== 'answering' && !hasPlace(call)) {
        storedTexts.delete(callId);
        snapshots.forget(callId);
      }
    },
  };
}

/** The same text for the same object, in whatever order it got its fields. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [two]) => (one < two ? -1 : 1)))
    : value;
