import type { Logger } from 'pino';
import type { CallSteps } from '../call-steps.ts';
import type { Call, Caller, MobileLeg, Refusal, ReturnTo, Service } from '../calls/call.ts';
import type { CallFact } from '../calls/call-facts.ts';
import type { Legs } from '../calls/legs.ts';
import type { Announcements, CallBook, ExchangeClock, StoredCall } from '../ports.ts';
import type { BookOrders } from './book-orders.ts';
import type { MediaQueue } from './media-orders.ts';
import type { RecordingDesk } from './recording/recording-desk.ts';

export interface RunnerPorts {
  readonly legs: Pick<Legs, 'order'>;
  readonly audio: MediaQueue;
  readonly book: CallBook;
  readonly announce: Announcements;
  readonly clock: ExchangeClock;
  readonly log: Logger;
  readonly recordings: Pick<RecordingDesk, 'legLeft'>;
  /** Hears every step; left out: nobody does. */
  readonly steps?: Pick<CallSteps, 'stepped'> | undefined;
}

/** What the rest of the exchange hears of a running call. */
export interface RunnerEvents {
  /** After each fact that the call took. */
  changed(running: RunningCall): void;
  /** Nobody took it: this leg, which left the call, rings who handed it over. */
  ringBack(from: RunningCall, caller: Caller, to: ReturnTo): void;
  /** Nobody took it so far: the fact `stageChosen` is waited for. */
  nextStage(running: RunningCall, refusal: Refusal): void;
  /** The caller hears us: the fact `serviceOver` is waited for. */
  serve(running: RunningCall, legId: string, service: Service): void;
  serviceKey(running: RunningCall, legId: string, digit: string): void;
  /** A mobile answered: the fact `mobileSaid` is waited for. */
  askMobile(running: RunningCall, legId: string, mediaId: string, mobile: MobileLeg): void;
  /** What a restart would need to go on with the call once its answer is told; null where it would end. */
  goesOn(running: RunningCall): StoredCall | null;
  /** Nothing further can come of the call. */
  done(running: RunningCall): void;
}

/** One call being run: the core decides, this does it and reports back. */
export interface RunningCall {
  readonly call: Call;
  take(fact: CallFact): void;
  /**
   * Takes a fact and waits for the one media order that it brings for this leg; false when it brings none. Rejects with
   * `MediaError`.
   */
  takeAndWait(fact: CallFact & { readonly legId: string }): Promise<boolean>;
  readonly book: BookOrders;
  /** Fulfils when the end is in the book. */
  readonly written: Promise<void>;
  /** Fulfils when the first of those who are called is asked, or the caller hears something; or nothing further can come of the call. */
  readonly reached: Promise<void>;
}
