import { useCallsFull, useReconnecting } from '#calls/calls.ts';
import { useLiveState } from '#live/queries/live.ts';
import { useOnline } from '#platform/online.ts';

/**
 * Whether a call can be started: the client is neither offline nor reconnecting (specification 4.5), and there is a
 * place for one more.
 */
export function useCanCall(): boolean {
  const full = useCallsFull();
  const connected = useConnected();
  return connected && !full;
}

/** Whether the phone system can be reached: the client is neither offline nor reconnecting. */
export function useConnected(): boolean {
  const online = useOnline();
  const reconnecting = useReconnecting();
  const live = useLiveState();
  return online && live !== 'lost' && !reconnecting;
}
