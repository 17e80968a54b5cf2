import type { Codec, Direction, EndReason, EventName, EventOpened, MediaErrorCode, Sound } from '../ports.ts';
import type { ChannelPlan, MenuChoice } from '../routing/route-plan.ts';
import type {
  Along,
  Caller,
  Fork,
  LegBase,
  MobileLeg,
  Playing,
  Refusal,
  Remote,
  ReturnTo,
  RoomSeat,
  Service,
} from './call.ts';
import type { LegFact, LegOrder, RegisteredContact } from './legs.ts';
import type { Stage } from './stage.ts';

/** All that can happen to a call. Facts of legs come as they are, but for the INVITE that began it. */
export type CallFact =
  | { readonly type: 'begun' }
  | Exclude<LegFact, { type: 'invited' }>
  | { readonly type: 'openedBooked' }
  | { readonly type: 'openedNotBooked' }
  | { readonly type: 'establishedSettled' }
  | { readonly type: 'mediaOpened'; readonly legId: string; readonly sdp: string }
  | { readonly type: 'mediaAgreed'; readonly legId: string; readonly codec: Codec }
  | { readonly type: 'mediaRefused'; readonly legId: string; readonly code: MediaErrorCode }
  | {
      readonly type: 'reofferReady';
      readonly legId: string;
      readonly sdp: string;
      /** None when the offer was ours: the far side's direction comes with the ACK. */
      readonly farDirection?: Direction;
    }
  | { readonly type: 'reofferImpossible'; readonly legId: string }
  | { readonly type: 'mediaConnected'; readonly legId: string }
  | { readonly type: 'mediaFailed'; readonly legId: string }
  | { readonly type: 'mediaLost' }
  | { readonly type: 'dtmf'; readonly legId: string; readonly digit: string }
  | { readonly type: 'timerFired'; readonly timer: CallTimer }
  | { readonly type: 'holdAsked'; readonly legId: string; readonly held: boolean }
  /** The user's command: this leg hangs up. */
  | { readonly type: 'hungUp'; readonly legId: string }
  /** The user's command: this device is busy, the others ring on. */
  | { readonly type: 'busySaid'; readonly legId: string }
  | { readonly type: 'tonesAsked'; readonly legId: string; readonly digits: string }
  /** Another call has this leg now. */
  | { readonly type: 'legTaken'; readonly legId: string }
  /** `by`, a leg that talks, comes in place of this one. */
  | {
      readonly type: 'placeTaken';
      readonly legId: string;
      readonly by: Caller | Fork;
      readonly returnTo: ReturnTo | null;
      /** How the other side sees the newcomer; null for the same person as before. */
      readonly seenAs: Remote | null;
      /** How the newcomer sees the other side; without it as the one did whose place they take. */
      readonly seesNow?: Remote;
    }
  /** A device of somebody registered; the ids are for the leg that may ring it. */
  | {
      readonly type: 'deviceCame';
      readonly contact: RegisteredContact;
      readonly ids: { readonly legId: string; readonly sipCallId: string; readonly mediaId: string };
    }
  /** Somebody left the channel that rings, or the company. */
  | { readonly type: 'userLeft'; readonly userId: string }
  /** Members of the channel that rings who have become free; the legs ring their devices. */
  | {
      readonly type: 'membersJoined';
      readonly userIds: readonly string[];
      readonly forks: readonly Fork[];
      readonly along?: readonly Along[];
    }
  /** It is time for this mobile to ring along; without a leg it cannot, or must not be called. */
  | { readonly type: 'mobileCame'; readonly along: Along; readonly fork: Fork | null }
  /** What came of asking a mobile that answered: a key that takes the call or declines it, or nothing. */
  | { readonly type: 'mobileSaid'; readonly legId: string; readonly said: 'take' | 'decline' | 'nothing' }
  /** Members who ring have had their turn, since others have become free; the call goes on by this plan. */
  | { readonly type: 'turnOver'; readonly plan: ChannelPlan }
  /**
   * Somebody takes the call at a device that it does not ring: `by` has called us for it, and is answered with `sdp`.
   * `moved` where the call goes on in another channel for that, with its event there; else null.
   */
  | {
      readonly type: 'pickedUp';
      readonly by: Fork;
      readonly codec: Codec;
      readonly sdp: string;
      readonly moved: { readonly event: EventOpened; readonly leaves: EventName | null } | null;
      /** Whom the caller sees from now on, where they waited for nobody. */
      readonly isSeenAs?: Remote;
    }
  /** A caller from before a restart is still parked, or in a queue, for this long. */
  | { readonly type: 'parkGoesOn'; readonly leftMs: number }
  /** What comes next, as the order `nextStage` asked for. */
  | { readonly type: 'stageChosen'; readonly stage: Stage }
  /**
   * The exchange has said, or heard, all that it had to. `isFinal`: the caller has what they came for, and nothing follows.
   * `choice`: where a voice menu leads them.
   */
  | { readonly type: 'serviceOver'; readonly isFinal?: boolean; readonly choice?: MenuChoice }
  /** The caller is in a conference room, and this is how they are there from now on. */
  | { readonly type: 'seated'; readonly seat: RoomSeat }
  /** A call of an earlier life is still in its conference room. */
  | { readonly type: 'roomGoesOn' }
  /** Another dialog speaks for this leg from now on. */
  | {
      readonly type: 'legReplaced';
      readonly legId: string;
      readonly by: Pick<LegBase, 'sipCallId' | 'endpointId' | 'mediaKind' | 'srtp' | 'address' | 'mediaId'>;
    }
  /** A transfer decides from now on who hears whom, or no longer does. */
  | { readonly type: 'steered'; readonly value: boolean }
  /** The transfer wants these two to hear each other. */
  | { readonly type: 'joinAsked' }
  | { readonly type: 'waits'; readonly legId: string; readonly hears: Playing }
  | { readonly type: 'stopAsked' };

