import type { Codec, EventOpened, LegRecord } from '../../ports.ts';
import type { LateMembers, RoutePlan } from '../../routing/route-plan.ts';
import type { Along, CallBase, Caller, Fork, LegBase, NewCall, Refusal, Service, Shown } from '../call.ts';
import type { LegFact } from '../legs.ts';
import type { InviteDesk } from './steps.ts';

/** What the three ways in which a call begins have to say: by a device of ours, by a registrar, or by a trunk. */
export interface CallStart {
  readonly callId: string;
  readonly accountId: string;
  readonly sessionId: string;
  /** Codecs the caller can speak, best first. */
  readonly codecs: readonly Codec[];
  /** WAV file for legs that wait; null for silence. */
  readonly holdMusic: string | null;
  readonly caller: CallerStart;
  readonly forks: readonly Fork[];
  readonly begins: RingingStart | ServiceStart;
  readonly shown: Shown;
  readonly events: readonly EventOpened[];
  /** How far a call goes that came from outside. */
  readonly maxForwards?: number;
  /** Who sent it elsewhere before, in E.164. */
  readonly diverted?: readonly string[];
  /** Those of them whom nobody is to be shown. */
  readonly hiddenDiverters?: readonly string[];
  /** It came from another node of the cell. */
  readonly isByNode?: boolean;
  readonly isForHelp?: boolean;
  readonly answersItself?: boolean;
}

/** The leg that the INVITE came by, and whose it is. */
interface CallerStart extends Pick<LegBase, 'userId' | 'endpointId' | 'event' | 'remote'> {
  readonly invited: Pick<
    Extract<LegFact, { type: 'invited' }>,
    'legId' | 'sipCallId' | 'media' | 'srtp' | 'address' | 'offer' | 'controlled'
  >;
  /** The channel that the caller calls for; null for people outside. */
  readonly channelId: string | null;
}

/** Devices ring, or, where `nobody` says what the caller is told, none of them can. */
interface RingingStart {
  readonly nobody: Refusal | null;
  readonly plan: RoutePlan | null;
  readonly late?: LateMembers | null;
  readonly along?: readonly Along[];
  readonly ringMs: number;
  readonly rings: readonly string[];
}

/** A code was dialled that the exchange answers itself. */
interface ServiceStart {
  readonly service:
    | 'echo'
    | Extract<
        Service,
        {
          kind:
            | 'greeting'
            | 'lastCaller'
            | 'messages'
            | 'page'
            | 'pause'
            | 'night'
            | 'sayAnnouncement'
            | 'supervise'
            | 'switch';
        }
      >;
}

/** The call as the core takes it over, before anything has happened to it. */
export function newCall(start: CallStart, desk: Pick<InviteDesk, 'newId'>): NewCall {
  const { callId, accountId, sessionId, codecs, holdMusic, begins, maxForwards, diverted = [], isForHelp } = start;
  const { hiddenDiverters = [] } = start;
  const caller = callerOf(start.caller, begins, desk);
  const call: CallBase = {
    callId,
    accountId,
    sessionId,
    booking: 'unwritten',
    codecs,
    steered: false,
    holdMusic,
    cameInOn: null,
    caller,
    forks: [...start.forks],
    shown: start.shown,
    events: start.events,
    ...(maxForwards !== undefined && { maxForwards }),
    ...(diverted.length > 0 && { diverted }),
    ...(hiddenDiverters.length > 0 && { hiddenDiverters }),
    ...(start.isByNode && { isByNode: true as const }),
    ...(isForHelp && { isForHelp: true as const }),
    ...(start.answersItself && { answersItself: true as const }),
    callerRecord: recordOf(caller, start.caller.channelId),
  };
  const untaken = { returnTo: null, speaking: null };
  if ('service' in begins) {
    const { service } = begins;
    return { ...call, ...untaken, state: 'serving', plan: null, service, isServed: false, taken: 'not' };
  }
  const { nobody, plan, late = null, along = [], ringMs, rings } = begins;
  return {
    ...call,
    ...untaken,
    state: 'ringing',
    nobody,
    plan,
    late,
    ...(along.length > 0 && { along }),
    ringMs,
    rings,
    awaited: null,
    ringAnnounced: false,
  };
}

function callerOf(
  { invited, userId, endpointId, event, remote }: CallerStart,
  begins: CallStart['begins'],
  desk: Pick<InviteDesk, 'newId'>,
): Caller {
  return {
    legId: invited.legId,
    sipCallId: invited.sipCallId,
    formerCallIds: [],
    userId,
    endpointId,
    mediaKind: invited.media,
    ...(invited.srtp && { srtp: invited.srtp }),
    address: invited.address,
    event,
    remote,
    ...freshLeg(desk),
    state: 'waiting',
    virtual: false,
    offer: invited.offer ?? null,
    alerted: false,
    sdp: null,
    ...(invited.controlled && !('service' in begins) ? { early: 'wanted' as const } : {}),
  };
}

const recordOf = ({ legId, sipCallId, userId, endpointId, mediaId }: Caller, channelId: string | null): LegRecord => ({
  legId,
  sipCallId,
  userId,
  endpointId,
  channelId,
  role: 'caller',
  mediaEndpointId: mediaId,
});

/** What all legs have in common before anything has happened to them. */
export const freshLeg = ({ newId }: Pick<InviteDesk, 'newId'>): Pick<LegBase, LegStart> => ({
  mediaId: newId(),
  media: 'none',
  hold: 'none',
  hears: 'nothing',
});
type LegStart = 'mediaId' | 'media' | 'hold' | 'hears';
