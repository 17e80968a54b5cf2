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

/** Whether an error leaves open if the order arrived. */
export const isLost = (cause: unknown): boolean => codeOf(cause) === 'TIMEOUT' || isAway(cause);

const awayCodes: ReadonlySet<unknown> = new Set(['NETWORK', 'UNAVAILABLE', 'NO_CARRIER', 'TOO_MANY_HOPS']);

/** The server, or a part of it, could not be reached, or the company moves to another one at this moment. */
const isAway = (cause: unknown): boolean => awayCodes.has(codeOf(cause));

const codeOf = (cause: unknown): unknown => (cause as { code?: unknown } | null)?.code;
