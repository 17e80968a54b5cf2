import { type RoutingDestination, type Weekday, weekdays } from '@sidetone/contract/entities/channel-routing.ts';
import { heldAt } from '@sidetone/contract/entities/hand-switch.ts';
import type { HeldRouting } from '../ports.ts';

export type Opening =
  | { readonly open: true }
  | {
      readonly open: false;
      /** Where calls go meanwhile. */
      readonly destination: RoutingDestination;
      /** Name of the holiday; null outside the hours. */
      readonly holiday: string | null;
      readonly byHand: boolean;
    };

/** What the clock on the wall shows there. */
export interface WallTime {
  /** `2026-12-24` */
  readonly date: string;
  readonly weekday: Weekday;
  /** `08:30` */
  readonly time: string;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/**
 * A moment by the clock of an IANA time zone, across daylight saving: an hour that comes twice is open twice, one that is
 * left out is never. Throws `RangeError` for an unknown zone.
 */
export function wallTime(at: Date, timeZone: string): WallTime {
  let clock = clocks.get(timeZone);
  if (!clock) {
    const digits = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
    clock = new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', ...digits });
    clocks.set(timeZone, clock);
  }
  const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  const date = `${parts['year']?.padStart(4, '0')}-${parts['month']}-${parts['day']}`;
  // The calendar day alone decides the weekday, so any zone will do to ask for it: Monday is 1.
  const day = new Date(`${date}T00:00:00Z`).getUTCDay();
  return { date, weekday: weekdays[(day + 6) % 7] as Weekday, time: `${parts['hour']}:${parts['minute']}` };
}

/** Whether a channel takes calls at this moment. What was switched by hand counts first, a holiday before the week. */
export function openingAt(
  { hours, holidays, closed, held }: Pick<HeldRouting, 'hours' | 'holidays' | 'closed' | 'held'>,
  at: Date,
  timeZone: string,
): Opening {
  const kept = heldAt(held, at);
  if (kept === 'open') return { open: true };
  if (kept === 'closed') return { open: false, destination: closed, holiday: null, byHand: true };
  const { date, weekday, time } = wallTime(at, timeZone);
  const holiday = holidays.find(({ from, until }) => from <= date && date <= until);
  if (holiday) {
    return { open: false, destination: holiday.destination ?? closed, holiday: holiday.name, byHand: false };
  }
  if (!hours || hours[weekday].some(({ from, until }) => from <= time && time < until)) return { open: true };
  return { open: false, destination: closed, holiday: null, byHand: false };
}
