import type { StoreApi } from 'zustand/vanilla';
import type { Commands } from '../commands.ts';
import type { Call } from '../core/call.ts';
import { liveCalls } from '../core/call-list.ts';
import { isOver } from '../core/call-machine.ts';
import { muteByUser } from '../core/mute.ts';
import { maySwitch } from '../core/transfer.ts';
import { wayOut } from '../core/way-out.ts';
import type { EngineCall, IncomingPage } from '../engine/call-engine.ts';
import { createAccepting } from './accepting.ts';
import { createArrivals } from './arrivals.ts';
import { beginningCalls } from './beginning-calls.ts';
import { createDialling } from './dialling.ts';
import { createEffects } from './effects.ts';
import { createEnding } from './ending-calls.ts';
import { type FactTakers, hearFacts } from './facts.ts';
import { createHold } from './hold.ts';
import { decline, hangUp, type Leaving } from './leaving-calls.ts';
import type { Parts } from './parts.ts';
import { createRecorder } from './recorder.ts';
import { rateLines } from './sound/line-quality.ts';
import { type CallsState, createStage, type Stage } from './stage.ts';
import { createTones } from './tones.ts';
import { createTransfers } from './transfers/transfers.ts';

/** Places and takes calls with one engine: feeds the core, performs its effects, keeps the view. */
export interface Conductor extends Commands {
  readonly store: StoreApi<CallsState>;
  start(): Promise<void>;
  /** Running calls end, unless another window continues them (`handOver`). */
  stop(how?: 'end' | 'handOver'): Promise<void>;
  /** Contacts changed: the people in calls are looked up again. */
  lookUpAgain(): void;
}

/** All that take part in calls, each made from those before it. */
function assemble(parts: Parts) {
  const effects = createEffects(parts, () => ({ stage, tones, transfers, end }));
  const stage = createStage(parts, effects);
  const beginning = beginningCalls(parts.engine);
  const end = createEnding(parts, stage, beginning);
  const recorder = createRecorder(parts, stage);
  const tones = createTones(parts, stage, (id) => recorder.toggle(id));
  const hold = createHold(parts, stage);
  const transfers = createTransfers(parts, stage, hold);
  const accept = createAccepting(parts, stage, hold, end);
  const takers: FactTakers = {
    hold,
    recorder,
    transfers,
    lookUpRemote: (id) => effects.lookUpRemoteOf(id),
    transferBegan: (id, transfer) => arrivals.transferBegan(id, transfer),
    rate: (id) => rateLines(stage, parts.clock, id),
  };
  const hear = (id: string, engineCall: EngineCall) => hearFacts(parts, stage, takers, id, engineCall);
  const lookUpRemote = (call: Call) => effects.perform('lookUpRemote', call);
  const arrivals = createArrivals(parts, stage, transfers, {
    resumeHeld: (id) => hold.resume(id),
    lookUpRemote,
    hear,
    accept,
  });
  return { effects, stage, beginning, end, recorder, tones, hold, transfers, accept, arrivals, hear, lookUpRemote };
}

export function createConductor(parts: Parts): Conductor {
  const { engine } = parts;
  const { effects, stage, beginning, end, recorder, tones, hold, transfers, accept, arrivals, hear, lookUpRemote } =
    assemble(parts);
  const leaving: Leaving = { stage, transfers, end };
  return {
    store: stage.store,

    start: () =>
      engine.start({
        ...arrivals,
        line: (line) => stage.store.setState({ line }),
        page: (page) => heard(parts, stage, page),
      }),
    stop: beginning.stop,
    reconnect: () => engine.reconnect(),
    setUp: async () => engine.setUp?.(),
    lookUpAgain: () => effects.lookUpAgain(),

    dial: createDialling(parts, stage, transfers, {
      begin: beginning.begin,
      hear,
      lookUpRemote,
      hangUp: (id) => hangUp(leaving, id),
    }),
    accept,
    decline: (id) => decline(leaving, id),
    hangUp: (id) => hangUp(leaving, id),

    toggleMute: (id) => toggleMute(stage, id),
    toggleHold: (id) => (isTakenBack(stage.store.getState(), id) ? transfers.switchLine(id) : hold.toggle(id)),
    sendTones: (id, text) => tones.type(id, text),
    toggleRecording: (id) => recorder.toggle(id),
    confirmRecording: (id, how) => recorder.confirm(id, how),
    transferTo: (id, target) => transfers.blindly(id, target),
    joinCalls: (id, otherId) => transfers.join(id, otherId),
    switchLine: (id) => transfers.switchLine(id),
    startConference: () => transfers.confer(),
    abortTransfer: () => transfers.abort(),
  };
}

function heard(parts: Parts, { store }: Stage, page: IncomingPage): void {
  import('./hear-page.ts')
    .then(({ hearPage }) => hearPage(parts, store, page))
    .catch((cause: unknown) => {
      parts.log('warn', 'page not heard', { sessionId: page.sessionId, cause: String(cause) });
      page.refuse();
    });
}

function toggleMute(stage: Stage, id: string) {
  const call = stage.call(id);
  if (call === null || isOver(call.state) || (call.state === 'Ringing' && call.direction === 'INCOMING')) return;
  // On its way out it is no longer heard, also where the phone system has not heard of that yet.
  if (wayOut(call) === 'none') return;
  const { transfer } = stage.store.getState();
  const lines = transfer === null ? [] : [transfer.initialId, transfer.targetId];
  // The microphone is one for both lines of a transfer, and their hold doesn't shut it.
  const shared = lines.includes(id) ? lines : [id];
  const held = shared.length === 1 && call.hold !== 'none';
  const mute = muteByUser(call.mute === 'USER' ? 'unmute' : 'mute', held);
  for (const each of shared) stage.change(each, { mute });
  stage.engineCalls.get(shared[0] ?? id)?.openMicrophone(mute === 'NONE');
}

/**
 * Whether the key for hold takes this call back and holds another one that is heard: two are never heard.
 */
function isTakenBack({ calls, transfer }: CallsState, id: string): boolean {
  const isHeld = (call: Call) => call.hold === 'held' || call.hold === 'holding';
  if (transfer !== null || !maySwitch(calls)) return false;
  return liveCalls(calls).every((call) => isHeld(call) === (call.id === id));
}
