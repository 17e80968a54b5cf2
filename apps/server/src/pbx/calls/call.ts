import type { PhoneFeatureChange } from '@sidetone/contract/rules/phones/phone-features.ts';
import type { Codec, EndReason, EventOpened, LegRecord, SrtpPolicy } from '../ports.ts';
import type { SaidWait } from '../routing/expected-wait.ts';
import type { LateMembers, RoutePlan } from '../routing/route-plan.ts';
import type { Booking } from './booking.ts';
import type { Hold } from './leg-hold.ts';
import type { LegMedia } from './leg-media.ts';
import type { LegTarget, SipReason } from './legs.ts';

/**
 * One call as the core knows it: plain data, changed only by `step` in `call-core.ts`. Each state has what it alone needs:
 * devices ring, what comes next is asked for, the exchange itself serves the caller, somebody has answered and the caller
 * is told, the two talk, or it is over.
 */
export type Call = Ringing | Choosing | Serving | Answering | Talking | Over;
export type CallState = Call['state'];

/** How a call begins. */
export type NewCall = Ringing | Serving;

/** What a call has in every state. */
export interface CallBase {
  readonly callId: string;
  readonly accountId: string;
  readonly sessionId: string;
  booking: Booking;
  /** Codecs the caller can speak, best first. Callees are offered these before the others we speak. */
  readonly codecs: readonly Codec[];
  /** A transfer decides who hears whom, in this call or in the one that it is the second line of; the call joins nobody. */
  steered: boolean;
  /** WAV file for legs that wait; null for silence. */
  readonly holdMusic: string | null;
  /** WAV file for a caller who waits in the queue of a channel; null for silence. Left out: they have waited in none. */
  queueMusic?: string | null;
  /** The channel on which the one who calls came in first, where somebody handed them over to this call; else null. */
  cameInOn: string | null;
  caller: Caller;
  forks: Fork[];
  /** What the callee's devices show: who calls, and what was called. */
  shown: Shown;
  events: readonly EventOpened[];
  /** How many hops the call may still go when it is forwarded outside; less than 70 where it came from there. */
  readonly maxForwards?: number;
  /** Who sent the call elsewhere before it came here, in E.164, the first one first. Left out: nobody. */
  readonly diverted?: readonly string[];
  /** Those of them whom nobody is to be shown. Left out: none. */
  readonly hiddenDiverters?: readonly string[];
  /** It came from another node of the cell, and goes to none by itself. */
  readonly isByNode?: true;
  /** The callee's devices are asked to answer by themselves; a tone is heard there first. */
  answersItself?: true;
  /** An emergency number was called; the call that rings the caller's own devices for it is one for help as well. */
  readonly isForHelp?: true;
  /** Null when the caller came from another call, where it is in the book already. */
  readonly callerRecord: LegRecord | null;
}

/** Nobody has taken it yet. */
interface Untaken extends CallBase {
  /** What is left to try when nobody of this stage takes the call; null: nothing. Only those who made it read it. */
  plan: RoutePlan | null;
  /** Who is rung instead when nobody takes a call that was handed over; null: the caller is refused. */
  returnTo: ReturnTo | null;
  /** The device that rings and speaks already, or the last that did so in the stage before. */
  speaking: string | null;
}

/**
 * A caller whom a user has left in a place from where anybody of the account may take them: no device rings, and the ring time
 * is how long they wait before they go back.
 */
export interface Parked {
  readonly slot: number;
  readonly byUserId: string;
  /** In ms since 1970. */
  readonly since: number;
  /** How long they wait. Left out in snapshots of versions where all waited alike. */
  readonly waitMs?: number;
  /** The caller as seen by the user who parked them. */
  readonly seenAs: Remote;
}

