import type { ReportRhythm } from '@sidetone/contract/entities/alarm.ts';

/** What a clock on the wall of a company shows. */
export interface WallClock {
  /** `yyyy-MM-dd`. */
  readonly day: string;
  readonly hour: number;
}

/** A time that a report is about, with its first day and its last. */
export interface ReportPeriod {
  readonly from: string;
  readonly to: string;
}

/** Reports are written when nobody calls any longer, and read with the first coffee. */
const reportHour = 6;
/** A server that was away for longer leaves the days before out. */
const mostDays = 7;

const dayMs = 86_400_000;
const textOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/**
 * The periods whose reports are due, the latest first. Days are those of the calendar, so that no change of a clock doubles or
 * loses one. `since`: the day on which the report was asked for, before which there are no reports.
 */
export function duePeriods(rhythm: ReportRhythm, { day, hour }: WallClock, since: string): ReportPeriod[] {
  if (rhythm === 'off') return [];
  // As if the day began at six.
  const today = Date.parse(`${day}T00:00:00Z`) - (hour < reportHour ? dayMs : 0);
  const periods = rhythm === 'daily' ? lastDays(today) : [lastMonth(today)];
  return periods.filter(({ to }) => to >= since);
}

const lastDays = (today: number): ReportPeriod[] =>
  [...Array(mostDays).keys()].map((before) => {
    const one = textOf(today - (before + 1) * dayMs);
    return { from: one, to: one };
  });

function lastMonth(today: number): ReportPeriod {
  const [year = 0, month = 0] = textOf(today).split('-').map(Number);
  return { from: textOf(Date.UTC(year, month - 2, 1)), to: textOf(Date.UTC(year, month - 1, 0)) };
}
