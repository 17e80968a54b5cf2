import { parentPort } from 'node:worker_threads';
import type { HolidayPlace } from '@sidetone/contract/entities/opening-hours.ts';
import Holidays from 'date-holidays';
import { wholeDays } from './whole-days.ts';

/** What the thread is asked: the public holidays of these years. */
export interface HolidayOrder {
  readonly place: HolidayPlace;
  readonly years: readonly number[];
}

const named = (names: Readonly<Record<string, string>> | undefined) =>
  Object.entries(names ?? {}).map(([id, name]) => ({ id, name }));

function answer({ place: { country, state, region }, years }: HolidayOrder) {
  const all = new Holidays();
  const states = named(all.getStates(country));
  const regions = state === null ? [] : named(all.getRegions(country, state));
  const known = all.getCountries()[country] !== undefined;
  const fits = (code: string | null, among: readonly { id: string }[]) =>
    code === null || among.some(({ id }) => id === code);
  if (!known || !fits(state, states) || !fits(region, regions)) return { known: false, states, regions, days: [] };
  const options = { timezone: 'UTC', types: ['public' as const] };
  const ofPlace = new Holidays(country, state ?? '', region ?? '', options);
  const inGerman = years.flatMap((year) => ofPlace.getHolidays(year, 'de'));
  const inEnglish = years.flatMap((year) => ofPlace.getHolidays(year, 'en'));
  const days = inGerman.flatMap((day, at) => {
    const span = wholeDays(day);
    const names = { de: day.name, en: inEnglish[at]?.name ?? day.name };
    return span === null ? [] : [{ rule: day.rule, ...span, names }];
  });
  return { known: true, states, regions, days };
}

// What fails here ends the thread, and the one that asked is told why.
parentPort?.on('message', (order: HolidayOrder) => parentPort?.postMessage(answer(order)));
