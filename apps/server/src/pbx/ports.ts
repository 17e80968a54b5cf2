import type { ChannelRouting } from '@sidetone/contract/entities/channel-routing.ts';
import type { HandSwitch } from '@sidetone/contract/entities/hand-switch.ts';
import type { ForwardTimes, LineForwarding } from '@sidetone/contract/entities/line-forwarding.ts';
import type { SkillNeed } from '@sidetone/contract/entities/skill.ts';
import type { MenuSettings } from '@sidetone/contract/entities/voice-menu.ts';
import type { NumberPlace } from '@sidetone/contract/rules/numbers/dialable.ts';
import type { SpelledName } from '@sidetone/contract/rules/numbers/keypad-name.ts';
import type { SkillLevels } from '@sidetone/contract/rules/queues/skills.ts';
import type { EndReason } from './call-book-port.ts';
import type { KnownEndpoint } from './calls/legs.ts';
import type { SrtpPolicy } from './media/media.ts';
import type { DirectoryPagingGroup } from './paging-groups.ts';
import type { ParkRules } from './parked-calls.ts';
import type { AskedAnnouncements } from './spoken-announcements.ts';

export type {
  CallBook,
  EndReason,
  EventName,
  EventOpened,
  FailedDial,
  HandOver,
  LegRecord,
  OpenedCall,
  SeenSince,
  StagedCall,
  StoredCall,
} from './call-book-port.ts';
export type { Codec, Direction, MediaErrorCode, Sound, SrtpPolicy } from './media/media.ts';
export type { OutsideLine, OutsideLines } from './outside-lines.ts';
export type { VoicemailOpened, Voicemails, WaitingMessages } from './voicemails.ts';

/** What the exchange needs from outside; `main.ts` joins these to the features. */

/** A number belongs to a channel; a channel tells who rings. */
/** How a channel treats its calls, and whether it is kept open or closed by hand. */
export type HeldRouting = ChannelRouting & { readonly held?: HandSwitch | null };

export interface DirectoryChannel {
  readonly channelId: string;
  readonly accountId: string;
  readonly type: 'private' | 'acd' | 'room';
  readonly name: string | null;
  readonly ringSeconds: number;
  /** Members that are not deactivated; the ring plan leaves out who is not dialed in or wants no calls. */
  readonly members: readonly ChannelMember[];
  /** The owner of a private channel. */
  readonly ownerUserId: string | null;
  /** The extension people of the account dial, and the first public number. */
  readonly extension: string | null;
  readonly number: string | null;
  /** How it treats its calls; without it all members ring together for `ringSeconds`. */
  readonly routing?: HeldRouting;
  /** IANA name of the account's time zone, which rules the hours. */
  readonly timeZone?: string;
  /** The voice menu of the number that was called, in place of the one that the routing names. */
  readonly firstMenuId?: string;
  /** The skills that callers of that number need; left out: none. */
  readonly firstSkills?: readonly SkillNeed[];
  /** Of a private channel: where the owner sends its calls; left out: nowhere. */
  readonly forwarding?: LineForwarding & {
    /** The private channels of the users that its rules name, by user ids; who has none any longer is missing. */
    readonly lines: Readonly<Record<string, string>>;
  };
}

export interface ChannelMember {
  readonly userId: string;
  readonly displayName: string;
  readonly dialedIn: boolean;
  readonly isDnd: boolean;
  /** The devices that the channel rings; null or missing for all. */
  readonly endpointIds?: readonly string[] | null;
  /** A call of some queue rings or has them. */
  readonly isClaimed?: boolean;
  /** No queue rings them before. */
  readonly followUpUntil?: Date | null;
  /** Calls of colleagues who call in ring as others do; left out: devices answer them by themselves. */
  readonly refusesIntercom?: boolean;
  /** When their last call of a queue ended; null before the first. */
  readonly lastCallAt?: Date | null;
  /** Levels by the ids of skills; left out: none. */
  readonly skills?: SkillLevels;
  /** Numbers outside that ring along with their devices, in E.164; left out: none does for this channel. */
  readonly mobiles?: readonly {
    readonly number: string;
    readonly afterSeconds: number;
    /** Null: at any time. */
    readonly times: ForwardTimes | null;
  }[];
}

