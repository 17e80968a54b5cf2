import type { SipExtension } from '@sidetone/contract/entities/app-extension.ts';
import type { IceServer } from '@sidetone/contract/entities/ice-server.ts';
import type { TransferLine } from '@sidetone/contract/entities/ongoing-call.ts';
import type { HandedTo } from '../call-engine.ts';
import type { OngoingSource } from '../ongoing-source.ts';

/** What the SIP engine asks of the server besides SIP. Calls go by their Call-ID. Each throws when it was not done. */
export interface SipServer {
  /** This app's extension; made if the user has none yet. */
  extension(): Promise<SipExtension>;
  /** This app's extension as it is now; null if the user has none, and none is made. */
  currentExtension(): Promise<SipExtension | null>;
  iceServers(): Promise<readonly IceServer[]>;
  /** Leaves the call with this Call-ID, or declines it while it rings, as `busy` for this device alone. NOT_FOUND when it is over. */
  hangUp(sipCallId: string, as?: 'busy'): Promise<void>;
  /** Holds the call with this Call-ID or takes it back. */
  hold(sipCallId: string, value: boolean): Promise<void>;
  /** Has the server make the tones for the other side, also while the leg is held and lets no audio through. */
  sendTones(sipCallId: string, tones: string): Promise<void>;
  /** Returns the id of the recording. */
  startRecording(sipCallId: string): Promise<string>;
  stopRecording(sipCallId: string, recordingId: string): Promise<void>;
  /** Calls somebody on a second line; returns the id of the transfer. */
  startTransfer(
    sipCallId: string,
    target: { readonly number: string; readonly ownNumber: string | null; readonly sessionId: string },
  ): Promise<string>;
  setLines(sipCallId: string, transferId: string, lines: readonly TransferLine[]): Promise<void>;
  dropTransfer(sipCallId: string, transferId: string): Promise<void>;
  transferTo(sipCallId: string, number: string, to?: Exclude<HandedTo, 'park'>): Promise<void>;
  /** Parks the other side of a call, by its session. */
  park(sessionId: string): Promise<void>;
  /** Joins the other sides of two calls, by their sessions. */
  joinCalls(sessionId: string, otherSessionId: string): Promise<void>;
  /** The user's live calls as the server knows them. */
  readonly ongoing: OngoingSource;
}
