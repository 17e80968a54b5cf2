import type { Logger } from 'pino';
import type { LegFact, Legs } from './calls/legs.ts';
import type { CallCommands } from './commands.ts';
import type { RecordingDesk, RecordingParts } from './control/recording-desk.ts';
import { switchboard } from './control/switchboard.ts';
import type { Media } from './media/media.ts';
import type { Announcements, CallBook, Directory, ExchangeClock } from './ports.ts';

export interface ExchangeParts {
  readonly legs: Legs;
  readonly media: Media;
  readonly directory: Directory;
  readonly book: CallBook;
  readonly announce: Announcements;
  readonly clock: ExchangeClock;
  readonly log: Logger;
  /** Makes the desk that records; without it nothing can be recorded. */
  readonly recordings?: (parts: RecordingParts) => RecordingDesk;
}

export interface Exchange extends CallCommands {
  /** Calls that ring or talk. */
  activeCalls(): number;
  /** Ends every call, and waits up to 3 s for their ends to be durable. */
  stop(): Promise<void>;
}

const mediaRetryMs = 250;
const mediaPatienceMs = 10_000;
const stopPatienceMs = 3000;

/**
 * Starts the exchange. What an earlier life left behind is ended first: media endpoints, open calls and their inbox
 * events. Only then are calls taken; who called meanwhile has waited. Fails when the book cannot be reaped.
 */
export async function startExchange(parts: ExchangeParts): Promise<Exchange> {
  const { legs, media, book, clock, log } = parts;
  /** What devices say while the old life is still being tidied up waits. */
  const early: LegFact[] = [];
  let hear = (fact: LegFact): void => void early.push(fact);
  const stopLegs = legs.onFact((fact) => hear(fact));
  await closeOldEndpoints(parts);
  const reaped = await book.reap();
  if (reaped > 0) log.info({ reaped }, 'ended the calls of an earlier life');
  // Whoever still holds such a call in the hand hears that it is over.
  await legs.adopt([]);

  const board = switchboard(parts);
  const stopHearing = [stopLegs, legs.onContact(board.contactCame), media.onFact(board.mediaFact)];
  hear = board.legFact;
  for (const fact of early) hear(fact);
  let stopping = false;

  return {
    ...board.commands,
    activeCalls: () => board.activeCalls(),
    async stop() {
      if (stopping) return;
      stopping = true;
      await withinPatience(clock, stopPatienceMs, board.close());
      for (const stop of stopHearing) stop();
    },
  };
}

/** A media process that is still starting is waited for; without one calls are refused until it comes. */
async function closeOldEndpoints({ media, clock, log }: ExchangeParts): Promise<void> {
  // By the clock and not by counting tries: each may take seconds before it fails.
  const until = clock.now().getTime() + mediaPatienceMs;
  for (;;) {
    try {
      await media.closeAll();
      return;
    } catch (error) {
      if (clock.now().getTime() >= until) {
        log.error({ err: error }, 'media does not answer');
        return;
      }
    }
    await new Promise<void>((resolve) => clock.after(mediaRetryMs, resolve));
  }
}

const withinPatience = (clock: ExchangeClock, ms: number, done: Promise<void>): Promise<void> =>
  new Promise((resolve, reject) => {
    const cancel = clock.after(ms, resolve);
    done.then(resolve, reject).finally(cancel);
  });
