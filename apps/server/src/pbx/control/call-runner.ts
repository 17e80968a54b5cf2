import type { Logger } from 'pino';
import type { Call, LegBase } from '../calls/call.ts';
import { isDone, step } from '../calls/call-core.ts';
import type { CallFact, CallOrder, CallTimer } from '../calls/call-facts.ts';
import type { Legs } from '../calls/legs.ts';
import { isOpen, winnerOf } from '../calls/turn.ts';
import { unreachable } from '../calls/unreachable.ts';
import type { Media } from '../media/media.ts';
import type { Announcements, CallBook, ExchangeClock } from '../ports.ts';
import { bookOrders } from './book-orders.ts';
import { mediaOrders } from './media-orders.ts';

export interface RunnerPorts {
  readonly legs: Legs;
  readonly media: Media;
  readonly book: CallBook;
  readonly announce: Announcements;
  readonly clock: ExchangeClock;
  readonly log: Logger;
}

/** One call being run: the core decides, this does it and reports back. */
export interface RunningCall {
  readonly call: Call;
  take(fact: CallFact): void;
  /** Puts a leg on hold or takes it off; false when that leg does not talk. Rejects with `MediaError`. */
  hold(legId: string, held: boolean): Promise<boolean>;
  /** Fulfils when the end is in the book. */
  readonly written: Promise<void>;
}

/** Runs a call from its beginning; `onDone` once nothing can come of it any more. */
export function runCall(begun: Call, ports: RunnerPorts, onDone: () => void): RunningCall {
  const { legs, announce, clock } = ports;
  const { callId, sessionId } = begun;
  const log = ports.log.child({ callId, sessionId });
  const warn = (error: unknown, what: string) => log.warn({ err: error, what }, 'a step of the call failed');
  const about = (who: readonly LegBase[]) => ({ callId, sessionId, userIds: usersOf(who) });
  const timers = new Map<CallTimer, () => void>();
  const facts: CallFact[] = [];
  const holds = new Map<string, Promise<void>>();
  const written = Promise.withResolvers<void>();
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
        for (const order of result.orders) perform(order);
      }
    } finally {
      busy = false;
    }
    if (!done && isDone(call)) {
      done = true;
      for (const cancel of timers.values()) cancel();
      onDone();
    }
  };
  const media = mediaOrders(ports.media, take, warn);
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
      case 'bookLegEnded':
        book.legEnded(order.legId, order.reason);
        break;
      case 'bookEnded':
        log.info({ reason: order.reason }, `ended: ${order.reason}`);
        drop(
          book.ended(order.reason).then(() => {
            written.resolve();
            announce.callEnded({ ...about([begun.caller, ...begun.forks]), reason: order.reason });
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
      case 'hold': {
        const held = media.perform(order, call);
        holds.set(order.legId, held);
        drop(held, 'hold');
        break;
      }
      case 'openMedia':
      case 'acceptAnswer':
      case 'answerReoffer':
      case 'reoffer':
      case 'bridge':
      case 'echo':
      case 'play':
      case 'sendDtmf':
      case 'closeMedia':
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
    async hold(legId, held) {
      holds.delete(legId);
      take({ type: 'holdAsked', legId, held });
      const order = holds.get(legId);
      if (!order) return false;
      await order;
      return true;
    },
    written: written.promise,
  };
}

const usersOf = (legs: readonly LegBase[]): string[] => [...new Set(legs.flatMap(({ userId }) => userId ?? []))];
