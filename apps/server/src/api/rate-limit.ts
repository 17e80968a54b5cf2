import { limitedNetworks } from '@sidetone/contract/rules/network/network-of.ts';
import { Refusal } from '../requests/refusal.ts';

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
 * The same for networks: `most` of what is asked for from one link, and a few times as many from its larger networks. What
 * is refused counts for nothing, so that nobody uses up what their neighbours may.
 */
export function networkRateLimit(options: Window): (address: string, what?: string) => void {
  const counts = windowCounts(options);
  return (address, what = '') => {
    const limits = limitedNetworks(address, options.most);
    const keyed = limits.map(({ network, most }) => ({ key: `${what} ${network}`, most }));
    for (const { key, most } of keyed) counts.refuseAbove(most - 1, counts.of(key));
    for (const { key } of keyed) counts.add(key);
  };
}

/**
 * The same for what fails in networks: `count` it when it has, and `check` before trying, which refuses once `most` from
 * one link have failed in this window. What succeeds counts for nothing.
 */
export function networkFailureLimit(options: Window): { check(address: string): void; count(address: string): void } {
  const counts = windowCounts(options);
  return {
    check(address) {
      for (const { network, most } of limitedNetworks(address, options.most)) {
        counts.refuseAbove(most - 1, counts.of(network));
      }
    },
    count(address) {
      for (const { network } of limitedNetworks(address, options.most)) counts.add(network);
    },
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
