import type { Logger } from 'pino';
import type { LegBase } from '../calls/call.ts';
import type { CallFact, CallOrder, CallTimer } from '../calls/call-facts.ts';
import { isOpen, partnerOf, winnerOf } from '../calls/turn.ts';
import type { ExchangeClock } from '../ports.ts';
import type { MediaOrders } from './media-orders.ts';
import type { RunnerEvents, RunnerPorts, RunningCall } from './running-call.ts';

type Kind = CallOrder['do'];
/** Does the orders of some kinds. */
type Doing<Some extends Kind> = { readonly [Each in Some]: (order: Extract<CallOrder, { do: Each }>) => void };

/** What the orders of one call are done with. */
export interface OrderParts {
  readonly running: RunningCall;
  readonly ports: RunnerPorts;
  readonly events: RunnerEvents;
  readonly media: MediaOrders;
  readonly log: Logger;
  readonly timers: CallTimers;
  /** What `takeAndWait` waits for, by leg. */
  readonly awaited: Map<string, Promise<void>>;
  /** All who were rung or called. */
  readonly everybody: ReadonlySet<string>;
  /** The end is in the book. */
  readonly ended: () => void;
  warn(error: unknown, what: string): void;
}

/** Does each order of a call; whatever comes of it comes back to the call as a fact. */
export function performOrders(parts: OrderParts): (order: CallOrder) => void {
  const doing: Doing<Kind> = {
    leg: ({ order }) => parts.ports.legs.order(order),
    startTimer: ({ timer, ms }) => parts.timers.start(timer, ms),
    stopTimer: ({ timer }) => parts.timers.stop(timer),
    ...writing(parts),
    ...announcing(parts),
    ...sounding(parts),
    ...handingOn(parts),
  };
  return (order) => (doing[order.do] as (order: CallOrder) => void)(order);
}

const drop = ({ warn }: OrderParts, promise: Promise<unknown>, what: string): void => {
  promise.catch((error: unknown) => warn(error, what));
};

/** Into the book. */
function writing(
  parts: OrderParts,
): Doing<'bookOpened' | 'bookEstablished' | 'bookStage' | 'bookMenu' | 'bookLegEnded' | 'bookEnded'> {
  const { running, ports, events, log, everybody, ended } = parts;
  const { book } = running;
  return {
    bookOpened() {
      const opened = book.opened(running.call);
      drop(
        parts,
        opened.then((durable) => running.take({ type: durable ? 'openedBooked' : 'openedNotBooked' })),
        'opened',
      );
    },
    bookEstablished({ legId, userId }) {
      const established = book.established(legId, userId, events.goesOn(running));
      drop(
        parts,
        established.then(() => running.take({ type: 'establishedSettled' })),
        'established',
      );
    },
    bookStage: (order) => book.staged(running.call, order),
    bookMenu: ({ event, path }) => book.menuLed(event, path),
    bookLegEnded: ({ legId, reason }) => book.legEnded(legId, reason),
    bookEnded({ reason }) {
      const { callId, sessionId } = running.call;
      log.info({ reason }, `ended: ${reason}`);
      const written = book.ended(reason).then(() => {
        ended();
        ports.announce.callEnded({ callId, sessionId, userIds: [...everybody], reason });
      });
      drop(parts, written, 'ended');
    },
  };
}

/** To the rest of the server. */
function announcing({ running, ports, log }: OrderParts): Doing<'announceRinging' | 'announceEstablished'> {
  const about = (who: readonly LegBase[]) => {
    const { callId, sessionId } = running.call;
    return { callId, sessionId, userIds: usersOf(who) };
  };
  return {
    announceRinging() {
      log.info('ringing');
      ports.announce.callRinging(about(running.call.forks.filter(isOpen)));
    },
    announceEstablished() {
      const { call } = running;
      log.info('established');
      ports.announce.callEstablished(about([call.caller, ...call.forks.filter((fork) => fork === winnerOf(call))]));
    },
  };
}

type Sound = 'openMedia' | 'acceptAnswer' | 'answerReoffer' | 'reoffer' | 'bridge' | 'echo' | 'play';

/** To media endpoints. */
function sounding(parts: OrderParts): Doing<Sound | 'hold' | 'sendDtmf' | 'closeMedia'> {
  const { running, ports, media, awaited } = parts;
  const perform = (order: Parameters<MediaOrders['perform']>[0]): Promise<void> => {
    const performed = media.perform(order, running.call);
    drop(parts, performed, order.do);
    return performed;
  };
  const away = (order: Extract<CallOrder, { do: Sound }>): void => void perform(order);
  return {
    openMedia: away,
    acceptAnswer: away,
    answerReoffer: away,
    reoffer: away,
    bridge: away,
    echo: away,
    play: away,
    hold(order) {
      awaited.set(order.legId, perform(order));
    },
    sendDtmf(order) {
      const performed = perform(order);
      for (const legId of [order.legId, partnerOf(running.call, order.legId)?.legId]) {
        if (legId !== undefined) awaited.set(legId, performed);
      }
    },
    closeMedia(order) {
      ports.recordings.legLeft(order.legId);
      void perform(order);
    },
  };
}

/** To those who do what one call cannot do by itself. */
function handingOn({
  running,
  events,
}: OrderParts): Doing<'nextStage' | 'serve' | 'serviceKey' | 'askMobile' | 'ringBack'> {
  return {
    nextStage: ({ refusal }) => events.nextStage(running, refusal),
    serve: ({ legId, service }) => events.serve(running, legId, service),
    serviceKey: ({ legId, digit }) => events.serviceKey(running, legId, digit),
    askMobile: ({ legId, mediaId, mobile }) => events.askMobile(running, legId, mediaId, mobile),
    ringBack: ({ caller, to }) => events.ringBack(running, caller, to),
  };
}

/** The timers of one call; each says the fact `timerFired`. */
export interface CallTimers {
  /** One that runs already begins from the start again. */
  start(timer: CallTimer, ms: number): void;
  stop(timer: CallTimer): void;
  stopAll(): void;
}

export function callTimers(clock: ExchangeClock, take: (fact: CallFact) => void): CallTimers {
  const running = new Map<CallTimer, () => void>();
  return {
    start(timer, ms) {
      running.get(timer)?.();
      running.set(
        timer,
        clock.after(ms, () => take({ type: 'timerFired', timer })),
      );
    },
    stop(timer) {
      running.get(timer)?.();
      running.delete(timer);
    },
    stopAll() {
      for (const cancel of running.values()) cancel();
    },
  };
}

/** The users of these legs, each once. */
export const usersOf = (legs: readonly LegBase[]): string[] => [...new Set(legs.flatMap(({ userId }) => userId ?? []))];
