import { muteByProgram } from '../core/mute.ts';
import { problemOf } from '../engine/call-error.ts';
import type { Parts } from './parts.ts';
import type { Stage } from './stage.ts';

/** Holds a call or takes it back: the microphone shuts first, then the phone system holds; a failure undoes both. */
export function createHold({ report, log }: Parts, stage: Stage): (id: string) => Promise<void> {
  /** The mute as it is now, not as it was before the phone system answered: the user may have pressed the key. */
  function muteProgram(id: string, order: 'mute' | 'unmute') {
    const call = stage.call(id);
    if (call === null) return;
    const mute = muteByProgram(call.mute, order);
    stage.change(id, { mute });
    stage.engineCalls.get(id)?.openMicrophone(mute === 'NONE');
  }

  function failed(id: string, code: 'HOLD_FAILED' | 'UNHOLD_FAILED', error: unknown) {
    // A call that ended meanwhile could not be held, and nobody minds.
    if (stage.call(id)?.state !== 'Established') return;
    log('error', code, { sessionId: id, cause: problemOf(error) });
    report(code);
  }

  return async (id) => {
    const call = stage.call(id);
    const engineCall = stage.engineCalls.get(id);
    if (call?.state !== 'Established' || engineCall === undefined) return;
    if (call.hold === 'none') {
      stage.change(id, { hold: 'holding' });
      muteProgram(id, 'mute');
      try {
        await engineCall.hold(true);
        stage.change(id, { hold: 'held' });
      } catch (error) {
        stage.change(id, { hold: 'none' });
        muteProgram(id, 'unmute');
        failed(id, 'HOLD_FAILED', error);
      }
    } else if (call.hold === 'held') {
      stage.change(id, { hold: 'resuming' });
      try {
        await engineCall.hold(false);
        stage.change(id, { hold: 'none' });
        muteProgram(id, 'unmute');
      } catch (error) {
        stage.change(id, { hold: 'held' });
        failed(id, 'UNHOLD_FAILED', error);
      }
    }
  };
}
