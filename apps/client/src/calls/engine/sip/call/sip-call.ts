import { sipIceGatheringTimeoutMs } from '@sidetone/contract/rules/call-timing.ts';
import type { IncomingEvent, OutgoingEvent, RTCSession } from 'jssip/lib/RTCSession';
import { closeMicrophone } from '#audio/microphone.ts';
import type { Log } from '../../../conductor/parts.ts';
import type { Clock } from '../../../core/clock.ts';
import type { EngineCall, EngineFact, Refusal, RunningTransfer } from '../../call-engine.ts';
import { CallError } from '../../call-error.ts';
import { createFactTap } from '../../fact-tap.ts';
import type { Goodbyes } from '../goodbyes.ts';
import type { KeptDialogs } from '../kept-dialogs.ts';
import type { SipServer } from '../sip-server.ts';
import { createCallTones } from './call-tones.ts';
import { dialogTags, sendInDialog } from './dialog-access.ts';
import { createIceRestart, type IceRestart } from './ice-restart.ts';
import { endOf, type SipEnd } from './reasons.ts';
import { refusals } from './refusals.ts';
import { createServerSide } from './server-side.ts';

/** Of a request that only asks whether the dialog exists. */
const probeType = 'application/x-sidetone-probe';
/** A call that rings is rung again by the server so soon after the line is back; otherwise it is over. */
const ringAgainMs = 5000;

export interface SipCallParts {
  readonly session: RTCSession;
  /** The leg's Call-ID; an outgoing leg has it once its INVITE was made. */
  readonly sipCallId: () => string;
  readonly facts: Pick<EngineCall, 'sessionId' | 'direction' | 'number' | 'displayName' | 'calledNumber' | 'channelId'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly server: SipServer;
  readonly kept: KeptDialogs;
  /** Asked for when an incoming call is accepted. */
  readonly media: () => Promise<{ microphone: MediaStream; pcConfig: RTCConfiguration }>;
  readonly goodbyes: Pick<Goodbyes, 'say'>;
  readonly isLineUp: () => boolean;
  readonly onEnd: (call: SipCall) => void;
  /** The call was taken back after its page was gone: it is up already, whatever the INVITE says. */
  readonly isTakenBack?: boolean;
}

/** A call of the engine, with what only the engine needs. */
export interface SipCall extends EngineCall {
  /** The microphone of an outgoing call, opened before its INVITE. */
  giveMicrophone(stream: MediaStream): void;
  /** JsSIP makes the connection inside `call()`, before it hands out the session. */
  watchPeer(connection: RTCPeerConnection): void;
  /** The socket is gone. A call that only rings can no longer be answered; the server rings it anew. */
  socketLost(): void;
  /** The line is back: asks whether the server still knows the call, and finds a new way for its audio. */
  lineBack(): void;
  /** The network has changed. */
  networkChanged(): void;
  /** The server rings the same session again by another INVITE. False where this call isn't one that rings. */
  ringAgain(session: RTCSession, sipCallId: string): boolean;
  /** Lets go without a word to the server: another page has the call, or will take it. */
  abandon(): void;
  /** A warm transfer that already ran when the call was taken back. */
  resumeTransfer(): RunningTransfer | null;
}

