import type { TransferPartner } from '@sidetone/contract/entities/inbox-event.ts';
import type { TerminationReason } from '@sidetone/contract/rules/termination-reasons.ts';

/** One side of a call as an inbox keeps it: one event for each channel and session. */
export interface EventOpened {
  readonly channelId: string;
  readonly accountId: string;
  /** `pbx-` + session id; `sda-` for star codes and short numbers. */
  readonly docId: string;
  readonly ownerUserId: string | null;
  readonly direction: 'INCOMING' | 'OUTGOING';
  readonly onPhoneNumber: string | null;
  /** The phone of the classic generation that carried the call. */
  readonly phoneId?: string;
  readonly remotePhoneNumber: string | null;
  readonly remoteUserId: string | null;
  readonly remoteName: string | null;
  /** The channel that was called, where the call was forwarded from it. */
  readonly originalChannelId?: string;
  /** What the caller pressed in voice menus, such as `Main 2, Support 1`. */
  readonly menuPath?: string;
}

export interface LegRecord {
  readonly legId: string;
  readonly sipCallId: string;
  readonly userId: string | null;
  readonly endpointId: string | null;
  readonly channelId: string | null;
  readonly role: 'caller' | 'callee';
  readonly mediaEndpointId: string | null;
  /** The number outside that is this leg, where it rings along with the devices of its user. */
  readonly mobile?: string;
}

/** Termination reasons that a call can end with. */
export type EndReason = TerminationReason;

export interface OpenedCall {
  readonly callId: string;
  readonly accountId: string;
  readonly sessionId: string;
  readonly at: Date;
  readonly legs: readonly LegRecord[];
  readonly events: readonly EventOpened[];
}

/** What a call that goes on to somebody else adds to the book. */
export interface StagedCall {
  readonly legs: readonly LegRecord[];
  readonly events: readonly EventOpened[];
  /** The event of a channel that the call leaves: it ends, and says to which of `events` the call went. */
  readonly leaves: EventName | null;
  /** The event of a line whose device sent the call to a number outside; it stays where it is. */
  readonly forwardedTo?: { readonly event: EventName; readonly number: string };
}

/** A leg that leaves one call for another, and what the inbox keeps of it. */
export interface HandOver {
  readonly from: string;
  readonly into: string;
  readonly legId: string;
  /** The event of the leg's side goes on in the other call. */
  readonly event: EventName | null;
  /** Events of the user who handed over; they end now. */
  readonly closes: readonly EventName[];
  readonly transferredTo: { readonly event: EventName; readonly partner: TransferPartner } | null;
  readonly transferredFrom: { readonly events: readonly EventName[]; readonly partner: TransferPartner } | null;
  /** The event of a user to whom the call comes back. */
  readonly reopens: EventName | null;
}

/** An inbox event: `docId` is unique within a channel. */
export interface EventName {
  readonly channelId: string;
  readonly docId: string;
}

/** A call as a restart of signalling takes it over; `snapshot` is plain JSON that only `pbx/control` reads. */
export interface StoredCall {
  readonly callId: string;
  readonly snapshot: Record<string, unknown>;
  /** Since when its users see it. */
  readonly seen: readonly SeenSince[];
}

/** The times of a live call as one of its users sees it, in ISO format: the rest follows from the call. */
export interface SeenSince {
  /** Of the `OngoingRow`. */
  readonly id: string;
  readonly startedAt: string;
  readonly establishedAt: string | null;
  /** Of the transfer that they see. */
  readonly transfer: { readonly id: string; readonly establishedAt: string | null } | null;
}

export interface FailedDial {
  readonly accountId: string;
  readonly channelId: string | null;
  readonly ownerUserId: string;
  readonly target: string;
  readonly sender: string | null;
  readonly sessionId: string | null;
  readonly code: string;
}

/**
 * The book of calls. Each method is one transaction that is durable before its promise fulfils, so that kill -9 at any
 * moment leaves either an open call, which the next start ends, or an ended one.
 */
export interface CallBook {
  opened(call: OpenedCall): Promise<void>;
  /** Others are rung for an open call. Writing it again changes nothing. */
  staged(callId: string, stage: StagedCall, at: Date): Promise<void>;
  /** What the caller of this event pressed in voice menus. */
  menuLed(event: EventName, path: string): Promise<void>;
  legEnded(legId: string, reason: EndReason, at: Date): Promise<void>;
  /**
   * The caller and one callee talk; `userId` took it for the callee's channel. `goesOn` is what a restart needs of the
   * call from now on, null for a call that ends with signalling; it is not written over what is stored already.
   */
  established(
    callId: string,
    answeredBy: { legId: string; userId: string | null },
    at: Date,
    goesOn: StoredCall | null,
  ): Promise<void>;
  /** Ends the call, its open legs and its events; states and `unresolved` follow from how it ended. */
  ended(callId: string, reason: EndReason, at: Date): Promise<void>;
  /** A leg goes over to another call, which is open. */
  handedOver(move: HandOver, at: Date): Promise<void>;
  /** Closes events that are still open a minute after their call, or their owner's part in it, ended; gives how many. */
  closeHanging(at: Date): Promise<number>;
  /** What a restart needs to go on with these calls; one for each call. */
  snapshots(calls: readonly StoredCall[]): Promise<void>;
  forgetSnapshots(callIds: readonly string[]): Promise<void>;
  /** What earlier lives of this node left to go on with. */
  lastLife(): Promise<readonly StoredCall[]>;
  /** Ends every call this node left open in an earlier life, but for those that go on in this one; gives how many. */
  reap(goingOn: readonly string[]): Promise<number>;
  /** Notes a call that could not be placed; once for each session. */
  failedDial(attempt: FailedDial): Promise<void>;
}
