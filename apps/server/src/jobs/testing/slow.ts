import type { JobKind } from '../job-kind.ts';

export const slow: JobKind = {
  name: 'slow',
  tries: 3,
  withinMinutes: 1,
  pauseSeconds: 60,
  longestPauseSeconds: 60,
};