/** Wraps a JsSIP session: its events become facts, its traps stay inside. */
export function createSipCall(parts: SipCallParts): SipCall {
  const { clock } = parts;
  const tap = createFactTap();
  const tones = createCallTones({ ...parts, sipCallId: () => sipCallId() });
  let { session, sipCallId } = parts;
  let microphone: MediaStream | null = null;
  let peer: RTCPeerConnection | null = null;
  let microphoneOpen = true;
  let established = false;
  let over = false;
  let gathering: (() => void) | null = null;
  let restart: IceRestart | null = null;
  /** Cancels the wait of a call that rang when the socket was lost. */
  let waitsForRing: (() => void) | null = null;
  /** Somebody wants to accept a call that is about to ring anew. */
  let rung = Promise.withResolvers<void>();
  let sound: Extract<EngineFact, { type: 'audio' }> | null = null;

  const side = createServerSide({
    ...parts,
    sipCallId: () => sipCallId(),
    tap,
    initial: () => call,
    hangUpLeg: () => hangUpLeg(),
    onAlone: (line) => {
      // Both lines were heard through one connection, which is this one's from now on.
      if (sound !== null) line.tap.tell(sound);
    },
  });

  /** Closes everything of the leg. What became of the call may take the server a moment to tell. */
  function finish(end: SipEnd | null) {
    if (over) return;
    over = true;
    waitsForRing?.();
    rung.resolve();
    gathering?.();
    restart?.stop();
    closeMicrophone(microphone);
    parts.kept.forget(sipCallId());
    parts.onEnd(call);
    side.close(lastFact(end, established, parts), established);
  }

  const isRinging = () => parts.facts.direction === 'INCOMING' && !parts.isTakenBack && !established && !over;

  function bind(own: RTCSession) {
    const mine = (task: (event: never) => void) => (event: unknown) => {
      if (session === own) task(event as never);
    };
    own.on(
      'progress',
      mine((event: IncomingEvent | OutgoingEvent) => {
        if (!('response' in event) || event.response === null) return;
        if (event.response.status_code === 180) tap.tell({ type: 'remoteRings' });
        if (event.response.body) tap.tell({ type: 'earlyMedia' });
      }),
    );
    const answered = () => tap.tell({ type: 'answered' });
    own.on(
      'accepted',
      mine(() => {
        established = true;
        if (parts.facts.direction === 'OUTGOING' || parts.isTakenBack) answered();
      }),
    );
    own.on(
      'confirmed',
      mine(() => {
        keep();
        if (parts.facts.direction === 'INCOMING') answered();
      }),
    );
    own.on(
      'failed',
      mine((event) => finish(event as SipEnd)),
    );
    own.on(
      'ended',
      mine((event) => finish(event as SipEnd)),
    );
    own.on(
      'peerconnection',
      mine(({ peerconnection }: { peerconnection: RTCPeerConnection }) => watchPeer(peerconnection)),
    );
    own.on(
      'icecandidate',
      mine(({ ready }: { ready: () => void }) => {
        // The event comes for every candidate; the time begins with the first.
        gathering ??= clock.after(sipIceGatheringTimeoutMs, ready);
      }),
    );
  }

  /** Notes the dialog, so that another page can take the call back. */
  function keep() {
    const tags = dialogTags(session);
    if (over || tags === null) return;
    parts.kept.keep({ ...parts.facts, ...tags, callId: sipCallId(), muted: !microphoneOpen });
  }

  function watchPeer(connection: RTCPeerConnection) {
    peer = connection;
    connection.addEventListener('track', ({ streams, track }) => {
      sound = { type: 'audio', local: microphone, remote: streams[0] ?? new MediaStream([track]), connection };
      side.voice().tell(sound);
    });
    connection.addEventListener('connectionstatechange', () => {
      if (connection.connectionState !== 'connected') return;
      tap.tell({ type: 'connected' });
      const { isLineUp, server } = parts;
      restart ??= createIceRestart({ session, connection, clock, server, isLineUp, onUnknownDialog: cutOff });
    });
  }

  /** The call is over although nobody said so. */
  function cutOff() {
    finish({ originator: 'system', cause: 'Connection Error', message: null });
    terminate({});
  }

  function takeMicrophone(stream: MediaStream) {
    microphone = stream;
    for (const track of stream.getAudioTracks()) track.enabled = microphoneOpen;
  }

  function terminate(options: Parameters<RTCSession['terminate']>[0]) {
    if (session.isEnded()) return;
    session.terminate(options);
  }

  function sayGoodbye(how: 'hungUp' | Refusal, options: Parameters<RTCSession['terminate']>[0]) {
    const { sessionId } = parts.facts;
    parts.goodbyes.say({ sipCallId: sipCallId(), sessionId, how, send: () => terminate(options) });
  }

  function hangUpLeg() {
    if (over) return;
    // With the socket down the goodbye waits, but nobody should have to talk on until then.
    try {
      sayGoodbye('hungUp', {});
    } finally {
      finish(null);
    }
  }

  /** Specification 8: only an invitation that still waits can be accepted or turned down. */
  const isInvitation = () => parts.facts.direction === 'INCOMING' && !parts.isTakenBack && !session.isEnded();

  const call: SipCall = {
    ...parts.facts,
    giveMicrophone: takeMicrophone,
    watchPeer,

    socketLost() {
      restart?.lineLost();
      if (isRinging() && session.isInProgress()) waitsForRing ??= () => {};
    },

    lineBack() {
      if (over) return;
      if (waitsForRing !== null) {
        waitsForRing();
        waitsForRing = clock.after(ringAgainMs, cutOff);
        return;
      }
      if (!established || session.isEnded()) return;
      sendInDialog(
        session,
        'INFO',
        { extraHeaders: [`Content-Type: ${probeType}`] },
        // Every other answer, a refusal too, comes from somebody who knows the call.
        { onUnknownDialog: cutOff },
      );
      restart?.askUnlessWell();
    },

    networkChanged: () => restart?.ask(),

    ringAgain(next, nextSipCallId) {
      if (!isRinging()) return false;
      const before = session;
      waitsForRing?.();
      waitsForRing = null;
      rung.resolve();
      rung = Promise.withResolvers();
      session = next;
      sipCallId = () => nextSipCallId;
      bind(next);
      // Its INVITE is forgotten here and there; JsSIP only has to let go of it.
      if (!before.isEnded()) before.terminate({ status_code: 487, reason_phrase: 'Request Terminated' });
      return true;
    },

    abandon() {
      if (over) return;
      over = true;
      gathering?.();
      restart?.stop();
      keep();
      closeMicrophone(microphone);
      peer?.close();
      parts.onEnd(call);
      side.voice().tell({ type: 'continuedElsewhere' });
      side.close({ type: 'ended', reason: 'TERMINATED', by: 'system' }, false);
    },

    resumeTransfer: () => side.resumeTransfer(),

    listen: (listener) => tap.listen(listener),

    async accept() {
      if (!isInvitation()) throw new CallError('CALL_ACCEPTING_ERROR', new Error('there is no invitation to accept'));
      // What is answered into a lost socket is answered to nobody; the conductor ends a wait that takes too long.
      if (waitsForRing !== null) await rung.promise;
      if (over) return;
      const { microphone: stream, pcConfig } = await parts.media();
      if (over || session.isEnded()) {
        closeMicrophone(stream);
        return;
      }
      takeMicrophone(stream);
      const accepted = new Promise<void>((resolve, reject) => {
        session.on('accepted', () => resolve());
        session.on('failed', ({ cause }) => reject(new CallError('CALL_ACCEPTING_ERROR', cause)));
      });
      session.answer({ mediaStream: stream, pcConfig });
      await accepted;
    },

    refuse(how) {
      if (!isInvitation()) throw new CallError('REJECT_FAILED', new Error('there is no invitation to refuse'));
      sayGoodbye(how, refusals[how](parts.facts.sessionId));
    },

    hangUp() {
      side.leaving();
      hangUpLeg();
    },

    openMicrophone(open) {
      microphoneOpen = open;
      for (const track of microphone?.getAudioTracks() ?? []) track.enabled = open;
      if (established) keep();
    },

    sendTones: (text) => tones.send(text, session),

    ...side.orders,
    hold: (value) => tones.hold(value, side.orders.hold),
  };

  bind(session);
  return call;
}

function lastFact(
  end: SipEnd | null,
  established: boolean,
  { isTakenBack }: Pick<SipCallParts, 'isTakenBack'>,
): EngineFact {
  if (end === null) return { type: 'ended', reason: 'HANGUP', by: 'user' };
  // Whatever refused to give the call back: the other side had no part in it.
  if (isTakenBack && !established) return { type: 'ended', reason: 'TERMINATED', by: 'system' };
  return endOf(end, established);
}
