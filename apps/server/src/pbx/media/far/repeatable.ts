import type { Method } from '../protocol.ts';

/**
 * Orders that may be given twice. Where a connection broke before one was answered, nobody knows whether it was done; the
 * others fail then.
 */
export const repeatable: ReadonlySet<Method> = new Set([
  // What was opened and never told is not adopted, and so closed before.
  'openEndpoint',
  'bridge',
  'unbridge',
  'hold',
  'echo',
  'confer',
  'attach',
  'detach',
  'play',
  'stopStream',
  'pauseRecording',
  'list',
  'adopt',
  'stats',
  'close',
  'closeAll',
  'figures',
  'listRecordings',
  'readRecording',
  'sumRecording',
]);
