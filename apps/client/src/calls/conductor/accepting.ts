import { problemOf, wordsForLog } from '../engine/call-error.ts';
import type { EndCall } from './ending-calls.ts';
import type { Hold } from './hold.ts';
import type { Parts } from './parts.ts';
import type { Stage } from './stage.ts';

type AcceptCall = (id: string) => Promise<void>;

/** Takes a call that rings, and holds all others. What fails is reported, and the call ends. */
export function createAccepting(
  { log, report }: Pick<Parts, 'log' | 'report'>,
  stage: Stage,
  hold: Hold,
  end: EndCall,
): AcceptCall {
  return async (id) => {
    if (stage.call(id)?.state !== 'Ringing' || !stage.go(id, 'Establishing')) return;
    try {
      // Specification 4: at most one call is not on hold.
      for (const other of stage.store.getState().calls) if (other.id !== id) await hold.hold(other.id);
      await stage.engineCalls.get(id)?.accept();
    } catch (error) {
      const call = stage.call(id);
      // The caller may have given up while the microphone was being opened: then nothing failed.
      if (call?.state !== 'Establishing' && call?.endedBy !== 'system') return;
      const problem = problemOf(error);
      log('error', `accept failed: ${problem}`, { sessionId: id, cause: wordsForLog(error) });
      report(problem === 'UNKNOWN' ? 'CALL_ACCEPTING_ERROR' : problem);
      if (call.state !== 'Establishing') return;
      stage.change(id, { endedBy: 'system', reason: 'TERMINATED' });
      stage.go(id, 'Terminating');
      end(id, 'busy');
    }
  };
}
