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
}

interface OpenedEvent {
  readonly channelId: string;
  readonly accountId: string;
  readonly docId: string;
  readonly ownerUserId: string | null;
  readonly direction: 'INCOMING' | 'OUTGOING';
  readonly onPhoneNumber: string | null;
  readonly remotePhoneNumber: string | null;
  readonly remoteUserId: string | null;
  readonly remoteName: string | null;
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