/** With how their account reads what they dial. */
export interface DirectoryUser extends NumberPlace {
  readonly userId: string;
  readonly accountId: string;
  readonly displayName: string;
  readonly isDnd: boolean;
  readonly privateChannelId: string;
  readonly extension: string | null;
  readonly number: string | null;
}

/** A phone of the classic generation while it is registered. */
export interface DirectoryPhone {
  readonly phoneId: string;
  readonly userId: string;
  /** The number that its calls show; null for what its registrar knows of it. */
  readonly number: string | null;
  /** Address of its registrar or proxy. */
  readonly address: string;
  /** Whether its audio is encrypted; left out where its signalling is not. */
  readonly srtp?: SrtpPolicy;
}

export interface Directory extends AskedAnnouncements {
  /** Null when it is not registered now. */
  phoneById?(phoneId: string): Promise<DirectoryPhone | null>;
  /** The phone that a user's calls leave by when none was chosen: the oldest that is registered. */
  phoneOf?(userId: string): Promise<DirectoryPhone | null>;
  userById(userId: string): Promise<DirectoryUser | null>;
  /** The channel of this account that an extension (1 to 5 digits) names. */
  channelByExtension(accountId: string, extension: string): Promise<DirectoryChannel | null>;
  /** Whether an account is at home at another node; left out: none is. */
  isElsewhere?(accountId: string): boolean;
  /** The channel that a public number in E.164 names, in whatever account. */
  channelByNumber(e164: string): Promise<DirectoryChannel | null>;
  channelById(channelId: string): Promise<DirectoryChannel | null>;
  isMember(channelId: string, userId: string): Promise<boolean>;
  /** Which of these users are in a shared channel together with the user; left out: nobody. */
  colleaguesInChannels?(userId: string, userIds: readonly string[]): Promise<readonly string[]>;
  /** A user pauses in a queue, or with null in all of theirs, or ends it; null where they are logged in to none. */
  switchPause?(
    user: { readonly userId: string; readonly accountId: string },
    channelId: string | null,
  ): Promise<'paused' | 'resumed' | null>;
  /** The only shared channel that a user is a member of; null where there are several or none. */
  onlyQueueOf?(userId: string): Promise<string | null>;
  /** A user keeps a channel open or closed until it is switched back; null: its opening hours count again. */
  holdChannel?(
    user: { readonly userId: string; readonly accountId: string },
    channelId: string,
    state: 'open' | 'closed' | null,
  ): Promise<void>;
  callSettings(accountId: string): Promise<CallSettings>;
  /** How long a call of a queue keeps a member, by the last calls; null: there were too few. */
  callSeconds?(channelId: string): Promise<number | null>;
  /** The WAV file of an announcement of the account; null where it is gone. */
  announcementFile?(accountId: string, announcementId: string): Promise<string | null>;
  /** A voice menu of the account; null where it is gone. */
  voiceMenu?(accountId: string, menuId: string): Promise<DirectoryMenu | null>;
  /** The conference room whose channel this is; null where it is gone. */
  conferenceRoom?(accountId: string, channelId: string): Promise<DirectoryRoom | null>;
  /** The paging group of the account with this number, as it is now; null: there is none. */
  pagingGroup?(accountId: string, number: string): Promise<DirectoryPagingGroup | null>;
  /** What extensions of the account begin with these digits: the channel of exactly this one, and whether there are longer ones. */
  extensionsFrom?(
    accountId: string,
    digits: string,
  ): Promise<{ readonly channelId: string | null; readonly hasLonger: boolean }>;
  /** The users of the account whom callers may spell: those with a channel of their own who are active. */
  spelledNames?(accountId: string): Promise<readonly SpelledName[]>;
  /** Whether this call assistant of the account could ask a caller something now. */
  hasQuestions?(accountId: string, assistantId: string): Promise<boolean>;
  /** Whether a voice bot is the voice of this call assistant, and could take one more call. */
  botOf?(accountId: string, assistantId: string): Promise<'free' | 'full' | null>;
}