/**
 * `ring`: nobody answers. `return`: a page that was lost while it rang has not come back. `tone`: the echo test's
 * confirmation is over. `linger`: cancelled legs never confirmed.
 */
export type CallTimer = 'ring' | 'return' | 'tone' | 'linger';

/** What the core wants done; `control/` does it. */
export type CallOrder =
  | { readonly do: 'leg'; readonly order: LegOrder }
  | {
      readonly do: 'openMedia';
      readonly legId: string;
      readonly codecs: readonly Codec[];
      readonly offer: string | null;
    }
  | { readonly do: 'acceptAnswer'; readonly legId: string; readonly sdp: string }
  | { readonly do: 'answerReoffer'; readonly legId: string; readonly sdp: string }
  | { readonly do: 'reoffer'; readonly legId: string }
  | { readonly do: 'bridge'; readonly legIds: readonly [string, string] }
  | { readonly do: 'hold'; readonly legId: string; readonly held: boolean }
  | { readonly do: 'echo'; readonly legId: string }
  | { readonly do: 'play'; readonly legId: string; readonly sound: Sound | null }
  | { readonly do: 'sendDtmf'; readonly legId: string; readonly digit: string }
  /** By its endpoint as well: the leg may have left the call. */
  | { readonly do: 'closeMedia'; readonly legId: string; readonly mediaId: string }
  | { readonly do: 'startTimer'; readonly timer: CallTimer; readonly ms: number }
  | { readonly do: 'stopTimer'; readonly timer: CallTimer }
  | { readonly do: 'bookOpened' }
  | { readonly do: 'bookEstablished'; readonly legId: string; readonly userId: string | null }
  /** What a stage adds to the call: devices that are rung, and the event of another channel instead of the one it leaves. */
  | {
      readonly do: 'bookStage';
      readonly legIds: readonly string[];
      readonly events: readonly EventOpened[];
      readonly leaves: EventName | null;
      /** The event of a line that a device sent to a number outside. */
      readonly forwardedTo?: { readonly event: EventName; readonly number: string };
    }
  /** What the caller of this event pressed in voice menus. */
  | { readonly do: 'bookMenu'; readonly event: EventName; readonly path: string }
  /** Nobody took the call so far; the fact `stageChosen` follows. `refusal`: what ends it where nothing does. */
  | { readonly do: 'nextStage'; readonly refusal: Refusal }
  /** To the caller, who hears us. The fact `serviceOver` follows. */
  | { readonly do: 'serve'; readonly legId: string; readonly service: Service }
  | { readonly do: 'serviceKey'; readonly legId: string; readonly digit: string }
  /** A mobile that answered is asked for a key. The fact `mobileSaid` follows. */
  | { readonly do: 'askMobile'; readonly legId: string; readonly mediaId: string; readonly mobile: MobileLeg }
  | { readonly do: 'bookLegEnded'; readonly legId: string; readonly reason: EndReason }
  /** Nobody took the call: `caller`, who left this call, rings who handed it over. */
  | { readonly do: 'ringBack'; readonly caller: Caller; readonly to: ReturnTo }
  | { readonly do: 'bookEnded'; readonly reason: EndReason }
  | { readonly do: 'announceRinging' }
  | { readonly do: 'announceEstablished' };
