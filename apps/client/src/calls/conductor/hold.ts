import { muteByProgram } from '../core/mute.ts';
import { callToResume } from '../core/transfer.ts';
import type { EngineCall } from '../engine/call-engine.ts';
import { wordsForLog } from '../engine/call-error.ts';
import type { Parts } from './parts.ts';
import type { Stage } from './stage.ts';

/**
 * After its last answer, what the phone system's rows say counts this much later: the row of a hold may be seen when
 * the call was taken back already, and then would undo on the screen what the user wished last.
 */
const rowsLagMs = 1000;

export interface Hold {
  /** Holds a call or takes it back. A failure is undone and reported. Not for the lines of a warm transfer. */
  toggle(id: string): Promise<void>;
  /** Holds, where the call isn't held yet; true when it waits afterwards. */
  hold(id: string): Promise<boolean>;
  /** Takes back, where the call waits; true when it is heard afterwards. */
  resume(id: string): Promise<boolean>;
  /** The phone system holds the call or takes it back, by order of any program. */
  follow(id: string, held: boolean): void;
  /** Takes the first call back where every call that is left waits (specification 4). */
  resumeRemaining(): void;
}

/** The orders of a call's holds, from the first until the rows have caught up with the last. */
interface Orders {
  /** The last state that the rows said in the meantime. */
  told: boolean | null;
  /** Fulfils when the phone system has done what was wished last; null when it has. */
  underWay: Promise<void> | null;
  /** The rows no longer need to catch up. */
  cancel(): void;
}

interface HoldDesk {
  readonly parts: Pick<Parts, 'report' | 'log' | 'clock'>;
  readonly stage: Stage;
  readonly orders: WeakMap<EngineCall, Orders>;
}

/**
 * The microphone shuts first, then the phone system holds; a failure undoes both. Orders of a call go out one after the
 * other: what is wished while one is on its way is shown immediately and asked for after its answer, so the last wish
 * wins.
 */
export function createHold(parts: Parts, stage: Stage): Hold {
  const desk: HoldDesk = { parts, stage, orders: new WeakMap() };
  return {
    async toggle(id) {
      if (stage.call(id)?.state === 'Established' && !isInTransfer(stage, id))
        await want(desk, id, !wishesHold(stage, id));
    },
    hold: (id) => want(desk, id, true),
    resume: (id) => want(desk, id, false),
    follow: (id, held) => follow(desk, id, held),
    resumeRemaining() {
      const waiting = callToResume(stage.store.getState().calls);
      if (waiting !== null) void want(desk, waiting.id, false);
    },
  };
}

function isInTransfer({ store }: Stage, id: string): boolean {
  const { transfer } = store.getState();
  return transfer !== null && (transfer.initialId === id || transfer.targetId === id);
}

function wishesHold(stage: Stage, id: string): boolean {
  const hold = stage.call(id)?.hold;
  return hold === 'holding' || hold === 'held';
}

/** True once the call is as it was wished. */
async function want(desk: HoldDesk, id: string, held: boolean): Promise<boolean> {
  const { stage, orders } = desk;
  const isSo = () => stage.call(id)?.hold === (held ? 'held' : 'none');
  const engineCall = stage.engineCalls.get(id);
  if (stage.call(id)?.state !== 'Established' || engineCall === undefined || isSo()) return isSo();
  stage.change(id, { hold: held ? 'holding' : 'resuming' });
  if (held) muteProgram(stage, id, 'mute');
  await (orders.get(engineCall)?.underWay ?? begin(desk, id, engineCall, !held));
  return isSo();
}

function begin(desk: HoldDesk, id: string, engineCall: EngineCall, before: boolean): Promise<void> {
  const { orders } = desk;
  orders.get(engineCall)?.cancel();
  const own: Orders = { told: null, underWay: null, cancel: () => {} };
  orders.set(engineCall, own);
  const underWay = carryOut(desk, id, engineCall, before, own);
  own.underWay = underWay;
  return underWay;
}

const goesOn = ({ stage }: HoldDesk, id: string, engineCall: EngineCall): boolean =>
  stage.engineCalls.get(id) === engineCall && stage.call(id)?.state === 'Established';

/** Asks until the phone system has done what is wished by then. */
async function carryOut(desk: HoldDesk, id: string, engineCall: EngineCall, before: boolean, own: Orders) {
  const { stage, orders } = desk;
  /** What the phone system does; null where an answer is missing. */
  let done: boolean | null = before;
  // A call that ended in the meantime could not be held, which is no error.
  while (goesOn(desk, id, engineCall)) {
    const wish = wishesHold(stage, id);
    if (wish === done) return settle(desk, id, engineCall, own, wish);
    try {
      await engineCall.hold(wish);
      done = wish;
    } catch (error) {
      if (!goesOn(desk, id, engineCall)) break;
      if (wishesHold(stage, id) === wish) {
        settle(desk, id, engineCall, own, done ?? own.told ?? before);
        return failed(desk, id, wish ? 'HOLD_FAILED' : 'UNHOLD_FAILED', error);
      }
      // It may have been done all the same: the opposite, which is wished by now, is asked for in any case.
      done = null;
    }
  }
  orders.delete(engineCall);
}

/** The orders are through: what the rows say counts again, a little later. */
function settle(desk: HoldDesk, id: string, engineCall: EngineCall, own: Orders, held: boolean) {
  const { parts, stage, orders } = desk;
  own.underWay = null;
  show(stage, id, held);
  own.cancel = parts.clock.after(rowsLagMs, () => {
    orders.delete(engineCall);
    if (own.told !== null && goesOn(desk, id, engineCall)) follow(desk, id, own.told);
  });
}

function follow({ stage, orders }: HoldDesk, id: string, held: boolean) {
  // In a transfer the lines count.
  const engineCall = stage.engineCalls.get(id);
  if (stage.call(id)?.state !== 'Established' || engineCall === undefined || isInTransfer(stage, id)) return;
  const own = orders.get(engineCall);
  if (own !== undefined) own.told = held;
  else if (wishesHold(stage, id) !== held) show(stage, id, held);
}

/** Shows what the phone system does. */
function show(stage: Stage, id: string, held: boolean) {
  stage.change(id, { hold: held ? 'held' : 'none' });
  muteProgram(stage, id, held ? 'mute' : 'unmute');
}

/** The mute as it is now, not as it was before the phone system answered: the user may have pressed the key. */
function muteProgram(stage: Stage, id: string, order: 'mute' | 'unmute') {
  const call = stage.call(id);
  if (call === null) return;
  const mute = muteByProgram(call.mute, order);
  stage.change(id, { mute });
  stage.engineCalls.get(id)?.openMicrophone(mute === 'NONE');
}

function failed({ parts }: HoldDesk, id: string, code: 'HOLD_FAILED' | 'UNHOLD_FAILED', error: unknown) {
  parts.log('error', code, { sessionId: id, cause: wordsForLog(error) });
  parts.report(code);
}
