import { useCallsView } from './calls.ts';
import { runningOf } from './screens/running.ts';

/** Who waits while somebody is asked into the call; null without a call. */
export function useWaitingName(): string | null {
  return runningOf(useCallsView())?.lead.person.name ?? null;
}
