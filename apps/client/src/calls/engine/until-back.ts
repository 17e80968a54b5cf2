import type { Clock } from '../core/clock.ts';

/** So long an order waits for a server that is away, in milliseconds: one that is started again takes seconds. */
const patienceMs = 20_000;
/** How long after each vain try the next one is made, in milliseconds. */
const retryMs = 500;

/**
 * Gives an order of a live call, which goes on while its signalling is away, again and again until the server is back.
 * Only for orders that may come twice: of one that failed nobody knows whether it arrived. `again` does the same where
 * the order itself may not be repeated.
 */
export async function untilBack<T>(clock: Clock, order: () => Promise<T>, again: () => Promise<T> = order): Promise<T> {
  const until = clock.now() + patienceMs;
  for (let next = order; ; next = again) {
    try {
      return await next();
    } catch (cause) {
      if (!isAway(cause) || clock.now() >= until) throw cause;
    }
    await new Promise<void>((resolve) => void clock.after(retryMs, resolve));
  }
}

/** The server could not be reached, or what it needs could not. */
function isAway(cause: unknown): boolean {
  const code = (cause as { code?: unknown } | null)?.code;
  return code === 'NETWORK' || code === 'UNAVAILABLE';
}
