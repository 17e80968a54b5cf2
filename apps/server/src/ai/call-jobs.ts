import type { JobKind } from '../jobs/job-kind.ts';
import type { DocumentedCall } from '../storage/documentation-writer.ts';

// Steps of the documentation of a call. Files of sounds are at the server that made them, so that its jobs are done there.

/** Decides which parts a call gets. */
export const beginKind: JobKind = {
  name: 'documentation-begin',
  here: true,
  tries: 8,
  withinMinutes: 5,
  pauseSeconds: 5,
  longestPauseSeconds: 600,
};

/** Makes words of sound. */
export const transcribeKind: JobKind = {
  name: 'documentation-transcribe',
  here: true,
  tries: 6,
  withinMinutes: 240,
  pauseSeconds: 15,
  longestPauseSeconds: 1800,
  atOnce: 2,
};

/** Makes the other parts of the words. */
export const documentKind: JobKind = {
  name: 'documentation-document',
  here: true,
  tries: 5,
  withinMinutes: 60,
  pauseSeconds: 15,
  longestPauseSeconds: 1800,
  atOnce: 2,
};

/** Answers the questions of a set out of the words. */
export const answersKind: JobKind = {
  name: 'documentation-answers',
  here: true,
  tries: 5,
  withinMinutes: 60,
  pauseSeconds: 15,
  longestPauseSeconds: 1800,
  atOnce: 2,
};

/** Makes parts once more that somebody asked for, who waits for them. */
export const renewKind: JobKind = {
  name: 'documentation-renew',
  here: true,
  tries: 3,
  withinMinutes: 30,
  pauseSeconds: 5,
  longestPauseSeconds: 60,
  atOnce: 2,
};

/** Tells that everything is there, and removes what was captured. */
export const publishKind: JobKind = {
  name: 'documentation-publish',
  here: true,
  tries: 5,
  withinMinutes: 5,
  pauseSeconds: 15,
  longestPauseSeconds: 600,
};

/** Hands on what there is of a call whose last part is not made for a quarter of an hour. */
export const handOnKind: JobKind = {
  name: 'documentation-hand-on',
  here: true,
  tries: 5,
  withinMinutes: 5,
  pauseSeconds: 15,
  longestPauseSeconds: 600,
};
export const handOnAfterSeconds = 15 * 60;

/** Looks for parts that nobody makes. */
export const healKind: JobKind = {
  name: 'documentation-heal',
  here: true,
  tries: 3,
  withinMinutes: 5,
  pauseSeconds: 30,
  longestPauseSeconds: 300,
};

/** Every kind that is about one call. */
export const kindsOfCalls = [
  beginKind,
  transcribeKind,
  documentKind,
  answersKind,
  renewKind,
  publishKind,
  handOnKind,
] as const;

/** Those that read its transcript. */
export const kindsOfReaders = [documentKind, answersKind, renewKind] as const;

/** The id of a call's jobs. */
export const jobIdOf = ({ channelId, docId }: DocumentedCall): string => `${channelId}:${docId}`;

/** The call of such an id. */
export function callOfJob(id: string): DocumentedCall {
  const colon = id.indexOf(':');
  return { channelId: id.slice(0, colon), docId: id.slice(colon + 1) };
}
