import type { StoreApi } from 'zustand/vanilla';
import { findCall } from '../core/call-list.ts';
import { isOver } from '../core/call-machine.ts';
import type { Log } from './parts.ts';
import type { CallsState } from './stage.ts';

/** A step of a call, for people who look for a fault (specification 7). */
export interface CallReport {
  readonly sessionId: string;
  /** The state that the call went to. */
  readonly step: string;
  /** Whether more will follow. */
  readonly result: 'SUCCESS' | 'CONTINUE';
}

/** Sends a report for each step of each call. Reports that cannot be sent are lost. Returns the way to stop. */
export function reportSteps(
  store: Pick<StoreApi<CallsState>, 'subscribe'>,
  send: (report: CallReport) => Promise<void>,
  log: Log,
): () => void {
  return store.subscribe(({ calls }, before) => {
    if (calls === before.calls) return;
    for (const { id, state } of calls) {
      if (findCall(before.calls, id)?.state === state) continue;
      send({ sessionId: id, step: state, result: isOver(state) ? 'SUCCESS' : 'CONTINUE' }).catch((cause: unknown) => {
        log('warn', 'step not reported', { sessionId: id, step: state, cause: String(cause) });
      });
    }
  });
}
