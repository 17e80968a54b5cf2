import type { CallEngine, DialRequest, EngineCall } from '../engine/call-engine.ts';

/** Outgoing calls that their engine has not begun yet. */
export interface BeginningCalls {
  /** Null for a call that was given up in the meantime. Throws the error of the engine. */
  begin(request: DialRequest): Promise<EngineCall | null>;
  /**
   * This call is no longer sent: the browser may ask for the microphone until it is answered, and users do not have to
   * wait for that. Does nothing to a call that its engine has begun.
   */
  giveUp(sessionId: string): void;
  /** Stops the engine, and gives up all of them: another page may have the phone from here on. */
  stop: CallEngine['stop'];
}

export function beginningCalls(engine: Pick<CallEngine, 'dial' | 'stop'>): BeginningCalls {
  const beginning = new Map<string, AbortController>();
  return {
    async begin(request) {
      const giving = new AbortController();
      const { signal } = giving;
      beginning.set(request.sessionId, giving);
      try {
        const engineCall = await engine.dial({ ...request, givenUp: signal });
        if (!signal.aborted) return engineCall;
        // It was on its way already.
        engineCall.hangUp();
      } catch (cause) {
        if (!signal.aborted) throw cause;
      } finally {
        beginning.delete(request.sessionId);
      }
      return null;
    },
    giveUp(sessionId) {
      beginning.get(sessionId)?.abort(new Error('Given up by the user'));
    },
    stop(how) {
      for (const giving of beginning.values()) giving.abort(new Error('The phone is in another page'));
      return engine.stop(how);
    },
  };
}