/** A voice menu as it treats callers. */
export interface DirectoryMenu extends MenuSettings {
  readonly menuId: string;
  readonly name: string;
}

/** A conference room as it treats those who come. */
export interface DirectoryRoom {
  readonly channelId: string;
  /** Null: nobody knows it any longer. */
  readonly pin: string | null;
  readonly moderatorPin: string | null;
  readonly ownerUserId: string | null;
  readonly mostPeople: number;
  readonly announces: boolean;
  readonly waitsForModerator: boolean;
}

/** How an account wants its calls. */
export interface CallSettings {
  /** A second incoming call rings while one runs; off: it is refused. */
  readonly callWaiting: boolean;
  /** What the other side hears, or does, before anything of it is recorded. */
  readonly recordingConsent: 'none' | 'announcement' | 'keypress';
  /** WAV file for parties on hold; null for silence. */
  readonly holdMusic: string | null;
  /** Language of announcements. */
  readonly locale: 'de' | 'en';
  /** Where calls are parked; left out: as at first. */
  readonly parking?: ParkRules;
  /** Desk phones may take calls that ring a colleague alone, or a shared channel of others; left out: they may not. */
  readonly picksUpColleagues?: boolean;
  /** Colleagues may call in where the one they call does not refuse it; left out: they may not. */
  readonly intercom?: boolean;
  /** Nobody of it calls or is called, except for help; left out: they do. */
  readonly isSuspended?: boolean;
}

export interface SipCredential extends KnownEndpoint {
  /** MD5 of username:realm:password, hex. */
  readonly ha1: string;
  /** SHA-256 of the same (RFC 8760). */
  readonly ha1Sha256: string;
}

export interface Credentials {
  /** What may prove this user name now: of a phone one, of an app one for each sign-in of its user; none of the unknown. */
  bySipUsername(username: string): Promise<readonly SipCredential[]>;
  /** The same as it was read before, where no change was heard of since; else none. For what ends with the credentials anyway. */
  remembered(username: string): readonly SipCredential[];
  /** The `ha1` of each of them, by the id of the endpoint; one that is gone is missing. */
  ha1sOf(endpointIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
}

/** Agents of queues. A claim is one row for each user, so that no two calls ring the same agent. */
export interface Agents {
  /** Claims those who are free, whom no other live call has claimed; gives who they are. */
  claim(ask: {
    readonly callId: string;
    readonly channelId: string;
    readonly userIds: readonly string[];
  }): Promise<readonly string[]>;
  /** Frees all whom the call has claimed but for these. */
  release(callId: string, keep: readonly string[]): Promise<void>;
  /** An agent's call of a shared channel is over: they are free, but for the follow-up time of the channel. */
  callEnded(call: {
    readonly callId: string;
    readonly userId: string;
    readonly channelId: string;
    readonly at: Date;
  }): Promise<void>;
}

/** A recording as it begins: it belongs to one user's leg and to the inbox event of that user's channel. */
interface RecordingOpened {
  readonly recordingId: string;
  readonly accountId: string;
  readonly userId: string;
  readonly channelId: string;
  readonly docId: string;
  readonly sessionId: string;
  readonly mode: 'manual' | 'automatic';
  readonly at: Date;
}

/** Keeps recordings: each method is durable before its promise fulfils. */
export interface Recordings {
  /** Gives the file that media writes. */
  opened(recording: RecordingOpened, asking: boolean): Promise<{ readonly path: string }>;
  /** The other side heard the announcement or pressed the key. */
  consented(recordingId: string, how: 'announcement' | 'keypress', at: Date): Promise<void>;
  stateChanged(recordingId: string, state: 'recording' | 'paused' | 'stopped'): Promise<void>;
  /** The file is complete; what follows (peaks, MP3, the notice to the user) is the keeper's business. */
  finished(recordingId: string, durationMs: number): Promise<void>;
  failed(recordingId: string, why: string): Promise<void>;
}

/** Keeps what is captured of calls for their documentation: no recording for anybody. */
export interface Captures extends Recordings {
  /** Whether the call of this inbox event is to be captured, now that it is established. */
  isWanted(call: CallOfInbox, isEmergency: boolean): Promise<boolean>;
  /** The other side did not agree. */
  declined(call: CallOfInbox): Promise<void>;
}

interface CallOfInbox {
  readonly channelId: string;
  readonly docId: string;
}

/** A number outside that is about to be called, and on whose account. */
export interface OutsideAsk {
  readonly accountId: string;
  /** Who pays for it with their limits; null when nobody of the account decided, such as a channel's forwarding. */
  readonly userId: string | null;
  readonly e164: string;
  readonly kind: 'call' | 'transfer' | 'forward';
  /** The session that the leg outside will belong to. */
  readonly sessionId: string;
  readonly at: Date;
}

type OutsideAnswer =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly status: 403 | 503; readonly code: 'DESTINATION_BARRED' | 'LIMIT_REACHED' };

