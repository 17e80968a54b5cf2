import type { StoreApi } from 'zustand/vanilla';
import type { Commands } from '../commands.ts';
import type { Call } from '../core/call.ts';
import { liveCalls } from '../core/call-list.ts';
import { isOver, mayRefuse } from '../core/call-machine.ts';
import { muteByUser } from '../core/mute.ts';
import { maySwitch } from '../core/transfer.ts';
import { wayOut } from '../core/way-out.ts';
import type { EngineCall } from '../engine/call-engine.ts';
import { createAccepting } from './accepting.ts';
import { createArrivals } from './arrivals.ts';
import { beginningCalls } from './beginning-calls.ts';
import { createDialling } from './dialling.ts';
import { createEffects } from './effects.ts';
import { createEnding } from './ending-calls.ts';
import { type FactTakers, hearFacts } from './facts.ts';
import { createHold } from './hold.ts';
import type { Parts } from './parts.ts';
import { createRecorder } from './recorder.ts';
import { rateLines } from './sound/line-quality.ts';
import { type CallsState, createStage } from './stage.ts';
import { createTones } from './tones.ts';
import { createTransfers } from './transfers/transfers.ts';

/** Places and takes calls with one engine: feeds the core, performs its effects, keeps the view. */
export interface Conductor extends Commands {
  readonly store: StoreApi<CallsState>;
  start(): Promise<void>;
  /** Running calls end, unless another window goes on with them (`handOver`). */
  stop(how?: 'end' | 'handOver'): Promise<void>;
  /** Blind transfer. Throws `CallError` INVALID_PHONE_NUMBER or TRANSFER_FAILED. */
  transferTo(id: string, number: string): Promise<void>;
  /** Contacts changed: who is in a call is looked up once more. */
  lookUpAgain(): void;
}

export function createConductor(parts: Parts): Conductor {
  const { engine } = parts;
  const effects = createEffects(parts, () => ({ stage, tones, transfers, end }));
  const stage = createStage(parts, effects);
  const recorder = createRecorder(parts, stage);
  const tones = createTones(parts, stage, (id) => recorder.toggle(id));
  const hold = createHold(parts, stage);
  const transfers = createTransfers(parts, stage, hold);
  const takers: FactTakers = {
    hold,
    recorder,
    transfers,
    lookUpRemote: (id) => effects.lookUpRemoteOf(id),
    transferBegan: (id, transfer) => arrivals.transferBegan(id, transfer),
    rate: (id) => rateLines(stage, parts.clock, id),
  };
  const hear = (id: string, engineCall: EngineCall) => hearFacts(parts, stage, takers, id, engineCall);
  const beginning = beginningCalls(engine);
  const dial = createDialling(parts, stage, transfers, {
    begin: beginning.begin,
    hangUp: (id) => hangUp(id),
    lookUpRemote: (call) => effects.perform('lookUpRemote', call),
    hear,
  });

  const arrivals = createArrivals(parts, stage, transfers, {
    resumeHeld: (id) => hold.resume(id),
    lookUpRemote: (call) => effects.perform('lookUpRemote', call),
    hear,
  });

  const end = createEnding(parts, stage, beginning);
  const accept = createAccepting(parts, stage, hold, end);

  function decline(id: string) {
    const call = stage.call(id);
    if (call === null || call.direction !== 'INCOMING' || !mayRefuse(call.state)) return;
    stage.change(id, { endedBy: 'user', reason: 'DECLINED' });
    stage.go(id, 'Terminating');
    end(id, 'declined');
  }

  /** Somebody else hands it over: whatever comes of that, the user need not wait for it. */
  function leaveHandOver(call: Call) {
    if (wayOut(call) === 'none') return;
    stage.change(call.id, { endedBy: 'user', reason: 'HANGUP' });
    end(call.id, 'hangUp');
  }

  function hangUp(id: string) {
    const call = stage.call(id);
    const { transfer } = stage.store.getState();
    if (transfer?.initialId === id) return transfers.handOver();
    if (call === null || isOver(call.state) || call.state === 'Terminating') return;
    if (transfer?.targetId === id) return void transfers.abort();
    if (call.state === 'Transferring') return leaveHandOver(call);
    if (call.direction === 'INCOMING' && call.state === 'Ringing') return decline(id);
    stage.change(id, { endedBy: 'user', reason: 'HANGUP' });
    if (stage.go(id, 'Terminating')) end(id, 'hangUp');
  }

  return {
    store: stage.store,

    start: () => engine.start({ ...arrivals, line: (line) => stage.store.setState({ line }) }),
    stop: beginning.stop,
    reconnect: () => engine.reconnect(),
    setUp: async () => engine.setUp?.(),
    lookUpAgain: () => effects.lookUpAgain(),

    dial,
    accept,
    decline,
    hangUp,

    toggleMute(id) {
      const call = stage.call(id);
      if (call === null || isOver(call.state) || (call.state === 'Ringing' && call.direction === 'INCOMING')) return;
      const { transfer } = stage.store.getState();
      const lines = transfer === null ? [] : [transfer.initialId, transfer.targetId];
      // The microphone is one for both lines of a transfer, and their hold doesn't shut it.
      const shared = lines.includes(id) ? lines : [id];
      const held = shared.length === 1 && call.hold !== 'none';
      const mute = muteByUser(call.mute === 'USER' ? 'unmute' : 'mute', held);
      for (const each of shared) stage.change(each, { mute });
      stage.engineCalls.get(shared[0] ?? id)?.openMicrophone(mute === 'NONE');
    },

    toggleHold: (id) => (isTakenBack(stage.store.getState(), id) ? transfers.switchLine(id) : hold.toggle(id)),
    sendTones: (id, text) => tones.type(id, text),
    toggleRecording: (id) => recorder.toggle(id),
    confirmRecording: (id, how) => recorder.confirm(id, how),
    transferTo: (id, number) => transfers.blindly(id, number),
    switchLine: (id) => transfers.switchLine(id),
    startConference: () => transfers.confer(),
    abortTransfer: () => transfers.abort(),
  };
}

/** Whether the key for hold takes this call back while another one is heard, which is held then: two are never heard. */
function isTakenBack({ calls, transfer }: CallsState, id: string): boolean {
  const isHeld = (call: Call) => call.hold === 'held' || call.hold === 'holding';
  if (transfer !== null || !maySwitch(calls)) return false;
  return liveCalls(calls).every((call) => isHeld(call) === (call.id === id));
}
