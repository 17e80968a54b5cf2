import { useCallsView } from './calls.ts';
import { runningOf } from './screens/running.ts';

/** The person who waits while another one is added to the call; null without a call. */
export function useWaitingName(): string | null {
  return runningOf(useCallsView())?.lead.person.name ?? null;
}
