import { Refusal } from '../identity/refusal.ts';

interface Window {
  readonly most: number;
  readonly windowMs: number;
  /** For tests. */
  readonly now?: () => number;
}

/**
 * Counts within windows of `windowMs`; more than `most` of one key in a window is refused with TOO_MANY_ATTEMPTS. It
 * keeps one number for each key of the window, and forgets them all when the window ends.
 */
export function rateLimit(options: Window): (key: string) => void {
  const counts = windowCounts(options);
  return (key) => counts.refuseAbove(options.most, counts.add(key));
}

/**
 * The same for what fails: `count` it when it has, and `check` before trying, which refuses once `most` have failed in
 * this window. What succeeds counts for nothing.
 */
export function failureLimit(options: Window): { check(key: string): void; count(key: string): void } {
  const counts = windowCounts(options);
  return {
    check: (key) => counts.refuseAbove(options.most - 1, counts.of(key)),
    count: (key) => void counts.add(key),
  };
}

const windowCounts = ({ windowMs, now = Date.now }: Window) => {
  let counts = new Map<string, number>();
  let endsAt = 0;
  const of = (key: string): number => {
    const at = now();
    if (at >= endsAt) {
      counts = new Map();
      endsAt = at + windowMs;
    }
    return counts.get(key) ?? 0;
  };
  return {
    of,
    add(key: string): number {
      const count = of(key) + 1;
      counts.set(key, count);
      return count;
    },
    refuseAbove(most: number, count: number): void {
      if (count <= most) return;
      const retryAfterSeconds = Math.max(1, Math.ceil((endsAt - now()) / 1000));
      throw new Refusal('TOO_MANY_ATTEMPTS', 'Too many requests.', { retryAfterSeconds });
    },
  };
};
