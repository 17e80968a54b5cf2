import { setTimeout as pause } from 'node:timers/promises';

/** Answers one request in so many milliseconds at most, as the limits of a vendor have it; at first as fast as it can. */
export function pacer() {
  let paceMs = 0;
  let nextAt = 0;
  return {
    set(ms: number): void {
      paceMs = ms;
    },
    /** Resolves when the next request may be answered. */
    async turn(): Promise<void> {
      if (paceMs === 0) return;
      const at = Math.max(performance.now(), nextAt);
      nextAt = at + paceMs;
      await pause(Math.max(0, at - performance.now()));
    },
  };
}
