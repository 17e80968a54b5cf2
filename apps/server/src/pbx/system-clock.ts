import type { ExchangeClock } from './ports.ts';

/** What a timer of Node can wait for at most; anything longer it would run immediately. */
const longestMs = 2 ** 31 - 1;

/** The time as it is. What would wait longer than 24 days waits 24 days. */
export const systemClock: ExchangeClock = {
  now: () => new Date(),
  after(ms, task) {
    const timer = setTimeout(task, Math.min(ms, longestMs));
    return () => clearTimeout(timer);
  },
};
