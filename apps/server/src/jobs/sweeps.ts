import type { JobKind } from './job-kind.ts';

export const sweepKind: JobKind = {
  name: 'sweep',
  tries: 3,
  withinMinutes: 30,
  pauseSeconds: 60,
  longestPauseSeconds: 600,
};

export const sweepSeconds = 60 * 60;

/** When a sweep is next. Each hour has one job of it, however many servers ask for it. */
export function nextSweep(name: string, now: Date): { readonly singletonKey: string; readonly startAfter: number } {
  const hour = new Date(now.getTime() + sweepSeconds * 1000).toISOString().slice(0, 13);
  return { singletonKey: `${name} ${hour}`, startAfter: sweepSeconds };
}
