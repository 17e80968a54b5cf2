import { sipOptionsPingMs } from '@sidetone/contract/rules/call-timing.ts';
import type { UA } from 'jssip';
import type { Clock } from '../../../core/clock.ts';

/**
 * Asks every 20 s by OPTIONS whether the phone system behind the socket still answers (specification 9). Any answer
 * will do; without one the socket is of no use. Returns the way to stop.
 */
export function pingByOptions(ua: UA, server: string, clock: Clock, onSilence: () => void): () => void {
  let cancel: () => void = () => {};

  function next() {
    cancel = clock.after(sipOptionsPingMs, () => {
      next();
      if (!ua.isRegistered()) return;
      (ua as unknown as WithOptions).sendOptions(`sip:${server}`, '', {
        eventHandlers: { failed: ({ cause }) => silent.has(cause) && onSilence() },
      });
    });
  }

  next();
  return () => cancel();
}

/** JsSIP's words for no answer at all. */
const silent = new Set(['Request Timeout', 'Connection Error']);

/** JsSIP's types leave the options out. */
interface WithOptions {
  sendOptions(
    target: string,
    body: string,
    options: { eventHandlers: { failed: (event: { cause: string }) => void } },
  ): void;
}
