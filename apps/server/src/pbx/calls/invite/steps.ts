import type {
  Agents,
  Directory,
  DirectoryChannel,
  DirectoryPhone,
  DirectoryUser,
  OutboundPolicy,
  OutsideLines,
} from '../../ports.ts';
import type { TrunkPlan } from '../../routing/route-plan.ts';
import type { KnownEndpoint, LegFact, OutsideCaller, RegisteredContact, TrunkCaller } from '../legs.ts';
import type { CallLoad } from './limit-calls.ts';

/** An INVITE of one of our own devices. */
export type Invited = InviteFact & { readonly from: KnownEndpoint };
/** An INVITE that a phone's registrar sent. */
export type InvitedFromOutside = InviteFact & { readonly from: OutsideCaller };
/** An INVITE that a trunk sent. */
export type InvitedByTrunk = InviteFact & { readonly from: TrunkCaller };
type InviteFact = Extract<LegFact, { type: 'invited' }>;

export const isFromOutside = (invited: InviteFact): invited is InvitedFromOutside => invited.from.kind === 'outside';

export const isByTrunk = (invited: InviteFact): invited is InvitedByTrunk => invited.from.kind === 'trunk';

/** What the steps may ask of the world. */
export interface InviteDesk {
  readonly directory: Directory;
  contactsOf(userIds: readonly string[]): Promise<readonly RegisteredContact[]>;
  /** A new UUID. */
  newId(): string;
  /** Asked before a number outside is called; without it everything may be. */
  readonly policy?: OutboundPolicy | undefined;
  readonly now?: () => Date;
  /** Ways to the outside; without it there are none. */
  readonly lines?: OutsideLines | undefined;
  /** Agents of queues are claimed before they ring; without it everybody is free. */
  readonly agents?: Agents | undefined;
  /** Whether another call than this one has the user or rings them. */
  readonly isBusy?: (userId: string, callId: string) => boolean;
  /** What calls take up; without it nobody counts. */
  readonly load?: CallLoad | undefined;
  /** What the call is for, where it is not somebody who dials. */
  readonly purpose?: 'transfer' | 'forward' | undefined;
}

/** The call cannot be placed. Nobody was called, so nothing stands in an inbox; the attempt is noted with `code`. */
export class InviteRefused {
  readonly status: number;
  readonly phrase: string;
  readonly code: InviteRefusalCode;
  /** When another try makes sense; undefined where nobody knows. */
  readonly retryAfterSeconds: number | undefined;
  constructor(status: number, phrase: string, code: InviteRefusalCode, retryAfterSeconds?: number) {
    this.status = status;
    this.phrase = phrase;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export type InviteRefusalCode =
  | 'CALLER_UNKNOWN'
  | 'NUMBER_NOT_FOUND'
  | 'OWN_NUMBER'
  | 'NO_TRUNK'
  | 'NO_EMERGENCY_TRUNK'
  | 'NO_COMMON_CODEC'
  | 'SENDER_NOT_ALLOWED'
  | 'PHONE_UNAVAILABLE'
  | 'DESTINATION_BARRED'
  | 'LIMIT_REACHED'
  | 'TOO_MANY_CALLS'
  | 'UNAVAILABLE';

type Result<Out> = Out | InviteRefused | Promise<Out | InviteRefused>;
export type Step<In, Out> = (given: In, desk: InviteDesk) => Result<Out>;

/** Runs named steps one after the other, each on what the one before found, until one of them refuses. */
export function steps<A, B, C, D, E, F, G, H, I>(
  first: Step<A, B>,
  second: Step<B, C>,
  third: Step<C, D>,
  fourth: Step<D, E>,
  fifth: Step<E, F>,
  sixth: Step<F, G>,
  seventh: Step<G, H>,
  eighth: Step<H, I>,
): (given: A, desk: InviteDesk) => Promise<I | InviteRefused> {
  return async (given, desk) => {
    const b = await first(given, desk);
    if (b instanceof InviteRefused) return b;
    const c = await second(b, desk);
    if (c instanceof InviteRefused) return c;
    const d = await third(c, desk);
    if (d instanceof InviteRefused) return d;
    const e = await fourth(d, desk);
    if (e instanceof InviteRefused) return e;
    const f = await fifth(e, desk);
    if (f instanceof InviteRefused) return f;
    const g = await sixth(f, desk);
    if (g instanceof InviteRefused) return g;
    const h = await seventh(g, desk);
    if (h instanceof InviteRefused) return h;
    return await eighth(h, desk);
  };
}

export interface Sender extends Pick<DirectoryChannel, 'channelId' | 'extension' | 'number'> {
  /** What is to be shown in place of the channel's number: another one, `anonymous` or `suppressed`. */
  readonly wanted: string | null;
}

/** Who calls, for which channel, in which session. */
export interface Identified {
  readonly invited: Invited;
  readonly sessionId: string;
  readonly caller: DirectoryUser;
  /** The caller's channel: its event goes there, and its number is the one that is shown. */
  readonly sender: Sender;
}

/** What was called: a channel of this exchange or a service of its own. */
export interface Found extends Identified {
  readonly called:
    | { readonly kind: 'echo' }
    /** The caller says the voicemail greeting of this channel. */
    | { readonly kind: 'greeting'; readonly channelId: string }
    | {
        readonly kind: 'channel';
        readonly channel: DirectoryChannel;
        readonly number: string;
        /** What somebody of another account sees; left out: the number of the caller's channel. */
        readonly shows?: { readonly identity: string | null; readonly isHidden: boolean };
      }
    /** Somebody outside, by a phone of the caller's. */
    | { readonly kind: 'outside'; readonly phone: DirectoryPhone; readonly number: string }
    /** Somebody outside, by the account's trunks. `isHidden`: they must not learn who calls. */
    | { readonly kind: 'trunk'; readonly number: string; readonly isHidden: boolean; readonly plan: TrunkPlan };
}
