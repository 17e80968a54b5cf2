import type { JobKind } from '../../jobs/job-kind.ts';

/** Makes the MP3 of a voicemail whose file is complete; the id is that of the voicemail. */
export const voicemailJob: JobKind = {
  name: 'voicemail',
  here: true,
  tries: 6,
  withinMinutes: 60,
  pauseSeconds: 5,
  longestPauseSeconds: 600,
};
