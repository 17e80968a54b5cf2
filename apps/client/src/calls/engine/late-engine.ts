import type { Log } from '../conductor/parts.ts';
import type { Clock } from '../core/clock.ts';
import type { CallEngine, EngineListener } from './call-engine.ts';
import { CallError, wordsForLog } from './call-error.ts';

/** After so many milliseconds the code of an engine that did not come is asked for again. */
const againAfterMs = 5_000;

interface LateParts {
  readonly load: () => Promise<CallEngine>;
  readonly clock: Clock;
  readonly log: Log;
}

/** An engine whose code comes when it goes on duty. Where that does not come the line is down, and it is asked for again. */
export function lateEngine({ load, clock, log }: LateParts): CallEngine {
  let engine: CallEngine | null = null;
  let on: EngineListener | null = null;
  let isLoading = false;
  let cancel = () => {};

  async function begin(): Promise<void> {
    if (isLoading || on === null) return;
    cancel();
    isLoading = true;
    try {
      engine = await load();
    } catch (cause) {
      log('error', 'engine not loaded', { cause: wordsForLog(cause) });
      on?.line({ status: 'DISCONNECTED', reconnect: 'failed' });
      cancel = clock.after(againAfterMs, () => void begin());
      return;
    } finally {
      isLoading = false;
    }
    if (on !== null) await engine.start(on);
  }

  return {
    async start(listener) {
      on = listener;
      await (engine === null ? begin() : engine.start(listener));
    },
    async dial(request) {
      if (engine === null) throw new CallError('OFFLINE');
      return engine.dial(request);
    },
    reconnect() {
      if (engine === null) void begin();
      else engine.reconnect();
    },
    async stop(how) {
      on = null;
      cancel();
      await engine?.stop(how);
    },
  };
}
