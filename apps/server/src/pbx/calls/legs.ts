import type { EmergencyAddress } from '@sidetone/contract/entities/number-plan.ts';
import type { TrunkNumberForm } from '@sidetone/contract/entities/trunk.ts';
import type { Diverted } from '../diverted.ts';
import type { SrtpPolicy } from '../media/media.ts';

/**
 * Between the call core and SIP. A leg is one dialog (RFC 3261 §12) with one device; the core gives orders and hears
 * facts, and neither side sees the other's objects.
 */

/** An account's device that may send and take calls: a browser's app extension or a desk phone. */
export interface KnownEndpoint {
  readonly endpointId: string;
  readonly accountId: string;
  readonly userId: string;
  /** `client`: an app of the classic generation, whose legs are steered by commands. */
  readonly kind: 'app' | 'phone' | 'client';
}

/** Somebody outside, whose INVITE a phone's registrar sent to the contact that we registered there (classic). */
export interface OutsideCaller {
  readonly kind: 'outside';
  /** The phone that was called, and whose it is. */
  readonly phoneId: string;
  readonly accountId: string;
  readonly userId: string;
  /** Who calls, as the registrar's From or P-Asserted-Identity says; null where it is withheld. */
  readonly number: string | null;
  readonly name: string | null;
}

/** Somebody outside, whose INVITE a trunk sent. */
export interface TrunkCaller {
  readonly kind: 'trunk';
  /**
   * The trunk, or several of different accounts that are the same to the sender: then the number tells whose call
   * it is. `called` is the number as it was written there.
   */
  readonly trunks: readonly {
    readonly trunkId: string;
    readonly accountId: string;
    readonly called: string;
    readonly numberForm: TrunkNumberForm;
  }[];
  /** Who calls, as From or P-Asserted-Identity says; null where it is withheld. */
  readonly number: string | null;
  readonly name: string | null;
  /** Whether its audio is encrypted; left out where its signalling is not. */
  readonly srtp?: SrtpPolicy;
  /** How far the call may still go (RFC 3261 §8.1.1.6), so that no circle of forwardings is endless. */
  readonly maxForwards: number;
  /** Who sent the call elsewhere before it came here, as the trunk writes numbers. Left out: nobody. */
  readonly diverted?: readonly string[];
  /** Those of them whom nobody is to be shown. Left out: none. */
  readonly hiddenDiverters?: readonly string[];
  /** The node of the cell whose carrier sent it, for a company at home there, and the session of the call there. Left out: a trunk did. */
  readonly byNode?: { readonly node: string; readonly sessionId?: string };
}

/**
 * Where an INVITE of ours goes: to a registered device, by a phone's SIP account to its registrar (classic), by a trunk to
 * the outside, or to the clients of a classic user, who are told by realtime events and command by HTTP.
 */
export type LegTarget =
  | { readonly kind: 'device'; readonly contact: RegisteredContact }
  | { readonly kind: 'phone'; readonly phoneId: string; readonly number: string }
  | {
      readonly kind: 'trunk';
      readonly trunkId: string;
      /** E.164, or an emergency number as it is dialled. */
      readonly number: string;
      /** Who calls, in E.164: told to the trunk even where From is anonymous. */
      readonly identity: string | null;
      readonly isEmergency: boolean;
      /** Where help has to go; sent where the trunk asks for it. */
      readonly location?: EmergencyAddress | null;
      readonly maxForwards: number;
      readonly diverted?: Diverted;
    };

/** Where a registered device can be reached. `flowId` is set when requests must go down an open connection. */
export interface RegisteredContact {
  readonly contactId: string;
  readonly endpointId: string;
  readonly userId: string;
  /** `webrtc` for browsers (WebSocket), `rtp` for phones. */
  readonly media: 'webrtc' | 'rtp';
  /** Whether its audio is encrypted; left out where its signalling is not, as keys travel by it. */
  readonly srtp?: SrtpPolicy;
  /** The network address the registration came from. */
  readonly address: string;
  /** False once two keep-alives in a row stayed unanswered (RFC 5626 §4.4.1). */
  readonly alive: boolean;
  /** All clients of the user ring as one; a client that comes later joins that ring by itself. */
  readonly sharesRing?: true;
}

