import type { JobKind } from '../../jobs/job-kind.ts';

/** Makes the MP3 of a recording whose file is complete; the id is that of the recording. */
export const recordingJob: JobKind = {
  name: 'recording',
  here: true,
  tries: 6,
  withinMinutes: 60,
  pauseSeconds: 5,
  longestPauseSeconds: 600,
};
