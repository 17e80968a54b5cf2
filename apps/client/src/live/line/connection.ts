import { createStore } from 'zustand/vanilla';

/** The state of the live connection: `lost` means that it was there and is being made again. */
export type LiveState = 'connecting' | 'open' | 'lost';

export const connection = createStore<{ live: LiveState }>(() => ({ live: 'connecting' }));

/**
 * How long to wait before the next attempt, in milliseconds: short at first, then up to 15 s, never the same for all
 * clients.
 */
export function retryDelayMs(attempt: number, random: () => number = Math.random): number {
  if (attempt === 0) return 0;
  const base = Math.min(15_000, 500 * 2 ** (attempt - 1));
  return Math.round(base * (0.75 + random() * 0.5));
}
