import type { TransferLine } from '@sidetone/contract/entities/ongoing-call.ts';

/**
 * A call of a user, by what the asker knows of it: an id as addresses of commands have it, which is the Call-ID of the
 * user's leg or the exchange's `callId`; the inbox event it becomes; or its session.
 */
export type CallName = { readonly id: string } | { readonly docId: string } | { readonly sessionId: string };

export type CallCommandCode =
  /** The user has no such call, transfer or recording. */
  | 'NO_SUCH_CALL'
  /** The call is there, but not where this can be done: not up yet, over, or in another transfer. */
  | 'WRONG_STATE'
  /** The number cannot be called: unknown, one's own, or without a way there. */
  | 'BAD_TARGET'
  /** The account may not call there, or not now. */
  | 'DESTINATION_BARRED'
  | 'LIMIT_REACHED'
  | 'MEDIA_FAILED'
  /** The company has no storage left for another recording. */
  | 'STORAGE_FULL'
  /** The user may not do this here. */
  | 'NOT_ALLOWED';

/** A command that was not carried out; nothing changed. */
export class CallCommandError extends Error {
  readonly code: CallCommandCode;
  constructor(code: CallCommandCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CallCommandError';
    this.code = code;
  }
}

/**
 * What a user may do to their own calls, in either generation. Every method rejects with `CallCommandError`; when it
 * fulfils, it is done.
 */
export interface CallCommands {
  hold(userId: string, call: CallName, held: boolean): Promise<void>;
  sendTones(userId: string, call: CallName, digits: string): Promise<void>;
  /**
   * Starts a recording, or goes on with the one that was stopped (which gives the same id again, recorded as it was).
   * `how` left out: by hand, both sides.
   */
  startRecording(userId: string, call: CallName, how?: RecordingWish): Promise<{ readonly recordingId: string }>;
  /** `recordingId` null: every recording of the call. */
  changeRecording(
    userId: string,
    call: CallName,
    recordingId: string | null,
    state: 'recording' | 'paused' | 'stopped',
  ): Promise<void>;
  /** A warm transfer: INITIAL waits with music, TARGET is called on a session of its own. */
  startTransfer(
    userId: string,
    call: CallName,
    target: { readonly number: string; readonly ownNumber: string | null; readonly sessionId: string | null },
  ): Promise<{ readonly transferId: string }>;
  /** One line to switch to it, both for a conference. */
  setLines(userId: string, call: CallName, transferId: string, lines: readonly TransferLine[]): Promise<void>;
  /** Drops TARGET and returns to INITIAL. */
  dropTransfer(userId: string, call: CallName, transferId: string): Promise<void>;
  /** Joins INITIAL and TARGET, and the user's leg ends; hanging up does the same. */
  completeTransfer(userId: string, call: CallName, transferId: string): Promise<void>;
  /** `voicemail`: nobody is rung at the number. */
  transferBlindly(userId: string, call: CallName, number: string, to?: 'line' | 'voicemail'): Promise<void>;
  /** Joins the other sides of two calls of the user. */
  joinCalls(userId: string, call: CallName, other: CallName): Promise<void>;
  /** Leaves the other side in a place, or with null in the first that is free. WRONG_STATE where there is none. */
  park(userId: string, call: CallName, slot: number | null): Promise<{ readonly slot: number }>;
  hangUp(userId: string, call: CallName, as?: 'busy'): Promise<void>;
  /** Click to dial: rings the user's devices, then the number. */
  startCall(
    userId: string,
    target: {
      readonly number: string;
      readonly ownNumber: string | null;
      readonly channelId: string | null;
      readonly sessionId: string | null;
    },
  ): Promise<{ readonly callId: string; readonly sessionId: string }>;
}

/** What is recorded of a call: `USER` whose call it is, `REMOTE` everybody else. */
export interface RecordingWish {
  readonly speakers: readonly ('USER' | 'REMOTE')[];
  readonly mode: 'manual' | 'automatic';
}
