import { muteByProgram } from '../core/mute.ts';
import { callToResume } from '../core/transfer.ts';
import type { EngineCall } from '../engine/call-engine.ts';
import { wordsForLog } from '../engine/call-error.ts';
import type { Parts } from './parts.ts';
import type { Stage } from './stage.ts';

/**
 * After its last answer, what the phone system's rows say counts this much later: the row of a hold may be seen when the
 * call was taken back already, and then would undo on the screen what the user wished last.
 */
const rowsLagMs = 1000;

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

/** The orders of a call's holds, from the first until the rows have caught up with the last. */
interface Orders {
  /** What the rows said meanwhile. */
  told: boolean | null;
  /** Fulfils when the phone system has done what was wished last; null when it has. */
  underWay: Promise<void> | null;
  /** The rows need not catch up any more. */
  cancel(): void;
}

/**
 * The microphone shuts first, then the phone system holds; a failure undoes both. Orders of a call go out one after the
 * other: what is wished while one is on its way is shown at once and asked for after its answer, so the last wish wins.
 */
export function createHold({ report, log, clock }: Parts, stage: Stage): Hold {
  const orders = new WeakMap<EngineCall, Orders>();

  /** The mute as it is now, not as it was before the phone system answered: the user may have pressed the key. */
  function muteProgram(id: string, order: 'mute' | 'unmute') {
    const call = stage.call(id);
    if (call === null) return;
    const mute = muteByProgram(call.mute, order);
    stage.change(id, { mute });
    stage.engineCalls.get(id)?.openMicrophone(mute === 'NONE');
  }

  function failed(id: string, code: 'HOLD_FAILED' | 'UNHOLD_FAILED', error: unknown) {
    log('error', code, { sessionId: id, cause: wordsForLog(error) });
    report(code);
  }

  const inTransfer = (id: string) => {
    const { transfer } = stage.store.getState();
    return transfer !== null && (transfer.initialId === id || transfer.targetId === id);
  };

  const wishesHold = (id: string) => {
    const hold = stage.call(id)?.hold;
    return hold === 'holding' || hold === 'held';
  };

  /** Shows what the phone system does. */
  function show(id: string, held: boolean) {
    stage.change(id, { hold: held ? 'held' : 'none' });
    muteProgram(id, held ? 'mute' : 'unmute');
  }

  /** True once the call is as it was wished. */
  async function want(id: string, held: boolean): Promise<boolean> {
    const isSo = () => stage.call(id)?.hold === (held ? 'held' : 'none');
    const engineCall = stage.engineCalls.get(id);
    if (stage.call(id)?.state !== 'Established' || engineCall === undefined || isSo()) return isSo();
    stage.change(id, { hold: held ? 'holding' : 'resuming' });
    if (held) muteProgram(id, 'mute');
    await (orders.get(engineCall)?.underWay ?? begin(id, engineCall, !held));
    return isSo();
  }

  function begin(id: string, engineCall: EngineCall, before: boolean): Promise<void> {
    orders.get(engineCall)?.cancel();
    const all: Orders = { told: null, underWay: null, cancel: () => {} };
    orders.set(engineCall, all);
    const underWay = carryOut(id, engineCall, before, all);
    all.underWay = underWay;
    return underWay;
  }

  /** Asks until the phone system has done what is wished by then. */
  async function carryOut(id: string, engineCall: EngineCall, before: boolean, all: Orders): Promise<void> {
    const goesOn = () => stage.engineCalls.get(id) === engineCall && stage.call(id)?.state === 'Established';
    const settle = (held: boolean) => {
      all.underWay = null;
      show(id, held);
      all.cancel = clock.after(rowsLagMs, () => {
        orders.delete(engineCall);
        if (all.told !== null && goesOn()) self.follow(id, all.told);
      });
    };
    /** What the phone system does; null where an answer is missing. */
    let done: boolean | null = before;
    // A call that ended meanwhile could not be held, and nobody minds.
    while (goesOn()) {
      const wish = wishesHold(id);
      if (wish === done) return settle(wish);
      try {
        await engineCall.hold(wish);
        done = wish;
      } catch (error) {
        if (!goesOn()) break;
        if (wishesHold(id) === wish) {
          settle(done ?? all.told ?? before);
          return failed(id, wish ? 'HOLD_FAILED' : 'UNHOLD_FAILED', error);
        }
        // It may have been done all the same: the opposite, which is wished by now, is asked for in any case.
        done = null;
      }
    }
    orders.delete(engineCall);
  }

  const self: Hold = {
    async toggle(id) {
      if (stage.call(id)?.state !== 'Established' || inTransfer(id)) return;
      await want(id, !wishesHold(id));
    },

    hold: (id) => want(id, true),
    resume: (id) => want(id, false),

    follow(id, held) {
      // In a transfer the lines count.
      const engineCall = stage.engineCalls.get(id);
      if (stage.call(id)?.state !== 'Established' || engineCall === undefined || inTransfer(id)) return;
      const ours = orders.get(engineCall);
      if (ours !== undefined) ours.told = held;
      else if (wishesHold(id) !== held) show(id, held);
    },

    resumeRemaining() {
      const waiting = callToResume(stage.store.getState().calls);
      if (waiting !== null) void self.resume(waiting.id);
    },
  };
  return self;
}
