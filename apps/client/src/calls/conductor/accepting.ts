import { liveCalls } from '../core/call-list.ts';
import { problemOf, wordsForLog } from '../engine/call-error.ts';
import type { EndCall } from './ending-calls.ts';
import type { Hold } from './hold.ts';
import type { Parts } from './parts.ts';
import type { Stage } from './stage.ts';

type AcceptCall = (id: string) => Promise<void>;

/**
 * Takes a call that rings, once all others are held; where one cannot be, it keeps ringing. A failure after that is
 * reported, and the call ends.
 */
export function createAccepting(
  { log, report }: Pick<Parts, 'log' | 'report'>,
  stage: Stage,
  hold: Hold,
  end: EndCall,
): AcceptCall {
  /** Calls that wait for others to be held. */
  const waiting = new Set<string>();

  /** Specification 4: at most one call is not on hold. */
  async function holdOthers(id: string): Promise<boolean> {
    const others = liveCalls(stage.store.getState().calls).filter((each) => each.id !== id);
    for (const other of others) {
      await hold.hold(other.id);
      const now = stage.call(other.id);
      if (now?.state === 'Established' && now.hold !== 'held') return false;
    }
    return true;
  }

  return async (id) => {
    const rings = () => stage.call(id)?.state === 'Ringing';
    if (!rings() || waiting.has(id)) return;
    if (liveCalls(stage.store.getState().calls).length > 1) {
      waiting.add(id);
      const isFree = await holdOthers(id);
      waiting.delete(id);
      // The caller may have given up, or the user declined, in the meantime.
      if (!isFree || !rings()) return;
    }
    if (!stage.go(id, 'Establishing')) return;
    try {
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
