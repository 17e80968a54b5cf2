import type { Clock } from '../core/clock.ts';

/** An order waits this long for a server that is away, in milliseconds: a restart takes seconds. */
const patienceMs = 20_000;
/** How long after each failed attempt the next one is made, in milliseconds. */
const retryMs = 500;

/**
 * Repeats an order for a live call, which continues while its signalling is away, until the server is back. Only for
 * orders that may come twice: an order that failed may have arrived. `again` does the same where the order itself may
 * not be repeated.
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

/** The server, or a part of it, could not be reached. */
function isAway(cause: unknown): boolean {
  const code = (cause as { code?: unknown } | null)?.code;
  return code === 'NETWORK' || code === 'UNAVAILABLE' || code === 'NO_CARRIER';
}
