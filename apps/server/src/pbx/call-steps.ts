import type { Call } from './calls/call.ts';
import type { CallFact, CallOrder } from './calls/call-facts.ts';

/** When an INVITE came, and when it was known who sent it; in ms since 1970. */
export interface InviteTimes {
  readonly receivedAt: number;
  readonly provedAt: number;
}

/** Hears what calls come through, such as to trace them. Nothing depends on it, and none of it ever throws. */
export interface CallSteps {
  /** SIP knows who an INVITE is from, which begins a call. */
  proved(sipCallId: string, times: InviteTimes): void;
  /** The exchange looks for where an INVITE goes. */
  routing(invited: {
    readonly legId: string;
    readonly sipCallId: string;
    readonly from: { readonly kind: string };
  }): void;
  /** It goes to this call, or is refused. */
  routed(legId: string, outcome: { readonly call: Call } | { readonly status: number; readonly code: string }): void;
  /** A call took a fact, and does this about it. `call` is how it is from then on. */
  stepped(call: Call, fact: CallFact, orders: readonly CallOrder[]): void;
}

/** Now, in ms since 1970 and parts of one. */
export const preciseNow = (): number => performance.timeOrigin + performance.now();
