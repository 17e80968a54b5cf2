import { retryAfterSeconds } from '../reach/retry-after.ts';

/** How many seconds a host that answers with this status wants to be left alone; null where it does not say so. */
export const busyFor = (status: number, retryAfter: string | null): number | null =>
  status === 429 || status === 503 ? retryAfterSeconds(retryAfter, Date.now()) : null;
