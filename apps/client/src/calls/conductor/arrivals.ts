import { docIdOf } from '@sidetone/contract/rules/doc-id.ts';
import { type Call, newCall } from '../core/call.ts';
import { addCall, admitIncoming, isFull, liveCalls, removeCall } from '../core/call-list.ts';
import type { EngineCall, Refusal, ResumedAs, RunningTransfer } from '../engine/call-engine.ts';
import type { Log, Parts } from './parts.ts';
import type { Stage } from './stage.ts';
import { strangerCalled } from './stranger.ts';
import type { Transfers } from './transfers/transfers.ts';

export interface Arrivals {
  incoming(call: EngineCall): void;
  /** A call that runs already continues here: from before a reload, or from another window. */
  resumed(call: EngineCall, establishedAt: number, as?: ResumedAs): void;
  /** A warm transfer that was not begun here runs in a call of this client. */
  transferBegan(initialId: string, transfer: RunningTransfer): void;
}

interface ArrivalSteps {
  lookUpRemote(call: Call): void;
  /** Takes a call off hold; never rejects. */
  resumeHeld(id: string): Promise<unknown>;
  hear(id: string, engineCall: EngineCall): void;
  accept(id: string): Promise<void>;
}

/** Calls that come to this client by themselves. */
export function createArrivals(parts: Parts, stage: Stage, transfers: Transfers, steps: ArrivalSteps): Arrivals {
  const { surroundings, log } = parts;

  /** Shows a call. It takes the place of a call of the same session that is over and still shown. */
  function show(call: Call, engineCall: EngineCall) {
    stage.connected.delete(call.id);
    stage.engineCalls.set(call.id, engineCall);
    stage.setCalls(addCall(removeCall(stage.store.getState().calls, call.id), call));
  }

  function joinTransfer(initialId: string, transfer: RunningTransfer) {
    const { line } = transfer;
    const target = born(line, parts);
    if (!transfers.resume(initialId, target, transfer)) {
      log('warn', 'transfer dropped', { sessionId: initialId, state: stage.call(initialId)?.state });
      dropUnseen(log, initialId, transfer);
      return;
    }
    steps.lookUpRemote(target);
    steps.hear(line.sessionId, line);
  }

  return {
    incoming(engineCall) {
      const id = engineCall.sessionId;
      const { calls } = stage.store.getState();
      const admission = admitIncoming(calls, surroundings.isDnd(), surroundings.callWaiting());
      if (admission !== 'ring') {
        log('info', `refused: ${admission}`, { sessionId: id });
        refuse(log, engineCall, admission === 'refuseOccupied' ? 'occupied' : 'busy');
        return;
      }
      show(born(engineCall, parts), engineCall);
      if (stage.go(id, 'Ringing')) steps.hear(id, engineCall);
      if (stage.call(id)?.state !== 'Ringing') {
        log('warn', 'Call was terminated right after it was prepared', { sessionId: id });
      }
      void answerItself(parts, stage, steps, engineCall);
    },

    resumed(engineCall, establishedAt, as) {
      const call = born(engineCall, parts);
      const mute = as?.muted ? 'USER' : as?.held ? 'PROGRAMMATIC' : 'NONE';
      const hold = as?.held ? 'held' : 'none';
      const running: Call = { ...call, mute, hold, startedAt: establishedAt, establishedAt };
      log('info', 'resumed', { sessionId: call.id });
      show(running, engineCall);
      steps.lookUpRemote(running);
      stage.go(call.id, 'Established');
      if (as?.transfer != null) joinTransfer(call.id, as.transfer);
      steps.hear(call.id, engineCall);
    },

    transferBegan(initialId, transfer) {
      // Specification 4: a transfer takes the call off hold; what is held from here on is the line.
      if (!comesOffHold(stage, initialId)) return joinTransfer(initialId, transfer);
      void steps.resumeHeld(initialId).then(() => joinTransfer(initialId, transfer));
    },
  };
}

/** A colleague who calls in is heard without a click where the user allows it, and never into another call. */
async function answerItself(
  { surroundings, log }: Pick<Parts, 'surroundings' | 'log'>,
  stage: Stage,
  { accept }: Pick<ArrivalSteps, 'accept'>,
  { asksToAnswer, sessionId, displayName, number }: EngineCall,
): Promise<void> {
  const isAlone = () => liveCalls(stage.store.getState().calls).every(({ id }) => id === sessionId);
  if (!asksToAnswer || !isAlone()) return;
  const looked = surroundings.answersItself?.().catch((cause: unknown) => {
    log('warn', 'not answered by itself', { sessionId, cause: String(cause) });
    return null;
  });
  const tell = await looked;
  if (!tell || !isAlone()) return;
  await accept(sessionId);
  // The caller may have given up, another phone may have been faster, or the microphone failed: then nobody was heard.
  const state = stage.call(sessionId)?.state;
  if (state === 'Establishing' || state === 'Established') tell(displayName ?? number);
}

/** There is no place for it on the screen, and hanging up must not connect people whom the user does not see. */
function dropUnseen(log: Log, sessionId: string, transfer: RunningTransfer): void {
  transfer.abort().catch((cause: unknown) => {
    log('warn', 'transfer not aborted', { sessionId, cause: String(cause) });
  });
}

/** The user does not see this call, so an error with it is only logged. */
function refuse(log: Log, engineCall: EngineCall, how: Refusal): void {
  try {
    engineCall.refuse(how);
  } catch (cause) {
    log('error', 'REJECT_FAILED', { sessionId: engineCall.sessionId, cause: String(cause) });
  }
}

/** The line of a transfer is dropped where another call leaves no room for it; a held call stays held then. */
const comesOffHold = (stage: Stage, id: string): boolean =>
  stage.call(id)?.hold !== 'none' && !isFull(stage.store.getState().calls);

/** The call of the screen for a call of the engine. */
function born(engineCall: EngineCall, { surroundings, clock }: Pick<Parts, 'surroundings' | 'clock'>): Call {
  const { sessionId: id, direction, number, displayName, channelId, calledNumber } = engineCall;
  const channel = surroundings.channel(channelId);
  return newCall({
    id,
    docId: direction === 'INCOMING' ? docIdOf(id) : docIdOf(id, number ?? ''),
    direction,
    number,
    remote: displayName === null ? null : strangerCalled(displayName),
    channelId,
    channelName: channel?.name ?? null,
    ownNumber: calledNumber ?? channel?.number ?? null,
    startedAt: clock.now(),
    closesAtOnce: channel?.closesAtOnce ?? false,
  });
}