export type LegFact =
  | {
      readonly type: 'invited';
      readonly legId: string;
      /** The leg's Call-ID. */
      readonly sipCallId: string;
      /** X-Client-Correlation-Id; a browser always sends one, a desk phone never. */
      readonly sessionId?: string;
      readonly from: KnownEndpoint | OutsideCaller | TrunkCaller;
      /** User part of the request URI: what was dialled. */
      readonly called: string;
      /** Display name of the To header; may be `number_channelId`, split at the last underscore. */
      readonly calledName?: string;
      readonly media: 'webrtc' | 'rtp';
      /** Likewise. */
      readonly srtp?: SrtpPolicy;
      readonly address: string;
      readonly offer?: string;
      /**
       * RFC 3891: the INVITE takes the place of this leg, which is alive and belongs to the same user. A Replaces header
       * that names no such leg was answered 481 before.
       */
      readonly replacesLegId?: string;
      /** The INVITE takes the place of those whom this call rings, as a lamp of the phone named it. */
      readonly picksUpCallId?: string;
      /** By a command: a message is to be left there, and nobody rings. */
      readonly reaches?: 'voicemail';
      /** Classic: the phone to call with. */
      readonly phoneId?: string;
      /** Classic: the own number to show; without it the phone's own. */
      readonly ownNumber?: string;
      /** By a command: the number that the call is to show, or `anonymous` or `suppressed`. */
      readonly wantsToShow?: string;
      /** A leg that is steered by commands: its audio is set up before anybody answers (see `earlyAnswered`). */
      readonly controlled?: true;
    }
  /**
   * The far side's answer to an offer of ours that went out in a 183: in the PRACK, or as a classic client's peer. It
   * comes before the leg is answered, and then the order `answer` carries no SDP of its own.
   */
  | { readonly type: 'earlyAnswered'; readonly legId: string; readonly sdp: string }
  /**
   * REFER inside the dialog (RFC 3515). `number` is whom to call; with `replacesLegId` the leg of another call of the
   * same user that is to be joined with this one (RFC 5589 §7). Answer with `acceptRefer` or `refuseRefer`.
   */
  | {
      readonly type: 'referred';
      readonly legId: string;
      readonly referId: string;
      readonly number: string;
      readonly replacesLegId?: string;
    }
  | { readonly type: 'provisional'; readonly legId: string; readonly status: number; readonly sdp?: string }
  | { readonly type: 'answered'; readonly legId: string; readonly sdp?: string }
  | { readonly type: 'acknowledged'; readonly legId: string; readonly sdp?: string }
  | {
      readonly type: 'refused';
      readonly legId: string;
      readonly status: number;
      readonly phrase: string;
      /** `cause` and `text` of the Reason header (RFC 3326), where there is one. */
      readonly reason?: { readonly cause: number; readonly text?: string };
      /** Whom a 3xx names instead: user parts and telephone numbers, the most wanted first; left out where it names nobody. */
      readonly contacts?: readonly string[];
    }
  /** No answer of any kind within 1.5 s, or the flow is gone. */
  | { readonly type: 'unreachable'; readonly legId: string }
  /** The caller gave up before the answer (CANCEL). */
  | { readonly type: 'cancelled'; readonly legId: string }
  | { readonly type: 'reoffered'; readonly legId: string; readonly sdp?: string }
  | { readonly type: 'reofferRefused'; readonly legId: string; readonly status: number }
  | { readonly type: 'reofferAnswered'; readonly legId: string; readonly sdp: string }
  | { readonly type: 'info'; readonly legId: string; readonly digit: string; readonly durationMs: number }
  /** BYE from the far side, or its session timer or flow ended for good. */
  | {
      readonly type: 'ended';
      readonly legId: string;
      readonly reason?: { readonly cause: number; readonly text?: string };
    };

export interface SipReason {
  readonly cause: number;
  readonly text: string;
}

