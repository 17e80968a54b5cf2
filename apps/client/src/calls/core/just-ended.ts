import type { Call } from './call.ts';
import { type CallList, lastToEnd, liveCalls } from './call-list.ts';

/** States in which a call that somebody had here has really ended; what goes on elsewhere has not. */
const ended: ReadonlySet<string> = new Set(['Terminated', 'Transferred', 'TransferFailed']);

/**
 * The call that people are asked about when the list of calls changes: it was established, has ended and is shown no more,
 * and no other call goes on. Null otherwise.
 */
export function justEnded(before: CallList, now: CallList): Call | null {
  if (liveCalls(now).length > 0) return null;
  const gone = before.filter((call) => now.every(({ id }) => id !== call.id));
  return lastToEnd(gone.filter((call) => call.establishedAt !== null && ended.has(call.state)));
}
