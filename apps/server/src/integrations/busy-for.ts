import { retryAfterSeconds } from '../reach/retry-after.ts';

/**
 * How many seconds a host that answers with this status wants to be left alone; null where it does not say so. A moment that it names is one
 * of its own clock, which its answers tell as well.
 */
export function busyFor(status: number, headers: Headers | null): number | null {
  if (headers === null || (status !== 429 && status !== 503)) return null;
  const its = Date.parse(headers.get('date') ?? '');
  return retryAfterSeconds(headers.get('retry-after'), Number.isNaN(its) ? Date.now() : its);
}
