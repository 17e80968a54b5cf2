import type { TransferPartner } from '@sidetone/contract/entities/inbox-event.ts';

/** A call as the exchange writes it down. One inbox event for each side that has a channel here. */
export interface OpenedCall {
  readonly callId: string;
  readonly accountId: string;
  readonly sessionId: string;
  readonly at: Date;
  readonly legs: readonly OpenedLeg[];
  readonly events: readonly OpenedEvent[];
}

export interface OpenedLeg {
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

export interface OpenedEvent {
  readonly channelId: string;
  readonly accountId: string;
  readonly docId: string;
  readonly ownerUserId: string | null;
  readonly direction: 'INCOMING' | 'OUTGOING';
  readonly onPhoneNumber: string | null;
  readonly phoneId?: string;
  readonly remotePhoneNumber: string | null;
  readonly remoteUserId: string | null;
  readonly remoteName: string | null;
  /** The channel that was called, where the call was forwarded from it. */
  readonly originalChannelId?: string;
  /** What the caller pressed in voice menus, such as `Main 2, Support 1`. */
  readonly menuPath?: string;
}

/** What a call that goes on to someone else adds to the book. */
export interface StagedCall {
  readonly legs: readonly OpenedLeg[];
  readonly events: readonly OpenedEvent[];
  /** The event of a channel that the call leaves: it ends, and says to which of `events` the call went. */
  readonly leaves: EventName | null;
  /** The event of a line whose device sent the call to a number outside; it stays where it is. */
  readonly forwardedTo?: { readonly event: EventName; readonly number: string };
}

/** A call that could not be placed. */
export interface FailedDial {
  readonly accountId: string;
  readonly channelId: string | null;
  readonly ownerUserId: string;
  readonly target: string;
  readonly sender: string | null;
  readonly sessionId: string | null;
  readonly code: string;
}

/** An inbox event: `docId` is unique within a channel. */
export interface EventName {
  readonly channelId: string;
  readonly docId: string;
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

/** A call as a restart of signalling takes it over. */
export interface StoredCall {
  readonly callId: string;
  readonly snapshot: Record<string, unknown>;
  /** Since when its users see it. */
  readonly seen: readonly SeenSince[];
}

/** The times of a live call as one of its users sees it, in ISO format. */
export interface SeenSince {
  readonly id: string;
  readonly startedAt: string;
  readonly establishedAt: string | null;
  readonly transfer: { readonly id: string; readonly establishedAt: string | null } | null;
}
