import type { CallsView } from '#calls/calls.ts';

/** Whether somebody calls and was not answered yet. */
export function phoneRings(calls: CallsView['calls']): boolean {
  return calls.some((call) => call.state === 'Ringing' && call.direction === 'INCOMING');
}
