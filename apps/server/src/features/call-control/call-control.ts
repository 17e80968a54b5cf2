import type { TransferLine } from '@sidetone/contract/entities/ongoing-call.ts';

type CallName = { readonly id: string } | { readonly docId: string } | { readonly sessionId: string };

/**
 * What the routes need of the exchange. Each method rejects with an error whose `code` is NO_SUCH_CALL, WRONG_STATE,
 * BAD_TARGET, DESTINATION_BARRED, LIMIT_REACHED or MEDIA_FAILED when the command was not carried out.
 */
export interface CallControl {
  /** As `busy` it is for the device that rings alone, and changes nothing in a call that does not ring. */
  hangUp(userId: string, call: CallName, as?: 'busy'): Promise<void>;
  hold(userId: string, call: CallName, held: boolean): Promise<void>;
  sendTones(userId: string, call: CallName, digits: string): Promise<void>;
  startRecording(userId: string, call: CallName): Promise<{ readonly recordingId: string }>;
  changeRecording(
    userId: string,
    call: CallName,
    recordingId: string | null,
    state: 'recording' | 'paused' | 'stopped',
  ): Promise<void>;
  startTransfer(
    userId: string,
    call: CallName,
    target: { readonly number: string; readonly ownNumber: string | null; readonly sessionId: string | null },
  ): Promise<{ readonly transferId: string }>;
  setLines(userId: string, call: CallName, transferId: string, lines: readonly TransferLine[]): Promise<void>;
  dropTransfer(userId: string, call: CallName, transferId: string): Promise<void>;
  completeTransfer(userId: string, call: CallName, transferId: string): Promise<void>;
  transferBlindly(userId: string, call: CallName, number: string, to?: 'line' | 'voicemail'): Promise<void>;
  park(userId: string, call: CallName, slot: number | null): Promise<{ readonly slot: number }>;
  joinCalls(userId: string, call: CallName, other: CallName): Promise<void>;
}
