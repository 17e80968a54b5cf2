const windowMs = 10 * 60_000;
const wrongOfOneUser = 20;
const wrongOfOneAddress = 200;
const mostCounters = 50_000;

/**
 * Slows down who guesses passwords. Counts wrong ones by address and user together and by address alone; never by user
 * alone, or anybody could lock somebody else out.
 */
export interface GuessGuard {
  /** Whether nothing from there is checked for now. */
  blocks(address: string, username: string): boolean;
  wrong(address: string, username: string): void;
  right(address: string, username: string): void;
}

export function openGuessGuard(clock: { now(): Date }): GuessGuard {
  const counters = new Map<string, { count: number; readonly since: number }>();

  const countOf = (key: string): number => {
    const counter = counters.get(key);
    if (!counter) return 0;
    if (clock.now().getTime() - counter.since < windowMs) return counter.count;
    counters.delete(key);
    return 0;
  };
  const raise = (key: string) => {
    const count = countOf(key) + 1;
    const since = counters.get(key)?.since ?? clock.now().getTime();
    counters.set(key, { count, since });
    // The oldest counter makes room: a map keeps the order of insertion.
    const oldest = counters.size > mostCounters ? counters.keys().next().value : undefined;
    if (oldest !== undefined) counters.delete(oldest);
  };
  const pair = (address: string, username: string) => `${address} ${username}`;

  return {
    blocks: (address, username) =>
      countOf(pair(address, username)) >= wrongOfOneUser ||
      (!isShared(address) && countOf(address) >= wrongOfOneAddress),
    wrong(address, username) {
      raise(pair(address, username));
      raise(address);
    },
    right(address, username) {
      counters.delete(pair(address, username));
    },
  };
}

/** Behind a proxy on this machine everybody has its address, so that says nothing. */
const isShared = (address: string): boolean => address.startsWith('127.') || address === '::1';
