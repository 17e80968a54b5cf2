import type { UsableConnection } from '../../providers/usable-connection.ts';

/** A connection to the recogniser on this machine. */
export const connectionOf = (model: string): UsableConnection => ({
  id: 'local',
  purpose: 'speech',
  kind: 'local',
  name: 'This server',
  url: null,
  model,
  options: { contextTokens: null, concurrency: null, timeoutSeconds: null, prices: null, voices: null },
  key: null,
  changedRev: 1,
});
