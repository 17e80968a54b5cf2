import type { OngoingCall, OngoingTransfer } from '@sidetone/contract/entities/ongoing-call.ts';
import type { RealtimeEvent } from '#live/line/realtime.ts';
import type { Log } from '../../../conductor/parts.ts';
import type { Clock } from '../../../core/clock.ts';
import type { EngineCall, EngineFact, RunningTransfer } from '../../call-engine.ts';
import type { ClassicServer } from '../classic-server.ts';
import type { CallAudio } from './call-audio.ts';
import type { Peer, PeerEars } from './peer.ts';

export type CallFacts = Pick<
  EngineCall,
  'sessionId' | 'direction' | 'number' | 'displayName' | 'calledNumber' | 'channelId'
>;

/** What TARGET of a warm transfer takes over from INITIAL, which has left. */
interface Inherited {
  readonly sipCallId: string;
  readonly audio: CallAudio;
  readonly answered: boolean;
}

export interface ClassicCallParts {
  readonly facts: CallFacts;
  readonly server: ClassicServer;
  readonly clock: Clock;
  readonly log: Log;
  readonly clientId: string;
  /** Throws `CallError`. */
  readonly openMicrophone: () => Promise<MediaStream>;
  readonly openPeer: (sipCallId: string, microphone: MediaStream, ears: PeerEars) => Promise<Peer>;
  /** Of a call that continues in the leg of another one. */
  readonly inherited?: Inherited;
  /** INITIAL has left: TARGET is a call of its own in the leg of this one, which is over. */
  readonly succeed: (call: ClassicCall, facts: CallFacts, inherited: Inherited) => ClassicCall;
  /** Nothing more comes from this call. */
  readonly onEnd: (call: ClassicCall) => void;
}

/** A call of the classic engine, with what only the engine needs. */
export interface ClassicCall extends EngineCall {
  /**
   * Of the user's leg, by which commands and events name the call. Null until the server has taken the order to call.
   */
  readonly sipCallId: string | null;
  /** The user's side was taken by this client: accepted, or called out. */
  readonly isOurs: boolean;
  /** From now on the call has a leg. With a microphone its audio comes up immediately; else it waits to be accepted. */
  begin(sipCallId: string, microphone: MediaStream | null): void;
  /** Continues a call that runs already: after a reload, or from another tab. */
  resume(): Promise<void>;
  /** The warm transfer that runs in such a call; the state of its TARGET comes with the next `read`. */
  resumeTransfer(running: OngoingTransfer): RunningTransfer;
  /** The sound that already plays, for a call that continues in the leg of another one. */
  play(sound: Extract<EngineFact, { type: 'audio' }>): void;
  hear(event: RealtimeEvent): void;
  /** The server's rows of the user's calls, all of them. */
  read(rows: readonly OngoingCall[]): void;
  networkBack(): void;
  /** This window gives the phone up, and another one continues. */
  leave(): void;
}
