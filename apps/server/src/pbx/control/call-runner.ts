import type { Logger } from 'pino';
import type { Call, Caller, LegBase, Refusal, ReturnTo, Service } from '../calls/call.ts';
import { isDone, step } from '../calls/call-core.ts';
import type { CallFact, CallOrder, CallTimer } from '../calls/call-facts.ts';
import type { Legs } from '../calls/legs.ts';
import { isOpen, partnerOf, winnerOf } from '../calls/turn.ts';
import { unreachable } from '../calls/unreachable.ts';
import type { Announcements, CallBook, ExchangeClock } from '../ports.ts';
import { type BookOrders, bookOrders } from './book-orders.ts';
import { type MediaQueue, mediaOrders } from './media-orders.ts';
import { noteFailure } from './note-failure.ts';
import type { RecordingDesk } from './recording/recording-desk.ts';

export interface RunnerPorts {
  readonly legs: Pick<Legs, 'order'>;
  readonly audio: MediaQueue;
  readonly book: CallBook;
  readonly announce: Announcements;
  readonly clock: ExchangeClock;
  readonly log: Logger;
  readonly recordings: Pick<RecordingDesk, 'legLeft'>;
}

/** What the rest of the exchange hears of a running call. */
export interface RunnerEvents {
  /** After each fact that the call took. */
  changed(): void;
  /** Nobody took it: this leg, which left the call, rings who handed it over. */
  ringBack(caller: Caller, to: ReturnTo): void;
  /** Nobody took it so far: the fact `stageChosen` is waited for. */
  nextStage(refusal: Refusal): void;
  /** The caller hears us: the fact `serviceOver` is waited for. */
  serve(legId: string, service: Service): void;
  serviceKey(legId: string, digit: string): void;
  /** Nothing can come of the call any more. */
  done(): void;
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
}

/** Runs a call from its beginning. */
export function runCall(begun: Call, ports: RunnerPorts, events: RunnerEvents): RunningCall {
  const { legs, announce, clock } = ports;
  const { callId, sessionId } = begun;
  const log = ports.log.child({ callId, sessionId });
  const warn = (error: unknown, what: string) => noteFailure(log, error, what, 'a step of the call failed');
  const about = (who: readonly LegBase[]) => ({ callId, sessionId, userIds: usersOf(who) });
  const timers = new Map<CallTimer, () => void>();
  const facts: CallFact[] = [];
  /** What `takeAndWait` waits for, by leg. */
  const awaited = new Map<string, Promise<void>>();
  const written = Promise.withResolvers<void>();
  /** All who were rung or called. */
  const everybody = new Set(usersOf([begun.caller, ...begun.forks]));
  let call = begun;
  let busy = false;
  let done = false;

  const take = (fact: CallFact): void => {
    facts.push(fact);
    // A fact that an order brings at once waits for its turn: the core never runs inside itself.
    if (busy) return;
    busy = true;
    try {
      for (let next = facts.shift(); next; next = facts.shift()) {
        const result = step(call, next);
        call = result.call;
        for (const userId of usersOf(call.forks)) everybody.add(userId);
        for (const order of result.orders) perform(order);
      }
    } finally {
      busy = false;
    }
    events.changed();
    if (!done && isDone(call)) {
      done = true;
      for (const cancel of timers.values()) cancel();
      events.done();
    }
  };
  const media = mediaOrders(ports.audio, take, warn);
  const book = bookOrders(callId, { book: ports.book, clock, warn });
  const drop = (promise: Promise<unknown>, what: string): void => {
    promise.catch((error: unknown) => warn(error, what));
  };

  function perform(order: CallOrder): void {
    switch (order.do) {
      case 'leg':
        legs.order(order.order);
        break;
      case 'startTimer':
        timers.get(order.timer)?.();
        timers.set(
          order.timer,
          clock.after(order.ms, () => take({ type: 'timerFired', timer: order.timer })),
        );
        break;
      case 'stopTimer':
        timers.get(order.timer)?.();
        timers.delete(order.timer);
        break;
      case 'bookOpened':
        drop(
          book.opened(call).then((durable) => take({ type: durable ? 'openedBooked' : 'openedNotBooked' })),
          'opened',
        );
        break;
      case 'bookEstablished':
        drop(
          book.established(order.legId, order.userId).then(() => take({ type: 'establishedSettled' })),
          'established',
        );
        break;
      case 'bookStage':
        book.staged(call, order);
        break;
      case 'bookLegEnded':
        book.legEnded(order.legId, order.reason);
        break;
      case 'bookEnded':
        log.info({ reason: order.reason }, `ended: ${order.reason}`);
        drop(
          book.ended(order.reason).then(() => {
            written.resolve();
            announce.callEnded({ callId, sessionId, userIds: [...everybody], reason: order.reason });
          }),
          'ended',
        );
        break;
      case 'announceRinging':
        log.info('ringing');
        announce.callRinging(about(call.forks.filter(isOpen)));
        break;
      case 'announceEstablished':
        log.info('established');
        announce.callEstablished(about([call.caller, ...call.forks.filter((fork) => fork === winnerOf(call))]));
        break;
      case 'hold':
      case 'sendDtmf': {
        const performed = media.perform(order, call);
        for (const legId of [order.legId, ...(order.do === 'sendDtmf' ? [partnerOf(call, order.legId)?.legId] : [])]) {
          if (legId !== undefined) awaited.set(legId, performed);
        }
        drop(performed, order.do);
        break;
      }
      case 'nextStage':
        events.nextStage(order.refusal);
        break;
      case 'serve':
        events.serve(order.legId, order.service);
        break;
      case 'serviceKey':
        events.serviceKey(order.legId, order.digit);
        break;
      case 'ringBack':
        events.ringBack(order.caller, order.to);
        break;
      case 'closeMedia':
        ports.recordings.legLeft(order.legId);
        drop(media.perform(order, call), order.do);
        break;
      case 'openMedia':
      case 'acceptAnswer':
      case 'answerReoffer':
      case 'reoffer':
      case 'bridge':
      case 'echo':
      case 'play':
        drop(media.perform(order, call), order.do);
        break;
      default:
        unreachable(order);
    }
  }

  return {
    get call() {
      return call;
    },
    take,
    async takeAndWait(fact) {
      awaited.delete(fact.legId);
      take(fact);
      const order = awaited.get(fact.legId);
      if (!order) return false;
      await order;
      return true;
    },
    book,
    written: written.promise,
  };
}

const usersOf = (legs: readonly LegBase[]): string[] => [...new Set(legs.flatMap(({ userId }) => userId ?? []))];
