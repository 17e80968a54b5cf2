import type { Direction } from '@sidetone/contract/entities/common.ts';
import type { TransferLine } from '@sidetone/contract/entities/ongoing-call.ts';
import type { TerminationReason } from '@sidetone/contract/rules/termination-reasons.ts';
import type { OutsideProblem } from './call-error.ts';

/** A way to place and take calls. The rest of the client never learns which one it has. */
export interface CallEngine {
  /** Goes on duty: from now on calls arrive and the line reports itself. Resolves once it tries to connect. */
  start(on: EngineListener): Promise<void>;
  /** Starts a call. Resolves once it is on its way; throws `CallError` when it cannot be started. */
  dial(request: DialRequest): Promise<EngineCall>;
  /** Tries to connect immediately instead of waiting for the next attempt. */
  reconnect(): void;
  /**
   * Of a line with `noPhone`: has the server give this app a phone, and connects it. Throws `CallError` PHONE_NOT_FOUND
   * when it does not; nothing of an earlier phone is kept then.
   */
  setUp?(): Promise<void>;
  /** Goes off duty. Running calls end, unless another window continues them (`handOver`). */
  stop(how?: 'end' | 'handOver'): Promise<void>;
}

export interface EngineListener {
  incoming(call: EngineCall): void;
  /** Continues a call of this installation that runs already: from before a reload, or from another window. */
  resumed?(call: EngineCall, establishedAt: number, as?: ResumedAs): void;
  line(state: LineState): void;
  /** A colleague speaks to a group that the user is in. Where nobody takes pages they are refused. */
  page?(page: IncomingPage): void;
}

/** A page that this app is asked to play. It is no call: nobody hears the user, and no inbox has it. */
export interface IncomingPage {
  readonly sessionId: string;
  /** Who speaks, and to which group. */
  readonly displayName: string | null;
  readonly number: string | null;
  /** What is heard; null where the page was over before. Never rejects. */
  hear(): Promise<MediaStream | null>;
  refuse(): void;
  /** Stops hearing it; later ones change nothing. */
  leave(): void;
  readonly over: Promise<void>;
}

/** What only the page before knew, and a warm transfer that continues. */
export interface ResumedAs {
  readonly muted: boolean;
  readonly held: boolean;
  readonly transfer: RunningTransfer | null;
}

/** The state of the registration, in the words of the specification. */
export type SipStatus = 'INITIAL' | 'CONNECTED' | 'REGISTERED' | 'UNREGISTERED' | 'DISCONNECTED';

export interface LineState {
  readonly status: SipStatus;
  /** `failed` after the fast attempts: slow ones follow, and the user may ask for one immediately. */
  readonly reconnect: 'none' | 'reconnecting' | 'failed';
  /** The server has no phone for this app, so there is nothing to connect. */
  readonly noPhone?: true;
}

export interface DialRequest {
  /** What to dial: E.164, an extension, a code. */
  readonly number: string;
  readonly sessionId: string;
  /** The channel and own number to call from; null for the user's own. */
  readonly channelId: string | null;
  readonly ownNumber: string | null;
  /** Of the classic generation: the phone to call with; missing or null for the usual one. */
  readonly phoneId?: string | null;
  /** Aborted when the user gives the call up: one that waits for the microphone is not sent then. */
  readonly givenUp?: AbortSignal;
}

/** Whom to call on the second line of a warm transfer, and as what session. */
export interface TransferRequest {
  readonly number: string;
  readonly sessionId: string;
  readonly ownNumber: string | null;
}

/** Where a call goes that is handed over without asking; `park`: to a place where anybody in the company can take it. */
export type HandedTo = 'line' | 'voicemail' | 'park';

/** How an incoming call is turned down: by the user, as busy, or because another call exists. */
export type Refusal = 'declined' | 'busy' | 'occupied';

