const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Milliseconds. A request is aborted before its worker's lease ends, and nothing is looked up before both are over. */
export const requestTimeoutMs = 60 * second;
export const leaseMs = 150 * second;
export const settleMs = 180 * second;

/** Before the second attempt, the third and so on; the last one repeats. */
const pausesMs = [5 * second, 15 * second, minute, 5 * minute, 15 * minute, hour];
const giveUpAfterMs = 7 * day;
const longestWishMs = day;
/** Share of a pause by which it is longer, at most, so that entries do not come back all at once. */
const jitter = 0.2;

/** A failed attempt, as far as the next one depends on it. */
export interface Failure {
  readonly now: Date;
  /** Attempts so far, this one included: 1 or more. */
  readonly attempts: number;
  /** When the entry was closed, or last changed: what counts for giving up. */
  readonly wantedSince: Date;
  /** How long the CRM wants to be left alone; null where it did not say. */
  readonly retryAfterSeconds: number | null;
  /** From 0 to 1. */
  readonly random: number;
}

/** When it is tried again; null once it has been tried for seven days. A CRM's own wish counts up to 24 hours. */
export function nextTryAt({ now, attempts, wantedSince, retryAfterSeconds, random }: Failure): Date | null {
  if (now.getTime() - wantedSince.getTime() >= giveUpAfterMs) {
    return null;
  }
  const pause = (pausesMs[Math.min(attempts, pausesMs.length) - 1] ?? hour) * (1 + jitter * random);
  const wish = Math.min((retryAfterSeconds ?? 0) * second, longestWishMs);
  return new Date(now.getTime() + Math.max(pause, wish));
}

/** How an unclear entry is cleared up. `looks` without a record have to be counted before it is sent again. */
export type Clearing =
  | { readonly kind: 'look'; readonly notBefore: Date; readonly looks: number; readonly pauseMs: number }
  | { readonly kind: 'askPerson' };

/**
 * By what a CRM promises about lookups; `sentAt` is of the attempt whose end nobody knows. One whose keys are unique is
 * simply asked again and never comes here. The lag is in milliseconds.
 */
export function clearingOf(certainty: 'found' | 'foundLater' | 'blind', sentAt: Date, lookupLagMs: number): Clearing {
  const settled = sentAt.getTime() + settleMs;
  switch (certainty) {
    case 'found':
      return { kind: 'look', notBefore: new Date(settled), looks: 1, pauseMs: 0 };
    case 'foundLater':
      return { kind: 'look', notBefore: new Date(settled + lookupLagMs), looks: 2, pauseMs: 30 * second };
    case 'blind':
      return { kind: 'askPerson' };
  }
}
