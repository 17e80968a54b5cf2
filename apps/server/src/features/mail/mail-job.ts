import type { JobKind } from '../../jobs/job-kind.ts';

/** Sends one mail; the id is that of the mail. */
export const mailKind: JobKind = {
  name: 'mail',
  // A try that fails is a new job, and counted in the table: these are for a process or a database that dies.
  tries: 12,
  withinMinutes: 3,
  pauseSeconds: 5,
  longestPauseSeconds: 600,
  atOnce: 4,
};