/** One call of an engine, from the first message to the last. */
export interface EngineCall {
  readonly sessionId: string;
  readonly direction: Direction;
  /** The other side as the network names it; null when withheld. */
  readonly number: string | null;
  readonly displayName: string | null;
  /** Incoming: the own number and channel that were called. */
  readonly calledNumber: string | null;
  readonly channelId: string | null;
  /** A colleague calls in: the app may take the call by itself. */
  readonly asksToAnswer?: true;
  /** Throws `CallError`; the call must then still be refused. */
  accept(): Promise<void>;
  refuse(how: Refusal): void;
  hangUp(): void;
  openMicrophone(open: boolean): void;
  /** Throws `CallError`; the call then stays as it was. */
  hold(value: boolean): Promise<void>;
  /** Digits, star and hash. */
  sendTones(tones: string): void;
  /** Of the classic generation: the tones that start and stop a recording, for which the user is to be asked first. */
  readonly recordingCode?: string;
  /**
   * Starts recording, continues it, or stops it. Throws `CallError` RECORDING_START_FAILED or RECORDING_STOP_FAILED.
   * The fact `recording` tells the outcome.
   */
  record(on: boolean): Promise<void>;
  /**
   * Calls somebody on a second line (INITIAL is this call). The other side waits. From here on `hangUp` hands
   * the call over. Throws `CallError` DIAL_FAILED.
   */
  startTransfer(request: TransferRequest): Promise<EngineTransfer>;
  /**
   * Hands the call over immediately: to a line, to its voicemail without ringing, or to a place. Facts tell the outcome. Throws
   * `CallError` DIAL_FAILED.
   */
  transferTo(number: string, to?: HandedTo): Promise<void>;
  /** Joins the other sides of this call and of another one, and leaves both. Throws `CallError` TRANSFER_FAILED. */
  joinWith(otherSessionId: string): Promise<void>;
  /** Facts so far come first, so that none is missed. There is one listener. */
  listen(listener: (fact: EngineFact) => void): void;
}

/** A warm transfer that runs. */
export interface EngineTransfer {
  /** TARGET as a call of its own: `remoteRings`, `answered`, `ended`. Its `hangUp` drops it and returns to INITIAL. */
  readonly line: EngineCall;
  /** One line to switch to it, both for the conference. Throws `CallError` INVALID_STATE_ERROR. */
  setLines(lines: readonly TransferLine[]): Promise<void>;
  /** Drops TARGET and returns to INITIAL. */
  abort(): Promise<void>;
}

/** A warm transfer that was not begun here: before a reload, in another window, by a typed code or another program. */
export interface RunningTransfer extends EngineTransfer {
  /** When TARGET was answered, in milliseconds since 1970; null where it was not yet. */
  readonly establishedAt: number | null;
  /** The lines that the user hears. */
  readonly activeLines: readonly TransferLine[];
}

/** What an engine tells about a call. `ended` is the last and comes exactly once. */
export type EngineFact =
  | { readonly type: 'remoteRings' }
  | { readonly type: 'earlyMedia' }
  /** The other side took the call, or ours was confirmed. */
  | { readonly type: 'answered' }
  /** Audio can flow both ways. */
  | { readonly type: 'connected' }
  /** The phone system hands the call over. */
  | { readonly type: 'transferring' }
  /** It was handed over: this call object is done. */
  | { readonly type: 'transferred' }
  | { readonly type: 'transferFailed' }
  /** The call continues on another device or tab of this user. */
  | { readonly type: 'continuedElsewhere' }
  /** Held or taken back, as the server knows it, by the user or by others. */
  | { readonly type: 'held'; readonly held: boolean }
  | { readonly type: 'recording'; readonly state: 'none' | 'asking' | 'recording' | 'stopped' }
  /** A warm transfer that was not begun here runs in this call; from now on it can be controlled here as well. */
  | { readonly type: 'transferBegan'; readonly transfer: RunningTransfer }
  /** The lines of a warm transfer that the user hears, as the server knows them. */
  | { readonly type: 'lines'; readonly active: readonly TransferLine[] }
  /** The call came in on this channel and was forwarded to the one that it is shown with. */
  | { readonly type: 'forwarded'; readonly channelId: string }
  /**
   * The other side is another person now: the call was handed over to them or by them. `takenFrom`: the user dialled a code
   * that took this call, which has its inbox event and channel already.
   */
  | {
      readonly type: 'remoteChanged';
      readonly number: string | null;
      readonly displayName: string | null;
      readonly takenFrom?: { readonly docId: string; readonly channelId: string | null };
    }
  /** `connection` where there is one to measure and to give another microphone. */
  | {
      readonly type: 'audio';
      readonly local: MediaStream | null;
      readonly remote: MediaStream;
      readonly connection?: RTCPeerConnection;
    }
  /** `refused`: why the exchange calls no number outside, or not this one. */
  | {
      readonly type: 'ended';
      readonly reason: TerminationReason;
      readonly by: 'user' | 'remote' | 'system';
      readonly refused?: OutsideProblem;
    };