/**
 * Says whether a number outside may be called. An answer that allows is counted before it is given, so it is asked once
 * for each call, right before that is made: not again for a second trunk of the same session and number (which is told
 * the same and counted once), and never for emergency numbers. The last step of an INVITE (`invite/ask-policy.ts`) asks
 * about every call and transfer whose number is found `outside`; code that forwards a call asks about that itself.
 */
export interface OutboundPolicy {
  mayCall(ask: OutsideAsk): Promise<OutsideAnswer>;
}

/** Lists of callers whose calls from outside are refused. */
export interface BlockedCallers {
  /**
   * What the list of the account, or of the user whose private channel was called, does with a call: a refused one is
   * counted, and of an anonymous one it may want proof that a human calls. `number` in E.164; null: withheld. Asked once for
   * each call from outside, before anything rings.
   */
  judges(call: {
    readonly accountId: string;
    readonly ownerUserId: string | null;
    readonly number: string | null;
  }): Promise<'refused' | 'proof' | null>;
  /** Whether somebody of the account called for help a short while ago: nobody who calls it may be turned away. */
  isCalledBack(accountId: string): Promise<boolean>;
}

/** Addresses that guessed passwords are not listened to for a while. */
export interface Ban {
  readonly address: string;
  /** Null when it is about everybody at the address. */
  readonly username: string | null;
  readonly reason: 'wrongPasswords';
  /** How often in a row. */
  readonly strikes: number;
  readonly since: Date;
  readonly until: Date;
  /** An administrator ended it early. */
  readonly lifted: boolean;
}

/** Something that SIP refused to somebody. */
export interface SipRefusal {
  readonly kind:
    | 'sipBanned'
    | 'sipWrongPassword'
    | 'sipUnknownUser'
    | 'sipSilenced'
    | 'sipTooManyRequests'
    | 'sipMaxForwards'
    | 'phoneSetup';
  readonly address: string;
  /** Of the user that was named, where there is one. */
  readonly accountId: string | null;
  readonly username?: string;
}

/** Keeps bans and counts refusals. Neither method may fail: what cannot be written now is tried again later. */
export interface GuardKeeper {
  /** The bans that hold, and those of the last day. */
  loadBans(): Promise<readonly Ban[]>;
  keepBan(ban: Ban): void;
  /** Bans that hold or were lifted, here or at another server; gives the way to stop hearing. */
  onChange(listener: (ban: Ban) => void): () => void;
  refused(refusal: SipRefusal): void;
}

export interface ExchangeClock {
  now(): Date;
  /** Runs `task` once after `ms`; gives the way to cancel it. */
  after(ms: number, task: () => void): () => void;
}

/** Facts for the rest of the server, announced after commit. */
export interface Announcements {
  /** `userIds`: whose devices ring. */
  callRinging(call: { callId: string; sessionId: string; userIds: readonly string[] }): void;
  /** `userIds`: the two who talk. */
  callEstablished(call: { callId: string; sessionId: string; userIds: readonly string[] }): void;
  /** `userIds`: all who talked, rang or called. */
  callEnded(call: { callId: string; sessionId: string; userIds: readonly string[]; reason: EndReason }): void;
}
