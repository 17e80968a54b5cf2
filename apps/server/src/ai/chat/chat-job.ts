import type { JobKind } from '../../jobs/job-kind.ts';

/** Answers a question; its id is that of the message. A second try only says that the first one died: people ask again. */
export const chatKind: JobKind = {
  name: 'chat-answer',
  here: true,
  tries: 2,
  withinMinutes: 10,
  pauseSeconds: 1,
  longestPauseSeconds: 1,
  atOnce: 4,
};
