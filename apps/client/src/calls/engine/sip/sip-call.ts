import { sipIceGatheringTimeoutMs } from '@sidetone/contract/rules/call-timing.ts';
import { correlationHeader } from '@sidetone/contract/rules/sip-invite.ts';
import type { IncomingEvent, OutgoingEvent, RTCSession } from 'jssip/lib/RTCSession';
import { closeMicrophone } from '#audio/microphone.ts';
import type { Clock } from '../../core/clock.ts';
import type { EngineCall, Refusal } from '../call-engine.ts';
import { CallError } from '../call-error.ts';
import { createFactTap } from '../fact-tap.ts';
import { endOf, type SipEnd } from './reasons.ts';

/** One tone and the silence behind it, in milliseconds (RFC 4733 asks for 40 at least). */
const toneMs = 120;
const toneGapMs = 80;

/** Of a request that only asks whether the dialog exists. */
const probeType = 'application/x-sidetone-probe';

export interface SipCallParts {
  readonly session: RTCSession;
  /** The leg's Call-ID; an outgoing leg has it once its INVITE was made. */
  readonly callId: () => string;
  readonly facts: Pick<EngineCall, 'sessionId' | 'direction' | 'number' | 'displayName' | 'calledNumber' | 'channelId'>;
  readonly clock: Clock;
  /** Asked for when an incoming call is accepted. */
  readonly media: () => Promise<{ microphone: MediaStream; pcConfig: RTCConfiguration }>;
  readonly hold: (callId: string, value: boolean) => Promise<void>;
  /** Runs the task now or when requests can leave again; a request into a lost socket would be lost with it. */
  readonly whenConnected: (task: () => void) => void;
  readonly onEnd: (call: SipCall) => void;
}

/** A call of the engine, with what only the engine needs. */
export interface SipCall extends EngineCall {
  /** The microphone of an outgoing call, opened before its INVITE. */
  giveMicrophone(stream: MediaStream): void;
  /** JsSIP makes the connection inside `call()`, before it hands out the session. */
  watchPeer(connection: RTCPeerConnection): void;
  /** The socket is gone. A call that only rings is gone with it: its INVITE can no longer be answered. */
  socketLost(): void;
  /** The line is back: asks whether the server still knows the call, which it does not after a restart. */
  lineBack(): void;
}

/** JsSIP's way to send inside a dialog; its types leave it out. `sendInfo` would end the call when the socket drops. */
interface DialogSender {
  sendRequest(method: string, options: { extraHeaders: string[]; eventHandlers: Record<string, () => void> }): void;
}

/** Wraps a JsSIP session: its events become facts, its traps stay inside. */
export function createSipCall(parts: SipCallParts): SipCall {
  const { session, clock } = parts;
  const tap = createFactTap();
  let microphone: MediaStream | null = null;
  let microphoneOpen = true;
  let established = false;
  let gathering: (() => void) | null = null;

  function finish(end: SipEnd | null) {
    gathering?.();
    closeMicrophone(microphone);
    parts.onEnd(call);
    tap.tell(end === null ? { type: 'ended', reason: 'HANGUP', by: 'user' } : endOf(end, established));
  }

  session.on('progress', (event: IncomingEvent | OutgoingEvent) => {
    if (!('response' in event) || event.response === null) return;
    if (event.response.status_code === 180) tap.tell({ type: 'remoteRings' });
    if (event.response.body) tap.tell({ type: 'earlyMedia' });
  });
  session.on('accepted', () => {
    established = true;
    if (parts.facts.direction === 'OUTGOING') tap.tell({ type: 'answered' });
  });
  session.on('confirmed', () => {
    if (parts.facts.direction === 'INCOMING') tap.tell({ type: 'answered' });
  });
  session.on('failed', (event) => finish(event as SipEnd));
  session.on('ended', (event) => finish(event as SipEnd));
  session.on('peerconnection', ({ peerconnection }) => watchPeer(peerconnection));
  session.on('icecandidate', ({ ready }) => {
    // The event comes for every candidate; the time begins with the first.
    gathering ??= clock.after(sipIceGatheringTimeoutMs, ready);
  });

  function watchPeer(connection: RTCPeerConnection) {
    connection.addEventListener('track', ({ streams, track }) => {
      tap.tell({ type: 'audio', local: microphone, remote: streams[0] ?? new MediaStream([track]) });
    });
    connection.addEventListener('connectionstatechange', () => {
      if (connection.connectionState === 'connected') tap.tell({ type: 'connected' });
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

  const call: SipCall = {
    ...parts.facts,
    giveMicrophone: takeMicrophone,
    watchPeer,

    socketLost() {
      if (parts.facts.direction === 'INCOMING' && session.isInProgress()) cutOff();
    },

    lineBack() {
      if (tap.isEnded || !established || session.isEnded()) return;
      const ignore = () => {};
      (session as unknown as DialogSender).sendRequest('INFO', {
        extraHeaders: [`Content-Type: ${probeType}`],
        eventHandlers: {
          // 481: nobody there knows this dialog. Every other answer, a refusal too, comes from somebody who does.
          onDialogError: cutOff,
          onSuccessResponse: ignore,
          onErrorResponse: ignore,
          onRequestTimeout: ignore,
          onTransportError: ignore,
        },
      });
    },

    listen: (listener) => tap.listen(listener),

    async accept() {
      const { microphone: stream, pcConfig } = await parts.media();
      if (session.isEnded()) {
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
      parts.whenConnected(() => terminate(refusals[how](parts.facts.sessionId)));
    },

    hangUp() {
      if (tap.isEnded) return;
      parts.whenConnected(() => terminate({}));
      // With the socket down the goodbye waits, but nobody should have to talk on until then.
      if (!tap.isEnded) finish(null);
    },

    openMicrophone(open) {
      microphoneOpen = open;
      for (const track of microphone?.getAudioTracks() ?? []) track.enabled = open;
    },

    async hold(value) {
      try {
        await parts.hold(parts.callId(), value);
      } catch (cause) {
        throw new CallError(value ? 'HOLD_FAILED' : 'UNHOLD_FAILED', cause);
      }
    },

    record: () => Promise.reject(new CallError('RECORDING_START_FAILED')),
    startTransfer: () => Promise.reject(new CallError('DIAL_FAILED')),
    transferTo: () => Promise.reject(new CallError('DIAL_FAILED')),

    sendTones(tones) {
      const sender = session.connection.getSenders().find(({ track }) => track?.kind === 'audio')?.dtmf;
      if (sender == null) throw new CallError('INVALID_STATE_ERROR');
      sender.insertDTMF(sender.toneBuffer + tones, toneMs, toneGapMs);
    },
  };
  return call;
}

type RefusalOptions = (sessionId: string) => { status_code: number; reason_phrase: string; extraHeaders: string[] };

/** The three refusals on the wire. Only the user's own decline, by its cause, silences the user's other devices. */
const refusals: Record<Refusal, RefusalOptions> = {
  declined: (id) => ({
    status_code: 486,
    reason_phrase: 'Busy Here',
    extraHeaders: [`${correlationHeader}: ${id}`, 'Reason: SIP;cause=603;text="Declined"'],
  }),
  busy: (id) => ({ status_code: 486, reason_phrase: 'Busy Here', extraHeaders: [`${correlationHeader}: ${id}`] }),
  // Specification 4 wants this status with this phrase.
  occupied: (id) => ({ status_code: 603, reason_phrase: 'Busy Here', extraHeaders: [`${correlationHeader}: ${id}`] }),
};