export interface Ringing extends Untaken {
  readonly state: 'ringing';
  /** What the caller is told immediately because nobody can ring, after the missed call is in the book. */
  readonly nobody: Refusal | null;
  readonly ringMs: number;
  /** What becomes of members who are free only now, while others ring. */
  readonly late: LateMembers | null;
  /** Users whose devices ring, also those that register later. */
  rings: readonly string[];
  /** Of those, whose page was lost while it rang: the call waits a moment for them, as a page that is reloaded comes back. */
  awaited: readonly string[] | null;
  /** Mobiles that are still to ring; left out: none. */
  along?: readonly Along[];
  /** Left out: devices ring. */
  readonly parked?: Parked;
  /** The ring time is over, but who is asked at a mobile may still press a key. */
  isLate?: true;
  /** Whether the rest of the server knows that this stage rings. */
  ringAnnounced: boolean;
}

/** The next stage was asked for and has not come yet. */
export interface Choosing extends Untaken {
  readonly state: 'choosing';
  /** The caller pressed this key, which counts for what comes next. */
  pressed?: string;
}

/** The exchange itself answers: a code that was dialled, or a channel where nobody does. */
export interface Serving extends Untaken {
  readonly state: 'serving';
  service: 'echo' | Service;
  /** The service was ordered and is not over. */
  isServed: boolean;
  /** A code that was dialled is a call that is taken, which the book has to know first; a channel's service never is. */
  taken: 'not' | 'booking' | 'taken';
}

/** A device has answered, and the caller is about to be told or joined with it. */
export interface Answering extends CallBase {
  readonly state: 'answering';
}

export interface Talking extends CallBase {
  readonly state: 'talking';
  /** Whether the two parties' media were joined. */
  bridged: boolean;
}

interface Over extends CallBase {
  readonly state: 'over';
  readonly ended: EndReason;
}

/** A call that waits to be taken from its place. */
export const isParked = (call: Call): call is Ringing & { readonly parked: Parked } =>
  call.state === 'ringing' && call.parked !== undefined;

/** Whether a caller has a place in a queue, whatever happens at this moment. */
export const hasPlace = (call: Call): boolean =>
  'plan' in call && call.plan?.kind === 'channel' && call.plan.at === 'rings' && call.plan.place !== undefined;

/** A caller who was answered and waits in a queue, whether a member rings or not. */
export const isInQueue = (call: Call): call is Ringing =>
  call.state === 'ringing' && hasPlace(call) && call.caller.state === 'talking' && !call.caller.virtual;

/** What the exchange does for the caller by itself; null: nothing, or the echo test. */
export const servedKind = (call: Call): Service['kind'] | null =>
  call.state === 'serving' && call.service !== 'echo' ? call.service.kind : null;

/** A call whose caller has a seat in a conference room. */
export const isInRoom = (call: Call): call is Serving & { readonly service: InRoom } =>
  call.state === 'serving' &&
  call.service !== 'echo' &&
  call.service.kind === 'room' &&
  call.service.seat !== undefined;
type InRoom = RoomService & { readonly seat: RoomSeat };

/** Whether the call was taken and goes on: two talk, or the exchange answers a code that was dialled. */
export const isUp = (call: Call): boolean =>
  call.state === 'talking' || (call.state === 'serving' && call.taken === 'taken');

/** Whether nobody has taken the call, and it is not over. */
export const isUntaken = (call: Call): boolean =>
  call.state === 'ringing' || call.state === 'choosing' || (call.state === 'serving' && call.taken === 'not');

/** The user who handed a call over before the target answered, and the call that it was. */
export interface ReturnTo {
  readonly userId: string;
  readonly sessionId: string;
  readonly event: EventOpened | null;
  /** As the one who comes back sees them. */
  readonly seenAs: Remote;
  /** As they saw the one who comes back; left out: as others did in the call that was handed over. */
  readonly saw?: Remote;
  /** An extension that is tried before them. Left out: none. */
  readonly firstTo?: string;
}

