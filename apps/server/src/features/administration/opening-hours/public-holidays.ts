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
import type { HolidayOrder } from './holiday-worker.ts';

/** What a thread tells of a place; `known` is false where there is no such country, state or region. */
const told = holidaysOfPlace.extend({ known: z.boolean(), days: keptHolidays });

/** A thread that takes longer than this is ended, in milliseconds. */
const withinMs = 20_000;

/** One after the other: each loads the calendars of all countries. */
let last: Promise<unknown> = Promise.resolve();

/** The public holidays of these years. Throws `Refusal` UNAVAILABLE where they cannot be worked out. */
async function holidaysIn(place: HolidayPlace, years: readonly number[]): Promise<z.infer<typeof told>> {
  const turn = last.then(() => ask({ place, years }));
  last = turn.catch(() => undefined);
  try {
    return told.parse(await turn);
  } catch (cause) {
    throw new Refusal('UNAVAILABLE', 'The public holidays could not be worked out.', { cause });
  }
}

/**
 * Asks a thread of its own, which ends with its answer: the calendars take half a second to load and 40 MB, and calls wait for
 * neither.
 */
async function ask(order: HolidayOrder): Promise<unknown> {
  const worker = new Worker(new URL('./holiday-worker.ts', import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const late = setTimeout(() => reject(new Error('The calendars take too long')), withinMs);
  worker.once('message', resolve).once('error', reject);
  worker.once('exit', () => reject(new Error('The thread has ended')));
  worker.postMessage(order);
  return await promise.finally(() => {
    clearTimeout(late);
    void worker.terminate();
  });
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
