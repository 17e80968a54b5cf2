import type { Remote } from '@sidetone/contract/entities/remote.ts';
import type { CallFigures, Quality } from '#audio/quality.ts';
import type { Clock } from '../core/clock.ts';
import type { DialGround, DialProblem } from '../core/dial-rules.ts';
import type { CallEngine } from '../engine/call-engine.ts';
import type { CallProblem } from '../engine/call-error.ts';

/** What a user hears of a call. */
export interface CallSounds {
  /** The phone rings. */
  ring(): void;
  /** The caller waits while the other phone rings. */
  waitingTone(): void;
  /** The call was not put through. Ends by itself. */
  busyTone(): void;
  /** Ringing and waiting stop. */
  quiet(): void;
  playRemote(sessionId: string, stream: MediaStream): void;
  /** The sound that the meters show. */
  watchLocal(sessionId: string, stream: MediaStream | null): void;
  /** Measures how a call sounds, and keeps its microphone on the device that the user wants. */
  follow(
    sessionId: string,
    connection: RTCPeerConnection,
    microphone: MediaStream | null,
    onQuality: (quality: Quality) => void,
  ): void;
  /** Ends everything of a call's audio. Returns the figures of the whole call; null where nothing was measured. */
  stopRemote(sessionId: string): CallFigures | null;
}

export interface ChannelOfCall {
  readonly name: string | null;
  /** The number that calls from this channel show. */
  readonly number: string | null;
  /** An acd channel with a follow-up time of 0: its ended calls close immediately. */
  readonly closesAtOnce: boolean;
}

/** Knowledge of the rest of the client that a call needs. Each is asked when it is needed, so it is never stale. */
export interface Surroundings {
  ground(): DialGround;
  isDnd(): boolean;
  /** Whether this phone is of the newer generation. */
  hasNeoPbx(): boolean;
  /** Whether the browser has a network and the realtime channel is not lost. */
  isOnline(): boolean;
  channel(channelId: string | null): ChannelOfCall | null;
  /** The person with this number; null for an unknown number, which must not throw. */
  findRemote(number: string, displayName: string | null): Promise<Remote | null>;
  /** The name of a channel that the user is a member of; null for any other. */
  channelName(channelId: string): string | null;
  /** The account lets a second call ring while one runs. */
  callWaiting(): boolean;
  /** The user asked not to be reminded of the other side's consent again. */
  skipRecordingConsent(): boolean;
  /**
   * Whether the app takes the call of a colleague who calls in by itself: how to tell the user once they can be heard;
   * null where it does not. Without it never.
   */
  answersItself?(): Promise<((name: string | null) => void) | null>;
  /**
   * Whether the app plays pages: how to tell the user whose it is and how to stop it, which gives the way to take that
   * away again; null where it plays none. Without it never.
   */
  takesPages?(): Promise<((name: string | null, stop: () => void) => () => void) | null>;
  rememberConsent(): Promise<void>;
  /** The device that is missing to hear and be heard; null when none is, or when that is unknown. */
  missingDevice(): MissingDevice | null;
  /** Asks the server to look at a call again that the user ended a minute ago, and to end it if it still runs. */
  checkHangingCall(sessionId: string): Promise<void>;
  /** Sends the figures of a call's audio, once at its end. */
  addStatistics(sessionId: string, figures: CallFigures): Promise<void>;
  /** Notes an outgoing call that could not be started. */
  addFailedDial(attempt: FailedDial): Promise<void>;
}

export type MissingDevice = Extract<DialProblem, 'NO_MICROPHONE' | 'NO_SPEAKERS' | 'NO_AUDIO_DEVICES'>;

export interface FailedDial {
  readonly channelId: string | null;
  readonly target: string;
  readonly sender: string | null;
  readonly sessionId: string;
  readonly problem: CallProblem;
}

export type Log = (
  level: 'info' | 'warn' | 'error',
  message: string,
  fields: Readonly<Record<string, unknown>>,
) => void;

/** Everything that a conductor works with. */
export interface Parts {
  readonly engine: CallEngine;
  readonly clock: Clock;
  readonly sounds: CallSounds;
  readonly surroundings: Surroundings;
  /** Tells the user that something failed. */
  report(problem: CallProblem): void;
  readonly log: Log;
  newSessionId(): string;
}