export type LegOrder =
  | {
      readonly do: 'invite';
      readonly legId: string;
      readonly sipCallId: string;
      readonly sessionId: string;
      readonly target: LegTarget;
      readonly offer: string;
      /** From: user part and display name shown to the callee. `anonymous` hides both. */
      readonly from: { readonly user: string; readonly name?: string } | 'anonymous';
      /** To: what was called, and its display name (`number_channelId` for app extensions). */
      readonly to: { readonly user: string; readonly name?: string };
      /** It rings members of a shared channel: desk phones can ring in another way for that. */
      readonly isOfQueue?: true;
      /** See `Shown`. */
      readonly via?: string;
      /** Who sent the call elsewhere before it came here, as a device may show them. */
      readonly diverted?: readonly string[];
      /** The device is asked to answer by itself. */
      readonly answersItself?: true;
    }
  | {
      readonly do: 'provisional';
      readonly legId: string;
      readonly status: number;
      readonly phrase?: string;
      readonly sdp?: string;
    }
  | { readonly do: 'answer'; readonly legId: string; readonly sdp: string }
  /** The ACK of the device's answer. It goes out once a restart would find the dialog. */
  | { readonly do: 'acknowledge'; readonly legId: string }
  | {
      readonly do: 'refuse';
      readonly legId: string;
      readonly status: number;
      readonly phrase?: string;
      readonly reason?: SipReason;
      /** RFC 3261 §20.33. */
      readonly retryAfterSeconds?: number;
    }
  | { readonly do: 'cancel'; readonly legId: string; readonly reason?: SipReason }
  | { readonly do: 'bye'; readonly legId: string; readonly reason?: SipReason }
  | { readonly do: 'reinvite'; readonly legId: string; readonly sdp: string }
  | { readonly do: 'answerReoffer'; readonly legId: string; readonly sdp: string }
  | { readonly do: 'refuseReoffer'; readonly legId: string; readonly status: number }
  /** 202, and a first NOTIFY `100 Trying`. */
  | { readonly do: 'acceptRefer'; readonly legId: string; readonly referId: string }
  | { readonly do: 'refuseRefer'; readonly legId: string; readonly referId: string; readonly status: number }
  /** NOTIFY with sipfrag; `status` of 200 and more ends the subscription. */
  | {
      readonly do: 'notifyRefer';
      readonly legId: string;
      readonly referId: string;
      readonly status: number;
      readonly phrase: string;
    }
  /** Who the far side of this leg is from now on: told to controlled legs, and by P-Asserted-Identity in an UPDATE. */
  | {
      readonly do: 'identify';
      readonly legId: string;
      readonly remote: { readonly user: string; readonly name?: string } | 'anonymous';
    };

/**
 * SIP as the call core uses it. `order` never throws: what cannot be done comes back as a fact of that leg.
 *
 * Before its answer, a leg that was invited by us ends with exactly one fact: `refused` (487 after `cancel`) or
 * `unreachable`; a 200 that crosses the `cancel` gets its ACK and BYE here and counts as refused. One's own `bye` and
 * `refuse` are followed by no fact. `acknowledged` comes for the answer and for each `answerReoffer` to a re-INVITE,
 * but not to an UPDATE, which has no ACK. A leg that lost its connection waits 30 s for the page to register again.
 */
export interface Legs {
  order(order: LegOrder): void;
  onFact(listener: (fact: LegFact) => void): () => void;
  /** Devices of these users that can be rung now, suspects left out. */
  contactsOf(userIds: readonly string[]): Promise<readonly RegisteredContact[]>;
  /** Tells of devices that register from now on, so that a call that already rings can ring them as well. */
  onContact(listener: (contact: RegisteredContact) => void): () => void;
  /**
   * After a restart of signalling: takes these legs over as they were stored, ends what else is stored, and gives the
   * ids of those that live. Facts of adopted legs come as of any other.
   */
  adopt(legIds: readonly string[]): Promise<readonly string[]>;
}

/** One way to have legs, such as SIP or the clients of classic users, and the targets whose INVITEs go there. */
export interface LegWay {
  readonly takes: (target: LegTarget) => boolean;
  readonly legs: Legs;
}
