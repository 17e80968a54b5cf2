import type { RTCSession } from 'jssip/lib/RTCSession';
import { closeMicrophone } from '#audio/microphone.ts';
import type { EngineFact, Refusal } from '../../call-engine.ts';
import type { FactTap } from '../../fact-tap.ts';
import { dialogTags } from './dialog-access.ts';
import { createIceRestart, type IceRestart } from './ice-restart.ts';
import { endOf, type SipEnd } from './reasons.ts';
import type { ServerSide } from './server-side.ts';
import type { SipCall, SipCallParts } from './sip-call-parts.ts';

type Sound = Extract<EngineFact, { type: 'audio' }>;

/** A call's leg in this page: its session with JsSIP, its audio, and how far it is. */
export interface SipLeg {
  readonly parts: SipCallParts;
  readonly tap: FactTap;
  readonly side: ServerSide;
  readonly call: SipCall;
  session: RTCSession;
  sipCallId: () => string;
  stage: 'waiting' | 'established' | 'over';
  microphone: MediaStream | null;
  isMicrophoneOpen: boolean;
  peer: RTCPeerConnection | null;
  sound: Sound | null;
  /** Ends the wait for more candidates; null before the first one. */
  cancelGathering: (() => void) | null;
  restart: IceRestart | null;
  ring: Ring;
}

/** A call that rings when the socket is lost is rung again, and accepting it waits for that. */
interface Ring {
  /** Cancels the wait for the next INVITE; null while the one that came can be answered. */
  cancelWait: (() => void) | null;
  /** Fulfils when the call rings again, or is over. */
  again: PromiseWithResolvers<void>;
}

/** A leg whose session has just begun. `call` and `side` need the leg, and come afterwards. */
export function newLeg(parts: SipCallParts, tap: FactTap): Omit<SipLeg, 'call' | 'side'> {
  return {
    parts,
    tap,
    session: parts.session,
    sipCallId: parts.sipCallId,
    stage: 'waiting',
    microphone: null,
    isMicrophoneOpen: true,
    peer: null,
    sound: null,
    cancelGathering: null,
    restart: null,
    ring: { cancelWait: null, again: Promise.withResolvers() },
  };
}

/** Whether the INVITE of the call came to us, and rings. */
export const isRinging = ({ parts, stage }: SipLeg): boolean =>
  parts.facts.direction === 'INCOMING' && !parts.isTakenBack && stage === 'waiting';

/** Specification 8: only an invitation that still waits can be accepted or turned down. */
export const isInvitation = ({ parts, session }: SipLeg): boolean =>
  parts.facts.direction === 'INCOMING' && !parts.isTakenBack && !session.isEnded();

/** Closes everything of the leg. The server may report the outcome a moment later. */
export function finish(leg: SipLeg, end: SipEnd | null): void {
  if (leg.stage === 'over') return;
  const established = leg.stage === 'established';
  closeLeg(leg);
  leg.ring.cancelWait?.();
  leg.ring.again.resolve();
  leg.parts.kept.forget(leg.sipCallId());
  leg.parts.onEnd(leg.call);
  leg.side.close(lastFact(end, established, leg.parts), established);
}

/** Nothing more is sent or heard in this leg. */
export function closeLeg(leg: SipLeg): void {
  leg.stage = 'over';
  leg.cancelGathering?.();
  leg.restart?.stop();
  closeMicrophone(leg.microphone);
}

function lastFact(
  end: SipEnd | null,
  established: boolean,
  { isTakenBack }: Pick<SipCallParts, 'isTakenBack'>,
): EngineFact {
  if (end === null) return { type: 'ended', reason: 'HANGUP', by: 'user' };
  // The server did not give the call back; the other side had no part in it.
  if (isTakenBack && !established) return { type: 'ended', reason: 'TERMINATED', by: 'system' };
  return endOf(end, established);
}

/** The call is over although no goodbye came. */
export function cutOff(leg: SipLeg): void {
  finish(leg, { originator: 'system', cause: 'Connection Error', message: null });
  terminate(leg, {});
}

type Termination = Parameters<RTCSession['terminate']>[0];

function terminate({ session }: SipLeg, options: Termination): void {
  if (!session.isEnded()) session.terminate(options);
}

/** Says that the user leaves, by SIP or else by HTTP. */
export function sayGoodbye(leg: SipLeg, how: 'hungUp' | Refusal, options: Termination): void {
  const { goodbyes, facts } = leg.parts;
  const send = () => terminate(leg, options);
  goodbyes.say({ sipCallId: leg.sipCallId(), sessionId: facts.sessionId, how, send });
}

export function hangUpLeg(leg: SipLeg): void {
  if (leg.stage === 'over') return;
  // The goodbye waits while the socket is down, but the user must not have to wait for it.
  try {
    sayGoodbye(leg, 'hungUp', {});
  } finally {
    finish(leg, null);
  }
}

/** Notes the dialog, so that another page can take the call back. */
export function keepDialog({ parts, session, sipCallId, stage, isMicrophoneOpen }: SipLeg): void {
  const tags = dialogTags(session);
  if (stage === 'over' || tags === null) return;
  parts.kept.keep({ ...parts.facts, ...tags, sipCallId: sipCallId(), muted: !isMicrophoneOpen });
}

// Audio.

export function takeMicrophone(leg: SipLeg, stream: MediaStream): void {
  leg.microphone = stream;
  for (const track of stream.getAudioTracks()) track.enabled = leg.isMicrophoneOpen;
}

export function openMicrophone(leg: SipLeg, open: boolean): void {
  leg.isMicrophoneOpen = open;
  for (const track of leg.microphone?.getAudioTracks() ?? []) track.enabled = open;
  if (leg.stage === 'established') keepDialog(leg);
}

/** Tells of the sound that arrives by this connection, and renews its path after a change of network. */
export function watchPeer(leg: SipLeg, connection: RTCPeerConnection): void {
  leg.peer = connection;
  connection.addEventListener('track', ({ streams, track }) => {
    leg.sound = { type: 'audio', local: leg.microphone, remote: streams[0] ?? new MediaStream([track]), connection };
    leg.side.voice().tell(leg.sound);
  });
  connection.addEventListener('connectionstatechange', () => {
    const { connectionState } = connection;
    if (connectionState === 'failed') repairPath(leg);
    if (connectionState !== 'connected') return;
    leg.tap.tell({ type: 'connected' });
    leg.restart ??= newRestart(leg, connection);
  });
}

/**
 * A handshake can fail on a path that ICE is content with, and mostly succeeds the second time. Where it failed before there
 * was a call, over which early audio came, that is done once there is one.
 */
export function repairPath(leg: SipLeg): void {
  const { peer, stage } = leg;
  if (stage !== 'established' || peer?.connectionState !== 'failed') return;
  leg.restart ??= newRestart(leg, peer);
  leg.restart.ask();
}

function newRestart(leg: SipLeg, connection: RTCPeerConnection): IceRestart {
  const { session } = leg;
  const { clock, server, isLineUp } = leg.parts;
  return createIceRestart({ session, connection, clock, server, isLineUp, onUnknownDialog: () => cutOff(leg) });
}