/** What the exchange does for a caller by itself. Ends with the caller, or by the fact `serviceOver`. */
export type Service =
  | { readonly kind: 'announcement'; readonly file: string }
  | { readonly kind: 'voicemail'; readonly channelId: string; readonly docId: string; readonly maxSeconds: number }
  /** A call assistant asks its questions; what was heard belongs to this inbox event. */
  | { readonly kind: 'assistant'; readonly assistantId: string; readonly channelId: string; readonly docId: string }
  /** The voice bot of a call assistant talks; what comes of it belongs to this inbox event. */
  | { readonly kind: 'bot'; readonly assistantId: string; readonly channelId: string; readonly docId: string }
  /** The caller presses a key, as no robot does, and goes on; without the key they are hung up on. */
  | { readonly kind: 'proof' }
  /** A voice menu asks the caller where to go. */
  | { readonly kind: 'menu'; readonly menuId: string }
  /** The caller hears their place in a queue, from 1 on; null: nothing is said. */
  | {
      readonly kind: 'place';
      readonly position: number | null;
      /** About how long they will wait; left out: nothing is said. */
      readonly wait?: SaidWait;
      /** After it they hear what to press to be called back: this file or, null, the usual sentence. Left out: nothing. */
      readonly offer?: { readonly file: string | null };
    }
  /** The caller wanted to be called back, and hears whether they are. */
  | { readonly kind: 'callBack'; readonly isKept: boolean }
  /** The caller is in a conference room, or asked for its PIN. */
  | RoomService
  /** The messages of a user are heard, by somebody else once they entered the PIN. */
  | { readonly kind: 'messages'; readonly userId: string }
  /** A member pauses in this queue or, with null, in all of theirs, or ends it, and hears which. */
  | { readonly kind: 'pause'; readonly userId: string; readonly channelId: string | null }
  /** A member switches this channel or, with null, their only shared one by hand, and hears how it is now. */
  | { readonly kind: 'night'; readonly userId: string; readonly channelId: string | null }
  /** A supervisor listens to the call that they chose before or, with an extension, to that of the member there. */
  | { readonly kind: 'supervise'; readonly userId: string; readonly extension: string | null }
  /** A user speaks to the phones of the paging group with this number. */
  | { readonly kind: 'page'; readonly userId: string; readonly number: string }
  /** A user switches something of their own line, or with null nothing, and hears how it is now. */
  | { readonly kind: 'switch'; readonly userId: string; readonly change: PhoneFeatureChange | null }
  /** A user hears who called their own line last, and may call them. */
  | { readonly kind: 'lastCaller'; readonly userId: string }
  /** A user says an announcement of the company. */
  | { readonly kind: 'sayAnnouncement'; readonly recordingId: string }
  /** A member says the greeting of this channel. */
  | { readonly kind: 'greeting'; readonly channelId: string };

interface RoomService {
  readonly kind: 'room';
  readonly channelId: string;
  /** Left out: they have not been in it yet. */
  readonly seat?: RoomSeat;
  /** The caller, where they were handed over to this call; left out: they made it. */
  readonly visitor?: Remote & { readonly userId: string | null };
}

/** What is known of somebody in a conference room, so that they stay in it after a restart of signalling. */
export interface RoomSeat {
  readonly isModerator: boolean;
  readonly isMuted: boolean;
  /** In ms since 1970. */
  readonly since: number;
  /** They hear music until a moderator comes. */
  readonly isWaiting: boolean;
  /** The room is locked: the first of them to come back after a restart locks it again. */
  readonly isLocked: boolean;
}

export interface Shown {
  readonly from: { readonly user: string; readonly name?: string } | 'anonymous';
  readonly number: string;
  readonly channelId: string | null;
  /** The name that phones show a call for which is not for their own user: of the shared channel, or of the line that sent it on. */
  readonly via?: string;
}

/** Status and phrase of a refusal, and the reason that the book keeps. */
export interface Refusal {
  readonly status: number;
  readonly phrase: string;
  readonly reason: EndReason;
  /** Devices were called, and none of them could be made to ring. */
  readonly neverRang?: true;
}

