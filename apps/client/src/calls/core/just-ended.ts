import type { Call } from './call.ts';
import { type CallList, lastToEnd, liveCalls } from './call-list.ts';

/** States in which a call of this client has really ended; a call that continues elsewhere has not. */
const ended: ReadonlySet<string> = new Set(['Terminated', 'Transferred', 'TransferFailed']);

/**
 * The call that people are asked about when the list of calls changes: it was established, has ended and is no longer
 * shown, and no other call runs. Null otherwise.
 */
export function justEnded(before: CallList, now: CallList): Call | null {
  if (liveCalls(now).length > 0) return null;
  const gone = before.filter((call) => now.every(({ id }) => id !== call.id));
  return lastToEnd(gone.filter((call) => call.establishedAt !== null && ended.has(call.state)));
}
