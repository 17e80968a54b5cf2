import { muteByProgram } from '../core/mute.ts';
import { callToResume } from '../core/transfer.ts';
import { wordsForLog } from '../engine/call-error.ts';
import type { Parts } from './parts.ts';
import type { Stage } from './stage.ts';

export interface Hold {
  /** Holds a call or takes it back. A failure is undone and reported. Not for the lines of a warm transfer. */
  toggle(id: string): Promise<void>;
  /** Holds, where the call isn't held yet; true when it waits afterwards. */
  hold(id: string): Promise<boolean>;
  /** Takes back, where the call waits; true when it is heard afterwards. */
  resume(id: string): Promise<boolean>;
  /** The phone system holds the call or takes it back, whoever asked for it. */
  follow(id: string, held: boolean): void;
  /** Takes the first call back where every call that is left waits (specification 4). */
  resumeRemaining(): void;
}

/** The microphone shuts first, then the phone system holds; a failure undoes both. */
export function createHold({ report, log }: Parts, stage: Stage): Hold {
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
    log('error', code, { sessionId: id, cause: wordsForLog(error) });
    report(code);
  }

  const inTransfer = (id: string) => {
    const { transfer } = stage.store.getState();
    return transfer !== null && (transfer.initialId === id || transfer.targetId === id);
  };

  const self: Hold = {
    async toggle(id) {
      const call = stage.call(id);
      if (call?.state !== 'Established' || inTransfer(id)) return;
      if (call.hold === 'none') await self.hold(id);
      else if (call.hold === 'held') await self.resume(id);
    },

    async hold(id) {
      const call = stage.call(id);
      const engineCall = stage.engineCalls.get(id);
      if (call?.state !== 'Established' || engineCall === undefined || call.hold !== 'none') {
        return call?.hold === 'held';
      }
      stage.change(id, { hold: 'holding' });
      muteProgram(id, 'mute');
      try {
        await engineCall.hold(true);
        stage.change(id, { hold: 'held' });
        return true;
      } catch (error) {
        stage.change(id, { hold: 'none' });
        muteProgram(id, 'unmute');
        failed(id, 'HOLD_FAILED', error);
        return false;
      }
    },

    async resume(id) {
      const call = stage.call(id);
      const engineCall = stage.engineCalls.get(id);
      if (call?.state !== 'Established' || engineCall === undefined || call.hold !== 'held') {
        return call?.hold === 'none';
      }
      stage.change(id, { hold: 'resuming' });
      try {
        await engineCall.hold(false);
        stage.change(id, { hold: 'none' });
        muteProgram(id, 'unmute');
        return true;
      } catch (error) {
        stage.change(id, { hold: 'held' });
        failed(id, 'UNHOLD_FAILED', error);
        return false;
      }
    },

    follow(id, held) {
      const call = stage.call(id);
      // While an order of ours is on its way its own answer counts; in a transfer the lines do.
      if (call?.state !== 'Established' || inTransfer(id)) return;
      if (held && call.hold === 'none') {
        stage.change(id, { hold: 'held' });
        muteProgram(id, 'mute');
      } else if (!held && call.hold === 'held') {
        stage.change(id, { hold: 'none' });
        muteProgram(id, 'unmute');
      }
    },

    resumeRemaining() {
      const waiting = callToResume(stage.store.getState().calls);
      if (waiting !== null) void self.resume(waiting.id);
    },
  };
  return self;
}
