import type { CallsView } from '#calls/calls.ts';

/** Whether a call is ringing. */
export function phoneRings(calls: CallsView['calls']): boolean {
  return calls.some((call) => call.state === 'Ringing' && call.direction === 'INCOMING');
}
