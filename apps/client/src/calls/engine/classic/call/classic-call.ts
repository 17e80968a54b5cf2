import { closeMicrophone } from '#audio/microphone.ts';
import type { Refusal } from '../../call-engine.ts';
import { CallError } from '../../call-error.ts';
import { createFactTap } from '../../fact-tap.ts';
import { commandsInOrder } from '../../in-order.ts';
import { nothingTold } from '../../server-side-of-call.ts';
import { createCallAudio } from './call-audio.ts';
import {
  answer,
  bySystem,
  type CallState,
  finish,
  known,
  sendEnd,
  takenElsewhere,
  tellHeld,
  tellOfAudio,
} from './call-state.ts';
import type { ClassicCall, ClassicCallParts } from './classic-call-parts.ts';
import { type ClassicOrders, createClassicOrders } from './classic-orders.ts';
import { rejectSurely } from './end-surely.ts';
import { hearEvent } from './events.ts';
import { readRows } from './rows.ts';
import { joinTransfer, joinWith, startTransfer, transferTo } from './transfers.ts';
import type { WarmTransfer } from './warm-transfer.ts';

/** A call that the server makes on this client's behalf: events and rows become facts, orders become requests. */
export function createClassicCall(parts: ClassicCallParts): ClassicCall {
  const { server, clock, log, clientId } = parts;
  const begun = newState(parts);
  const { tap, inOrder, audio } = begun;
  const orders = createClassicOrders({ server, log, clock, clientId, inOrder, sipCallId: () => begun.sipCallId });
  const call: ClassicCall = {
    ...parts.facts,
    get sipCallId() {
      return begun.sipCallId;
    },
    get isOurs() {
      return begun.progress !== 'waiting';
    },
    listen: (listener) => tap.listen(listener),
    begin: (sipCallId, microphone) => begin(state, sipCallId, microphone),
    resume: () => resume(state),
    resumeTransfer: (running) => joinTransfer(state, running),
    play: (sound) => tap.tell(sound),
    accept: () => accept(state, orders),
    refuse: (how) => refuse(state, how),
    hangUp: () => hangUp(state),
    openMicrophone: (open) => audio.openMicrophone(open),
    async hold(value) {
      await orders.hold(value);
      // The row tells as well, but a hold that is taken back immediately may never be seen there.
      tellHeld(state, value);
    },
    record: (on) => orders.record(on),
    recordingCode: '*6',
    sendTones: (tones) => orders.sendTones(tones),
    startTransfer: (request) => startTransfer(state, request),
    transferTo: (number, to) => transferTo(state, number, to),
    joinWith: (other) => joinWith(state, other),
    hear: (event) => hearEvent(state, event),
    read: (rows) => readRows(state, rows),
    networkBack: () => audio.networkBack(),
    leave: () => leave(state),
  };
  const state: CallState = Object.assign(begun, { call });
  audio.passOn((fact) => tellOfAudio(state, fact));
  return call;
}

function newState(parts: ClassicCallParts): Omit<CallState, 'call'> {
  const { clock, openPeer, inherited, facts } = parts;
  const { sipCallId = null, answered = false } = inherited ?? {};
  return {
    parts,
    tap: createFactTap(),
    inOrder: commandsInOrder(),
    side: nothingTold<WarmTransfer>(),
    audio: inherited?.audio ?? createCallAudio({ clock, openPeer }),
    bornAt: clock.now(),
    sipCallId,
    progress: answered ? 'answered' : facts.direction === 'INCOMING' ? 'waiting' : 'ours',
    isConnected: inherited !== undefined,
    isHeld: false,
    cancelEnd: () => {},
  };
}

function begin(state: CallState, sipCallId: string, microphone: MediaStream | null) {
  const { audio, tap, parts } = state;
  state.sipCallId = sipCallId;
  if (microphone === null) return;
  audio.connect(sipCallId, microphone).then(
    () => {
      if (state.progress !== 'answered') audio.lookForEarlyMedia();
    },
    (cause: unknown) => {
      if (tap.isEnded) return;
      parts.log('error', 'no audio', { sipCallId, cause: String(cause) });
      sendEnd(state, sipCallId);
      finish(state, bySystem('TERMINATED'));
    },
  );
}

async function resume(state: CallState) {
  take(state);
  const microphone = await state.parts.openMicrophone();
  await state.audio.connect(known(state), microphone);
  answer(state);
}

async function accept(state: CallState, orders: ClassicOrders) {
  const { tap, audio, parts } = state;
  const microphone = await parts.openMicrophone();
  if (tap.isEnded) return closeMicrophone(microphone);
  if ((await orders.claim(microphone)) === 'elsewhere') {
    finish(state, takenElsewhere);
    return;
  }
  take(state);
  try {
    await audio.connect(known(state), microphone);
  } catch (cause) {
    if (tap.isEnded) return;
    throw cause instanceof CallError ? cause : new CallError('CALL_ACCEPTING_ERROR', cause);
  }
  if (!tap.isEnded) answer(state);
}

/** The user's side is this client's. */
function take(state: CallState) {
  if (state.progress === 'waiting') state.progress = 'ours';
}

function refuse(state: CallState, how: Refusal) {
  const { server, clock, log } = state.parts;
  if (state.tap.isEnded) return;
  const sipCallId = known(state);
  if (state.progress === 'waiting') {
    rejectSurely(sipCallId, how === 'declined' ? 'declined' : 'busy', { server, clock, log });
  } else sendEnd(state, sipCallId);
  finish(state, { type: 'ended', reason: how === 'declined' ? 'DECLINED' : 'BUSY_HERE', by: 'user' });
}

function hangUp(state: CallState) {
  const { tap, side, audio, sipCallId } = state;
  if (tap.isEnded || side.handing === 'over') return;
  if (sipCallId !== null) sendEnd(state, sipCallId);
  if (side.line?.hasBegun()) {
    side.handing = 'over';
    audio.close('end');
    return;
  }
  finish(state, { type: 'ended', reason: 'HANGUP', by: 'user' });
}

function leave(state: CallState) {
  state.audio.close('leave');
  if (state.progress === 'answered') state.tap.tell({ type: 'continuedElsewhere' });
  finish(state, bySystem('TERMINATED'), 'leave');
}
