/**
 * Between the call core and SIP. A leg is one dialog (RFC 3261 §12) with one device; the core gives orders and hears
 * facts, and neither side sees the other's objects.
 */

/** An account's device that may send and take calls: a browser's app extension or a desk phone. */
export interface KnownEndpoint {
  readonly endpointId: string;
  readonly accountId: string;
  readonly userId: string;
  readonly kind: 'app' | 'phone';
}

/** Where a registered device can be reached. `flowId` is set when requests must go down an open connection. */
export interface RegisteredContact {
  readonly contactId: string;
  readonly endpointId: string;
  readonly userId: string;
  /** `webrtc` for browsers (WebSocket), `rtp` for phones. */
  readonly media: 'webrtc' | 'rtp';
  /** The network address the registration came from. */
  readonly address: string;
  /** False once two keep-alives in a row stayed unanswered (RFC 5626 §4.4.1). */
  readonly alive: boolean;
}

export type LegFact =
  | {
      readonly type: 'invited';
      readonly legId: string;
      /** The leg's Call-ID. */
      readonly callId: string;
      /** X-Client-Correlation-Id; a browser always sends one, a desk phone never. */
      readonly sessionId?: string;
      readonly from: KnownEndpoint;
      /** User part of the request URI: what was dialled. */
      readonly called: string;
      /** Display name of the To header; may be `number_channelId`, split at the last underscore. */
      readonly calledName?: string;
      readonly media: 'webrtc' | 'rtp';
      readonly address: string;
      readonly offer?: string;
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
      readonly callId: string;
      readonly sessionId: string;
      readonly contact: RegisteredContact;
      readonly offer: string;
      /** From: user part and display name shown to the callee. `anonymous` hides both. */
      readonly from: { readonly user: string; readonly name?: string } | 'anonymous';
      /** To: what was called, and its display name (`number_channelId` for app extensions). */
      readonly to: { readonly user: string; readonly name?: string };
    }
  | {
      readonly do: 'provisional';
      readonly legId: string;
      readonly status: number;
      readonly phrase?: string;
      readonly sdp?: string;
    }
  | { readonly do: 'answer'; readonly legId: string; readonly sdp: string }
  | {
      readonly do: 'refuse';
      readonly legId: string;
      readonly status: number;
      readonly phrase?: string;
      readonly reason?: SipReason;
    }
  | { readonly do: 'cancel'; readonly legId: string; readonly reason?: SipReason }
  | { readonly do: 'bye'; readonly legId: string; readonly reason?: SipReason }
  | { readonly do: 'reinvite'; readonly legId: string; readonly sdp: string }
  | { readonly do: 'answerReoffer'; readonly legId: string; readonly sdp: string }
  | { readonly do: 'refuseReoffer'; readonly legId: string; readonly status: number };

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
}
