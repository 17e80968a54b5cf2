import { Refusal } from '../identity/refusal.ts';

/**
 * Counts within windows of `windowMs`; more than `most` of one key in a window is refused with TOO_MANY_ATTEMPTS. It
 * keeps one number for each key of the window, and forgets them all when the window ends.
 */
export function rateLimit(options: { most: number; windowMs: number; now?: () => number }): (key: string) => void {
  const now = options.now ?? Date.now;
  let counts = new Map<string, number>();
  let endsAt = 0;
  return (key) => {
    const at = now();
    if (at >= endsAt) {
      counts = new Map();
      endsAt = at + options.windowMs;
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > options.most) {
      const retryAfterSeconds = Math.max(1, Math.ceil((endsAt - at) / 1000));
      throw new Refusal('TOO_MANY_ATTEMPTS', 'Too many requests.', { retryAfterSeconds });
    }
  };
}
