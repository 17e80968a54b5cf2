import type { SkillNeed } from '@sidetone/contract/entities/skill.ts';
import type { PhoneFeatureChange } from '@sidetone/contract/rules/phones/phone-features.ts';
import type { CompanyCalls } from '../../company-calls.ts';
import type {
  Agents,
  BlockedCallers,
  Directory,
  DirectoryChannel,
  DirectoryPhone,
  DirectoryUser,
  EventOpened,
  OutboundPolicy,
  OutsideLines,
} from '../../ports.ts';
import type { Queue } from '../../routing/queue-order.ts';
import type { QueuePlace, TrunkPlan } from '../../routing/route-plan.ts';
import type { KnownEndpoint, LegFact, OutsideCaller, RegisteredContact, TrunkCaller } from '../legs.ts';
import type { CallLoad } from './call-load.ts';

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
  /** Callers who are refused; without it nobody is. */
  readonly blocked?: BlockedCallers | undefined;
  /** Whether another call than this one has the user or rings them. */
  readonly isBusy?: (userId: string, callId: string) => boolean;
  /** Whether a phone of the user hears a page. Without it none does. */
  readonly isPaged?: (userId: string) => boolean;
  /** The queue of a channel as the caller of this rank finds it. Without it nobody waits. */
  readonly queueOf?: (channelId: string, caller: { readonly callId: string; readonly rank: number }) => Queue;
  /** The rank of the place that the queue of a channel keeps for this number; undefined: it keeps none. */
  readonly keptRank?: (channelId: string, number: string | null) => number | undefined;
  /** Keeps the place of a caller in a queue who wants to be called back; false where they cannot be. Without it nobody is. */
  readonly keepPlace?: (caller: PlaceToKeep) => Promise<boolean>;
  /** What calls take up; without it nobody counts. */
  readonly load?: CallLoad | undefined;
  /** How many calls companies may have; without it as many as they like. */
  readonly companyCalls?: CompanyCalls | undefined;
  /** More calls were being begun than may be when this one came. */
  readonly isCrowded?: boolean;
  /** What the call is for, where it is not somebody who dials. */
  readonly purpose?: 'transfer' | 'forward' | undefined;
}

/** A caller in a queue who wants to be called back. */
export interface PlaceToKeep {
  /** Of the channel where they wait. */
  readonly event: EventOpened;
  readonly place: QueuePlace;
  /** The skills that they need; left out: none. */
  readonly skills?: readonly SkillNeed[] | undefined;
  readonly keptMinutes: number;
}

/** The call cannot be placed. Nobody was called, so nothing appears in an inbox; the attempt is noted with `code`. */
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
  | 'CALLER_BLOCKED'
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
  | 'COMPANY_SUSPENDED'
  | 'INTERCOM_OFF'
  | 'PAGE_NOT_ALLOWED'
  | 'COMPANY_CALLS_FULL'
  | 'UNAVAILABLE';

type Result<Out> = Out | InviteRefused | Promise<Out | InviteRefused>;
export type Step<In, Out> = (given: In, desk: InviteDesk) => Result<Out>;

/** A step as a list of steps has it. */
// biome-ignore lint/suspicious/noExplicitAny: what it takes and finds is checked by `Fitting`.
type AnyStep = Step<any, unknown>;
type Takes<One extends AnyStep> = Parameters<One>[0];
type Finds<One extends AnyStep> = Exclude<Awaited<ReturnType<One>>, InviteRefused>;
type Last<List extends readonly AnyStep[]> = List extends readonly [...AnyStep[], infer One extends AnyStep]
  ? One
  : never;

/** The list itself, where each step takes what the one before it finds; else the place where it does not. */
type Fitting<List extends readonly AnyStep[]> = List extends readonly [
  infer One extends AnyStep,
  infer Next extends AnyStep,
  ...infer Rest extends AnyStep[],
]
  ? Finds<One> extends Takes<Next>
    ? readonly [One, ...Fitting<readonly [Next, ...Rest]>]
    : readonly [One, { readonly doesNotTake: Finds<One> }]
  : List;

/** Runs named steps one after the other, each on what the one before found, until one of them refuses. */
export function steps<const List extends readonly [AnyStep, ...AnyStep[]]>(
  ...list: List & Fitting<List>
): (given: Takes<List[0]>, desk: InviteDesk) => Promise<Finds<Last<List>> | InviteRefused> {
  return async (given, desk) => {
    let found: unknown = given;
    for (const step of list as readonly AnyStep[]) {
      found = await step(found, desk);
      if (found instanceof InviteRefused) return found;
    }
    return found as Finds<Last<List>>;
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
    /** The messages of this user are heard, by somebody else once they entered the PIN. */
    | { readonly kind: 'messages'; readonly userId: string }
    /** The caller pauses in this queue or, with null, in all of theirs, or ends it. */
    | { readonly kind: 'pause'; readonly userId: string; readonly channelId: string | null }
    /** The caller switches this channel or, with null, their only shared one by hand. */
    | { readonly kind: 'night'; readonly userId: string; readonly channelId: string | null }
    /** The caller listens to a call of a queue: the one that they chose before or, with an extension, that of the member there. */
    | { readonly kind: 'supervise'; readonly userId: string; readonly extension: string | null }
    /** The caller speaks to the phones of this paging group. */
    | { readonly kind: 'page'; readonly userId: string; readonly number: string; readonly name: string }
    /** The caller switches something of their own line, or with null hears what is switched. */
    | { readonly kind: 'switch'; readonly userId: string; readonly change: PhoneFeatureChange | null }
    /** The caller hears who called them last. */
    | { readonly kind: 'lastCaller'; readonly userId: string }
    /** The caller says an announcement of the company. */
    | { readonly kind: 'sayAnnouncement'; readonly recordingId: string }
    /** The caller says the voicemail greeting of this channel. */
    | { readonly kind: 'greeting'; readonly channelId: string }
    | {
        readonly kind: 'channel';
        readonly channel: DirectoryChannel;
        readonly number: string;
        /** `voicemail`: a message is to be left there, and nobody rings. `intercom`: devices of its owner answer by themselves. */
        readonly reaches?: 'voicemail' | 'proof' | 'intercom';
        /** What somebody of another account sees; left out: the number of the caller's channel. */
        readonly shows?: { readonly identity: string | null; readonly isHidden: boolean };
      }
    /** Somebody outside, by a phone of the caller's. */
    | { readonly kind: 'outside'; readonly phone: DirectoryPhone; readonly number: string }
    /** Somebody outside, by the account's trunks. `isHidden`: they must not learn who calls. */
    | { readonly kind: 'trunk'; readonly number: string; readonly isHidden: boolean; readonly plan: TrunkPlan };
}
