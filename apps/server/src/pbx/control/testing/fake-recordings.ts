import type { Recordings } from '../../ports.ts';

/** Keeps nothing of what is recorded. */
export const fakeRecordings: Recordings = {
  opened: async () => ({ path: '/recording.wav' }),
  consented: async () => undefined,
  stateChanged: async () => undefined,
  finished: async () => undefined,
  failed: async () => undefined,
};
