import { Worker } from 'node:worker_threads';
import {
  type HolidayPlace,
  type HolidaysOfPlace,
  holidaysOfPlace,
  keptHolidays,
  type PublicHoliday,
} from '@sidetone/contract/entities/opening-hours.ts';
import { z } from 'zod';
import { Refusal } from '../../../requests/refusal.ts';
import { answersInTurn } from './answers-in-turn.ts';
import type { HolidayOrder } from './holiday-worker.ts';

/** What a thread tells of a place; `known` is false where there is no such country, state or region. */
const told = holidaysOfPlace.extend({ known: z.boolean(), days: keptHolidays });

/** An answer that takes longer than this is given up, in milliseconds. */
const withinMs = 30_000;
/** A thread with nothing to answer is ended, and its memory goes back. */
const idleMs = 30_000;

let idle: Worker | null = null;
let leaving: NodeJS.Timeout | undefined;

/** One thread answers all companies: calendars of the same place and years are worked out once. */
const calendar = answersInTurn({
  answer: async (order: HolidayOrder) => told.parse(await ask(order)),
  keyOf: ({ place: { country, state, region }, years }) => JSON.stringify([country, state, region, years]),
  mostWaiting: 20,
  mostKept: 50,
});

/** The public holidays of these years. Throws `Refusal` UNAVAILABLE where they cannot be worked out, or too many wait. */
async function holidaysIn(place: HolidayPlace, years: readonly number[]): Promise<z.infer<typeof told>> {
  try {
    return await calendar({ place, years });
  } catch (cause) {
    throw new Refusal('UNAVAILABLE', 'The public holidays could not be worked out.', { cause });
  }
}

/** Asks a thread of its own: the calendars take half a second to load and 40 MB, and calls wait for neither. */
async function ask(order: HolidayOrder): Promise<unknown> {
  clearTimeout(leaving);
  const worker = idle ?? newWorker();
  idle = null;
  worker.ref();
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const onExit = () => reject(new Error('The thread has ended'));
  const late = setTimeout(() => reject(new Error('The calendars take too long')), withinMs);
  worker.once('message', resolve).once('error', reject).once('exit', onExit);
  try {
    worker.postMessage(order);
    const answer = await promise;
    rest(worker);
    return answer;
  } catch (error) {
    void worker.terminate();
    throw error;
  } finally {
    clearTimeout(late);
    worker.off('message', resolve).off('error', reject).off('exit', onExit);
  }
}

function newWorker(): Worker {
  const worker = new Worker(new URL('./holiday-worker.ts', import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  // It may fail while nobody waits for it, and an error without a listener would end the process.
  return worker
    .on('error', () => undefined)
    .once('exit', () => {
      if (idle === worker) idle = null;
    });
}

/** An administrator who chooses a place asks for several in a row. */
function rest(worker: Worker): void {
  worker.unref();
  idle = worker;
  leaving = setTimeout(() => {
    if (idle === worker) idle = null;
    void worker.terminate();
  }, idleMs).unref();
}

/** What is known of a place, with its public holidays from this day, `2026-11-29`, for twelve months. */
export async function holidaysFrom(place: HolidayPlace, today: string): Promise<HolidaysOfPlace> {
  const year = Number(today.slice(0, 4));
  const { known, states, regions, days } = await holidaysIn(place, [year, year + 1]);
  const end = `${year + 1}${today.slice(4)}`;
  return {
    states,
    regions,
    days: known ? inOrder(days).filter(({ from, until }) => until >= today && from < end) : [],
  };
}

/**
 * The public holidays that opening hours keep, from the year of this day until the end of the year after next; null where nobody
 * knows such a place.
 */
export async function holidaysToKeep(
  place: HolidayPlace,
  today: string,
): Promise<{ days: PublicHoliday[]; until: string } | null> {
  const year = Number(today.slice(0, 4));
  const { known, days } = await holidaysIn(place, [year, year + 1, year + 2]);
  return known ? { days: inOrder(days), until: `${year + 2}-12-31` } : null;
}

const inOrder = (days: readonly PublicHoliday[]): PublicHoliday[] =>
  days.toSorted((one, other) => one.from.localeCompare(other.from));
