import type { RTCSession } from 'jssip/lib/RTCSession';
import type { Log } from '../../../conductor/parts.ts';
import type { Clock } from '../../../core/clock.ts';
import type { EngineCall, RunningTransfer } from '../../call-engine.ts';
import type { Goodbyes } from '../goodbyes.ts';
import type { KeptDialogs } from '../kept-dialogs.ts';
import type { SipServer } from '../sip-server.ts';

export interface SipCallParts {
  readonly session: RTCSession;
  /** The leg's Call-ID; an outgoing leg has it once its INVITE was made. */
  readonly sipCallId: () => string;
  readonly facts: Pick<
    EngineCall,
    'sessionId' | 'direction' | 'number' | 'displayName' | 'calledNumber' | 'channelId' | 'asksToAnswer'
  >;
  readonly clock: Clock;
  readonly log: Log;
  readonly server: SipServer;
  readonly kept: KeptDialogs;
  /** Asked for when an incoming call is accepted. */
  readonly media: () => Promise<{ microphone: MediaStream; pcConfig: RTCConfiguration }>;
  readonly goodbyes: Pick<Goodbyes, 'say'>;
  readonly isLineUp: () => boolean;
  readonly onEnd: (call: SipCall) => void;
  /** The call was taken back after its page was gone: it is up already, although an INVITE is sent. */
  readonly isTakenBack?: boolean;
}

/** A call of the engine, with what only the engine needs. */
export interface SipCall extends EngineCall {
  /** The microphone of an outgoing call, opened before its INVITE. */
  giveMicrophone(stream: MediaStream): void;
  /** JsSIP makes the connection inside `call()`, before it hands out the session. */
  watchPeer(connection: RTCPeerConnection): void;
  /** The socket is gone. A call that only rings can no longer be answered; the server rings it again. */
  socketLost(): void;
  /** The line is back: asks whether the server still knows the call, and finds a new path for its audio. */
  lineBack(): void;
  /** The network has changed. */
  networkChanged(): void;
  /** The server rings the same session again by another INVITE. False where this call isn't one that rings. */
  ringAgain(session: RTCSession, sipCallId: string): boolean;
  /** Another call rings. What the server still rings it has rung again by now: a call that waits for that is over. */
  otherRings(): void;
  /** Leaves the call without a word to the server: another page has it, or will take it. */
  abandon(): void;
  /** A warm transfer that already ran when the call was taken back. */
  resumeTransfer(): RunningTransfer | null;
}