export interface LegBase {
  readonly legId: string;
  readonly sipCallId: string;
  /** Call-IDs that name this leg as well: of legs whose place it took (RFC 3891). */
  readonly formerCallIds: readonly string[];
  /** Null for people outside. */
  readonly userId: string | null;
  /** Null for people outside, and for clients that are steered by commands until one has taken the call. */
  readonly endpointId: string | null;
  readonly mediaKind: 'webrtc' | 'rtp';
  /** Whether audio in plain RTP is encrypted; `off` when left out. */
  srtp?: SrtpPolicy;
  readonly address: string;
  readonly mediaId: string;
  /** The inbox event of this leg's side; null where nobody keeps one. */
  readonly event: EventOpened | null;
  /** Whom this leg talks to, as its user sees it; another one after a transfer. */
  remote: Remote;
  media: LegMedia;
  hold: Hold;
  /** What we play to it besides what the other side says. */
  hears: Playing;
}

export interface Remote {
  readonly number: string | null;
  readonly name: string | null;
}

/**
 * `music`: the other side is on hold. `ringback`: for who was answered already and waits for somebody else. `queueMusic`: for a
 * caller who waits in a queue.
 */
export type Playing = 'nothing' | 'music' | 'ringback' | 'queueMusic';

/** `waiting` for its final answer; `answering` while our SDP is made; `answered` until the ACK. */
export type CallerState = 'waiting' | 'answering' | 'answered' | 'talking' | 'over';

export interface Caller extends LegBase {
  state: CallerState;
  /**
   * No dialog of its own: the second line of somebody who speaks through their leg of another call and shares that
   * leg's media endpoint.
   */
  readonly virtual: boolean;
  /** None when the INVITE came without one: we offer in the 200 then. */
  readonly offer: string | null;
  /** Whether the caller heard 180, or the echo test's first tone. */
  alerted: boolean;
  /** Audio that is set up before the answer; never for callers whose own INVITE offers it. */
  early?: 'wanted' | 'offered' | 'answered' | 'agreed';
  /** Our SDP for the 200, once media made it. */
  sdp: string | null;
}

/** `asked`: it answered, and is asked for a key before it has the call. `cancelled` until the device confirms; a late 200 gets BYE. */
export type ForkState = 'preparing' | 'inviting' | 'ringing' | 'asked' | 'answered' | 'talking' | 'cancelled' | 'over';

/**
 * A number outside that rings along with the devices of its user. Who answers there may be a mailbox, so the call is taken
 * only with a key.
 */
export interface MobileLeg {
  /** What the user is asked in. */
  readonly locale: 'de' | 'en';
  /** What the trunk is told: the number of the user, and that of the mobile. */
  readonly shown: Pick<Shown, 'from' | 'number'>;
  /** Who calls, as it is said; null: nobody knows. */
  readonly caller: string | null;
  readonly along: Along;
}

/** A mobile that is still to ring along while a stage rings. */
export interface Along {
  readonly userId: string;
  /** E.164. */
  readonly number: string;
  /** How long the devices ring alone. */
  readonly afterMs: number;
  /** Trunks that were not there, or could not serve us. Left out: none. */
  readonly tried?: readonly string[];
}

/**
 * How a device that was rung did not take the call. `failed`: the fault was ours, not the device's. `noWay`: the trunk is
 * not there or cannot serve us, so that another one may. `forwarded`: it named somebody else.
 */
export type ForkOutcome = 'declined' | 'busy' | 'unavailable' | 'unacceptable' | 'failed' | 'noWay' | 'forwarded';

export interface Fork extends LegBase {
  /** Null for a leg that came from another call. */
  readonly target: LegTarget | null;
  state: ForkState;
  /** What it agreed on, once it did. */
  codec: Codec | null;
  outcome: ForkOutcome | null;
  /** What somebody outside refused with: their own words count more than ours. */
  said?: { readonly status: number; readonly phrase: string };
  /** Its user was in another call when it began to ring: what cannot be reached is busy. */
  isUserTaken?: true;
  /** It is no device of its user, but a number that rings along. */
  readonly mobile?: MobileLeg;
  /** Said in CANCEL, and again in the BYE if the 200 was faster. */
  cancelReason: SipReason | null;
}

/** All we speak, best first. */
export const allCodecs: readonly Codec[] = ['opus', 'G722', 'PCMU', 'PCMA'];

export const completedElsewhere: SipReason = { cause: 200, text: 'Call completed elsewhere' };
export const declined: SipReason = { cause: 603, text: 'Declined' };
