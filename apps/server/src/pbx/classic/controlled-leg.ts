import type { CallBaseEvent } from '@sidetone/contract/entities/call.ts';
import type { RealtimeEventName, RealtimePayload } from '@sidetone/contract/realtime/events.ts';
import type { TerminationReason } from '@sidetone/contract/rules/termination-reasons.ts';
import { CallCommandError } from '../commands.ts';

/** One end of a call that its user steers by commands; the audio is a peer of theirs that the server offers to. */
export interface ControlledLeg {
  readonly legId: string;
  /** The leg's Call-ID as the exchange knows it. */
  readonly sipCallId: string;
  /** The Call-ID that clients know; a leg that takes the place of another keeps its. */
  readonly callId: string;
  readonly sessionId: string;
  readonly userId: string;
  readonly side: 'caller' | 'callee';
  readonly from: string | null;
  readonly to: string | null;
  readonly names: { readonly from: string | null; readonly to: string | null };
  readonly channelId: string | null;
  /** `waiting` for an answer, one's own or the far side's; `claimed` by a client whose audio is being set up. */
  state: 'waiting' | 'claimed' | 'talking' | 'over';
  /** The client that has the call. */
  clientId: string | null;
  readonly peer: Peer;
  /** The leg whose place this one takes, until it has it. */
  replaces: ControlledLeg | null;
  /** The leg that is to take this one's place. */
  successor: ControlledLeg | null;
  /** Sign-ins that were busy when it rang. */
  readonly busy: Set<string>;
  readonly cancelTimers: Set<() => void>;
}

/** The audio of a controlled leg: our offer, the client's answer, and its new offers. */
interface Peer {
  deviceId: string | null;
  readonly offer: PromiseWithResolvers<string>;
  hasOffer: boolean;
  /** The answer must come with the ACK, since the offer came with the 200. */
  isAckDue: boolean;
  isAnswered: boolean;
  /** Signalling was restarted, and no client has been heard since. */
  isUnheard: boolean;
  restart: PromiseWithResolvers<string> | null;
  cancelReservation: (() => void) | null;
}

type Start = Pick<
  ControlledLeg,
  | 'legId'
  | 'sipCallId'
  | 'callId'
  | 'sessionId'
  | 'userId'
  | 'side'
  | 'from'
  | 'to'
  | 'names'
  | 'channelId'
  | 'clientId'
>;

export function newControlledLeg(start: Start, replaces: ControlledLeg | null = null): ControlledLeg {
  const offer = Promise.withResolvers<string>();
  // Nobody may be waiting for it when it fails.
  offer.promise.catch(() => {});
  return {
    ...start,
    state: 'waiting',
    peer: {
      deviceId: null,
      offer,
      hasOffer: false,
      isAckDue: false,
      isAnswered: false,
      isUnheard: false,
      restart: null,
      cancelReservation: null,
    },
    replaces,
    successor: null,
    busy: new Set(),
    cancelTimers: new Set(),
  };
}

/** Our offer is there, for the client that asked for it. */
export function offerIsThere({ peer }: ControlledLeg, sdp: string): void {
  peer.hasOffer = true;
  peer.offer.resolve(sdp);
}

/** Ends everything that waits for this leg. */
export function closeLeg(leg: ControlledLeg): void {
  leg.state = 'over';
  for (const cancel of leg.cancelTimers) cancel();
  leg.peer.cancelReservation?.();
  leg.peer.offer.reject(new CallCommandError('NO_SUCH_CALL', 'The call is over.'));
  leg.peer.restart?.reject(new CallCommandError('NO_SUCH_CALL', 'The call is over.'));
}

/** Whether another leg goes on for this one: its own end concerns nobody. */
export const isReplaced = ({ successor }: ControlledLeg): boolean =>
  successor !== null && successor.state !== 'over' && successor.peer.isAnswered;

/** What every event of a call says. */
export function aboutCall(leg: ControlledLeg): CallBaseEvent {
  const { callId, sessionId, from, to, names, channelId } = leg;
  return {
    callId,
    sessionId,
    toNumber: to,
    fromNumber: from,
    deviceId: leg.peer.deviceId,
    targetChannelId: channelId,
    apiCall: {
      id: callId,
      state: leg.state,
      direction: leg.side === 'caller' ? 'OUTGOING' : 'INCOMING',
      from: from ?? 'anonymous',
      to: to ?? '',
      fromContact: names.from,
      toContact: names.to,
    },
  };
}

/** Why a call ended, from the status that refused it. */
export function reasonOfStatus(status: number): TerminationReason {
  return reasons[status] ?? 'TERMINATED';
}

const reasons: Readonly<Record<number, TerminationReason>> = {
  403: 'REJECTED',
  404: 'NOT_FOUND',
  408: 'REQUEST_TIMEOUT',
  480: 'TEMPORARILY_UNAVAILABLE',
  486: 'BUSY_HERE',
  487: 'CANCELLED',
  488: 'PRECONDITION_FAILURE',
  580: 'PRECONDITION_FAILURE',
  600: 'BUSY_EVERYWHERE',
  603: 'DECLINED',
  604: 'NOT_FOUND',
};

/** Tells a user's clients; never fails, since what an event tells can be read as live data as well. */
export type TellUser = <N extends RealtimeEventName>(userId: string, name: N, payload: RealtimePayload<N>) => void;
