import type { Call } from './core/call.ts';
import { activeCall } from './core/call-list.ts';

/**
 * The public number of the other side of the call that keys act on; null without a call, where it is withheld, and
 * within the company.
 */
export function numberInCall(calls: readonly Call[]): string | null {
  const call = activeCall(calls);
  return call?.number?.startsWith('+') && call.remote?.isTeam !== true ? call.number : null;
}

/** The same, but null where the person is known. */
export function strangerInCall(calls: readonly Call[]): string | null {
  const call = activeCall(calls);
  return call?.remote == null || call.remote.name === null ? numberInCall(calls) : null;
}
