import { docIdOf } from '@sidetone/contract/rules/doc-id.ts';
import { type Call, newCall } from '../core/call.ts';
import { addCall, admitIncoming, removeCall } from '../core/call-list.ts';
import type { EngineCall, ResumedAs } from '../engine/call-engine.ts';
import type { Parts } from './parts.ts';
import type { Stage } from './stage.ts';
import { strangerCalled } from './stranger.ts';
import type { Transfers } from './transfers.ts';

export interface Arrivals {
  incoming(call: EngineCall): void;
  /** A call that runs already goes on here: from before a reload, or from another window. */
  resumed(call: EngineCall, establishedAt: number, as?: ResumedAs): void;
}

interface ArrivalSteps {
  lookUpRemote(call: Call): void;
  hear(id: string, engineCall: EngineCall): void;
}

/** Calls that come to this client by themselves. */
export function createArrivals(parts: Parts, stage: Stage, transfers: Transfers, steps: ArrivalSteps): Arrivals {
  const { surroundings, clock, log } = parts;

  function born(engineCall: EngineCall): Call {
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

  /** Shows a call. One of the same session that is over and only still shown gives its place up. */
  function show(call: Call, engineCall: EngineCall) {
    stage.connected.delete(call.id);
    stage.engineCalls.set(call.id, engineCall);
    stage.setCalls(addCall(removeCall(stage.store.getState().calls, call.id), call));
  }

  return {
    incoming(engineCall) {
      const id = engineCall.sessionId;
      const { calls } = stage.store.getState();
      const admission = admitIncoming(calls, surroundings.isDnd(), surroundings.callWaiting());
      if (admission !== 'ring') {
        log('info', `refused: ${admission}`, { sessionId: id });
        engineCall.refuse(admission === 'refuseOccupied' ? 'occupied' : 'busy');
        return;
      }
      show(born(engineCall), engineCall);
      if (stage.go(id, 'Ringing')) steps.hear(id, engineCall);
      if (stage.call(id)?.state !== 'Ringing') {
        log('warn', 'Call was terminated right after it was prepared', { sessionId: id });
      }
    },

    resumed(engineCall, establishedAt, as) {
      const call = born(engineCall);
      const mute = as?.muted ? 'USER' : as?.held ? 'PROGRAMMATIC' : 'NONE';
      const running: Call = {
        ...call,
        mute,
        hold: as?.held ? 'held' : 'none',
        startedAt: establishedAt,
        establishedAt,
      };
      log('info', 'resumed', { sessionId: call.id });
      show(running, engineCall);
      steps.lookUpRemote(running);
      stage.go(call.id, 'Established');
      if (as?.transfer != null) {
        const { line } = as.transfer;
        transfers.resume(call.id, born(line), as.transfer);
        steps.hear(call.id, engineCall);
        steps.hear(line.sessionId, line);
        return;
      }
      steps.hear(call.id, engineCall);
    },
  };
}
