import type { Call } from '../calls/call.ts';
import type {
  CallBook,
  EndReason,
  EventName,
  ExchangeClock,
  HandOver,
  LegRecord,
  StagedCall,
  StoredCall,
} from '../ports.ts';

/** After this the caller is refused: an open call nobody can write down is not begun. */
const openingPatienceMs = 5000;
/** After this the answered caller is put through although the write still waits: two people want to talk. */
const establishedPatienceMs = 500;
const firstRetryMs = 200;
const lastRetryMs = 5000;

export interface BookOrders {
  /** Whether the call is durably open. */
  opened(call: Call): Promise<boolean>;
  /** Fulfils when the write is durable or has taken too long; it is tried until it is durable. */
  established(legId: string, userId: string | null, goesOn: StoredCall | null): Promise<void>;
  /** Legs by their ids. */
  staged(call: Call, stage: Omit<StagedCall, 'legs'> & { readonly legIds: readonly string[] }): void;
  menuLed(event: EventName, path: string): void;
  legEnded(legId: string, reason: EndReason): void;
  /** Written before anything else that either call writes from now on. */
  handedOver(move: HandOver, into: BookOrders): void;
  /** Tries a write, in the order of this call's writes, until it is durable. */
  untilDurable(what: string, task: () => Promise<void>): Promise<void>;
  /** Fulfils when the end is durable, however long that takes. */
  ended(reason: EndReason): Promise<void>;
}

interface BookParts {
  readonly book: CallBook;
  readonly clock: ExchangeClock;
  warn(error: unknown, what: string): void;
}

/**
 * The book of one call. Its writes run in order and carry the time of the order, not of the write. A running call never
 * waits for a database that is down: its end is written when the database is back.
 */
export function bookOrders(callId: string, parts: BookParts): BookOrders {
  const { book, clock, warn } = parts;
  const { inTurn, untilDurable } = writesInOrder(parts);
  return {
    opened(call) {
      const { accountId, sessionId, events } = call;
      const opened = { callId, accountId, sessionId, at: clock.now(), legs: legsOf(call), events };
      const write = inTurn(() => book.opened(opened)).then(
        () => true,
        (error: unknown) => {
          warn(error, 'opened');
          return false;
        },
      );
      return atMost(clock, openingPatienceMs, write, false);
    },
    established(legId, userId, goesOn) {
      const at = clock.now();
      const write = untilDurable('established', () => book.established(callId, { legId, userId }, at, goesOn));
      return atMost(clock, establishedPatienceMs, write, undefined);
    },
    staged(call, order) {
      const at = clock.now();
      const stage = stageOf(call, order);
      void untilDurable('staged', () => book.staged(callId, stage, at));
    },
    menuLed(event, path) {
      void untilDurable('menuLed', () => book.menuLed(event, path));
    },
    legEnded(legId, reason) {
      const at = clock.now();
      // The end of the call ends its legs as well, so this write may fail.
      inTurn(() => book.legEnded(legId, reason, at)).catch((error: unknown) => warn(error, 'legEnded'));
    },
    untilDurable,
    handedOver(move, into) {
      const at = clock.now();
      void inTurn(() => into.untilDurable('handedOver', () => book.handedOver(move, at)));
    },
    ended(reason) {
      const at = clock.now();
      return untilDurable('ended', () => book.ended(callId, reason, at));
    },
  };
}

/** One write after the other. */
function writesInOrder({ clock, warn }: BookParts) {
  let tail: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const done = tail.then(task);
    tail = done.catch(() => undefined);
    return done;
  };
  const pause = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve));
  const untilDurable = (what: string, task: () => Promise<void>): Promise<void> =>
    inTurn(async () => {
      for (let wait = firstRetryMs; ; wait = Math.min(wait * 2, lastRetryMs)) {
        try {
          return await task();
        } catch (error) {
          warn(error, what);
        }
        await pause(wait);
      }
    });
  return { inTurn, untilDurable };
}

/** What comes of it, or `late` when that takes longer than `ms`. */
const atMost = <T>(clock: ExchangeClock, ms: number, promise: Promise<T>, late: T): Promise<T> =>
  new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => resolve(late));
    promise.then(resolve, reject).finally(cancel);
  });

const stageOf = (
  call: Call,
  { legIds, events, leaves, forwardedTo }: Parameters<BookOrders['staged']>[1],
): StagedCall => ({
  legs: legsOf(call).filter(({ legId }) => legIds.includes(legId)),
  events,
  leaves,
  ...(forwardedTo && { forwardedTo }),
});

const legsOf = (call: Call): LegRecord[] => [
  ...(call.callerRecord ? [call.callerRecord] : []),
  ...call.forks.map((fork) => ({
    legId: fork.legId,
    sipCallId: fork.sipCallId,
    userId: fork.userId,
    endpointId: fork.endpointId,
    channelId: call.shown.channelId,
    role: 'callee' as const,
    mediaEndpointId: fork.mediaId,
    ...(fork.mobile && fork.target?.kind === 'trunk' && { mobile: fork.target.number }),
  })),
];
