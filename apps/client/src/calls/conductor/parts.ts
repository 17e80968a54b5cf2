import type { Remote } from '@sidetone/contract/entities/remote.ts';
import type { Clock } from '../core/clock.ts';
import type { DialGround } from '../core/dial-rules.ts';
import type { CallEngine } from '../engine/call-engine.ts';
import type { CallProblem } from '../engine/call-error.ts';

/** What a user hears of a call. */
export interface CallSounds {
  /** The phone rings. */
  ring(): void;
  /** The caller waits while the other phone rings. */
  waitingTone(): void;
  /** Nobody will answer. Ends by itself. */
  busyTone(): void;
  /** Ringing and waiting stop. */
  quiet(): void;
  playRemote(callId: string, stream: MediaStream): void;
  /** What the meters look at. */
  watchLocal(callId: string, stream: MediaStream | null): void;
  stopRemote(callId: string): void;
}

export interface ChannelOfCall {
  readonly name: string | null;
  /** The number that calls from this channel show. */
  readonly number: string | null;
  /** An acd channel with a follow-up time of 0: its ended calls close at once. */
  readonly closesAtOnce: boolean;
}

/** What the rest of the client knows and a call needs. Each is asked when it is needed, so it is never stale. */
export interface Surroundings {
  ground(): DialGround;
  isDnd(): boolean;
  channel(channelId: string | null): ChannelOfCall | null;
  /** Who has this number; null where nobody is known. Must not throw for an unknown number. */
  findRemote(number: string, displayName: string | null): Promise<Remote | null>;
  /** Notes an outgoing call that could not be started. */
  addFailedDial(attempt: FailedDial): Promise<void>;
}

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
