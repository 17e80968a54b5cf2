import type { RTCSession } from 'jssip/lib/RTCSession';
import { closeMicrophone } from '#audio/microphone.ts';
import { CallError } from '../../call-error.ts';
import { createFactTap } from '../../fact-tap.ts';
import { createCallTones } from './call-tones.ts';
import { sendInDialog } from './dialog-access.ts';
import { refusals } from './refusals.ts';
import { createServerSide, type ServerSide } from './server-side.ts';
import { followSession } from './session-events.ts';
import type { SipCall, SipCallParts } from './sip-call-parts.ts';
import {
  closeLeg,
  cutOff,
  hangUpLeg,
  isInvitation,
  isRinging,
  newLeg,
  openMicrophone,
  type SipLeg,
  sayGoodbye,
  takeMicrophone,
  watchPeer,
} from './sip-leg.ts';

/** Of a request that only asks whether the dialog exists. */
const probeType = 'application/x-sidetone-probe';
/** The server rings a call again within this after the line is back; otherwise the call is over. */
const ringAgainMs = 5000;

/** Wraps a JsSIP session: its events become facts, its traps stay inside. */
export function createSipCall(parts: SipCallParts): SipCall {
  const tap = createFactTap();
  const begun = newLeg(parts, tap);
  const sipCallId = () => begun.sipCallId();
  const tones = createCallTones({ ...parts, sipCallId });
  const side: ServerSide = createServerSide({
    ...parts,
    sipCallId,
    tap,
    initial: () => leg.call,
    hangUpLeg: () => hangUpLeg(leg),
    onAlone(line) {
      // Both lines were heard through one connection, which is this one's from now on.
      if (leg.sound !== null) line.tap.tell(leg.sound);
    },
  });
  const call: SipCall = {
    ...parts.facts,
    giveMicrophone: (stream) => takeMicrophone(leg, stream),
    watchPeer: (connection) => watchPeer(leg, connection),
    socketLost: () => socketLost(leg),
    lineBack: () => lineBack(leg),
    networkChanged: () => leg.restart?.ask(),
    ringAgain: (next, nextSipCallId) => ringAgain(leg, next, nextSipCallId),
    otherRings() {
      if (leg.ring.cancelWait !== null) cutOff(leg);
    },
    abandon: () => abandon(leg),
    resumeTransfer: () => side.resumeTransfer(),
    listen: (listener) => tap.listen(listener),
    accept: () => accept(leg),
    refuse(how) {
      if (!isInvitation(leg)) throw new CallError('REJECT_FAILED', new Error('there is no invitation to refuse'));
      sayGoodbye(leg, how, refusals[how](parts.facts.sessionId));
    },
    hangUp() {
      side.leaving();
      hangUpLeg(leg);
    },
    openMicrophone: (open) => openMicrophone(leg, open),
    sendTones: (text) => tones.send(text, leg.session),
    ...side.orders,
    hold: (value) => tones.hold(value, side.orders.hold),
  };
  const leg: SipLeg = Object.assign(begun, { side, call });
  followSession(leg, leg.session);
  return call;
}

async function accept(leg: SipLeg) {
  if (!isInvitation(leg)) {
    throw new CallError('CALL_ACCEPTING_ERROR', new Error('there is no invitation to accept'));
  }
  // An answer into a lost socket reaches nobody; the conductor ends a wait that takes too long.
  if (leg.ring.cancelWait !== null) await leg.ring.again.promise;
  if (leg.stage === 'over') return;
  const { microphone, pcConfig } = await leg.parts.media();
  const { session } = leg;
  if (isOver(leg) || session.isEnded()) {
    closeMicrophone(microphone);
    return;
  }
  takeMicrophone(leg, microphone);
  const accepted = new Promise<void>((resolve, reject) => {
    session.on('accepted', () => resolve());
    session.on('failed', ({ cause }) => reject(new CallError('CALL_ACCEPTING_ERROR', cause)));
  });
  session.answer({ mediaStream: microphone, pcConfig });
  await accepted;
}

/** A function, since the call may have ended since the last look. */
const isOver = ({ stage }: SipLeg): boolean => stage === 'over';

function socketLost(leg: SipLeg) {
  leg.restart?.lineLost();
  if (isRinging(leg) && leg.session.isInProgress()) leg.ring.cancelWait ??= () => {};
}

function lineBack(leg: SipLeg) {
  const { ring, session, parts } = leg;
  if (leg.stage === 'over') return;
  if (ring.cancelWait !== null) {
    ring.cancelWait();
    ring.cancelWait = parts.clock.after(ringAgainMs, () => cutOff(leg));
    return;
  }
  if (leg.stage !== 'established' || session.isEnded()) return;
  sendInDialog(
    session,
    'INFO',
    { extraHeaders: [`Content-Type: ${probeType}`] },
    // Every other answer, even a refusal, comes from a server that knows the call.
    { onUnknownDialog: () => cutOff(leg) },
  );
  leg.restart?.askUnlessWell();
}

function ringAgain(leg: SipLeg, next: RTCSession, nextSipCallId: string): boolean {
  if (!isRinging(leg)) return false;
  const { session: before, ring } = leg;
  ring.cancelWait?.();
  ring.cancelWait = null;
  ring.again.resolve();
  ring.again = Promise.withResolvers();
  leg.session = next;
  leg.sipCallId = () => nextSipCallId;
  followSession(leg, next);
  // The old INVITE is over on both sides; only JsSIP still keeps it.
  if (!before.isEnded()) before.terminate({ status_code: 487, reason_phrase: 'Request Terminated' });
  return true;
}

function abandon(leg: SipLeg) {
  if (leg.stage === 'over') return;
  closeLeg(leg);
  leg.peer?.close();
  leg.parts.onEnd(leg.call);
  leg.side.voice().tell({ type: 'continuedElsewhere' });
  leg.side.close({ type: 'ended', reason: 'TERMINATED', by: 'system' }, false);
}
