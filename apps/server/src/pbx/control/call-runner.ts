import type { Call } from '../calls/call.ts';
import { isDone, step } from '../calls/call-core.ts';
import type { CallFact, CallOrder } from '../calls/call-facts.ts';
import type { LegOrder } from '../calls/legs.ts';
import { bookOrders } from './book-orders.ts';
import { callTimers, performOrders, usersOf } from './call-orders.ts';
import { mediaOrders } from './media-orders.ts';
import { noteFailure } from './note-failure.ts';
import type { RunnerEvents, RunnerPorts, RunningCall } from './running-call.ts';

/** Runs a call from its beginning. */
export function runCall(begun: Call, ports: RunnerPorts, events: RunnerEvents): RunningCall {
  const { callId, sessionId } = begun;
  const log = ports.log.child({ callId, sessionId });
  const warn = (error: unknown, what: string) => noteFailure(log, error, what, 'a step of the call failed');
  const facts: CallFact[] = [];
  const awaited = new Map<string, Promise<void>>();
  const [written, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const everybody = new Set(usersOf([begun.caller, ...begun.forks]));
  const timers = callTimers(ports.clock, take);
  let call = begun;
  let busy = false;
  let done = false;

  const running: RunningCall = {
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
    book: bookOrders(callId, { book: ports.book, clock: ports.clock, warn }),
    written: written.promise,
    reached: reached.promise,
  };
  const media = mediaOrders(ports.audio, take, warn);
  const ended = () => written.resolve();
  const perform = performOrders({ running, ports, events, media, log, timers, awaited, everybody, ended, warn });
  return running;

  function take(fact: CallFact): void {
    facts.push(fact);
    // A fact that an order brings immediately waits for its turn: the core never runs inside itself.
    if (busy) return;
    busy = true;
    try {
      for (let next = facts.shift(); next; next = facts.shift()) {
        const result = step(call, next);
        call = result.call;
        for (const userId of usersOf(call.forks)) everybody.add(userId);
        ports.steps?.stepped(call, next, result.orders);
        for (const order of result.orders) perform(order);
        if (result.orders.some(reaches)) reached.resolve();
      }
    } finally {
      busy = false;
    }
    events.changed(running);
    if (done || !isDone(call)) return;
    done = true;
    reached.resolve();
    timers.stopAll();
    events.done(running);
  }
}

const reachingLegs = new Set<LegOrder['do']>(['invite', 'provisional', 'answer', 'refuse']);
const reaching = new Set<CallOrder['do']>(['serve', 'nextStage']);

/** Whether with this order the call has got to somebody, or the caller is answered. */
const reaches = (order: CallOrder): boolean =>
  order.do === 'leg' ? reachingLegs.has(order.order.do) : reaching.has(order.do);
