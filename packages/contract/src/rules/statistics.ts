/**
 * What the words of the statistics mean, each said once. Server and app count by them, and the app shows them as tool
 * tips. ROUTE-011, SROUTE-045
 *
 * - **Call**: one session. A call that was forwarded between two channels of the asker counts once in all channels
 *   together and once in the line of each channel. It belongs to the day on which it began.
 * - **Incoming**: it came in to at least one of the channels; any other call is outgoing.
 * - **Answered**: an incoming call that was established; as a share of the incoming ones.
 * - **Missed**: an incoming call that nobody answered and that the inbox calls missed (`isMissed`) in one of the channels.
 * - **Wait**: the mean time from the beginning of an answered incoming call until someone took it.
 * - **Service level**: of the answered calls, and the missed ones whose caller waited for as long, the share that was answered
 *   within the time that the queue sets. Callers who hang up earlier give nobody the time.
 * - **Talk time**: the mean time from there to the end of the call, of calls in both directions.
 * - **Unresolved over 24 h**: ended calls of any age that are unresolved now and began more than a day ago.
 * - **Period**: today and the days before it by the clock of the company. What it is compared with are as many days
 *   before, the last of them up to the same time of day.
 */
export type StatisticsWord = 'calls' | 'answered' | 'missed' | 'wait' | 'talk' | 'unresolved';

/** Calls that are answered within so many seconds count for the service level of a queue that says nothing else. */
export const usualServiceSeconds = 20;

/** Lengths of a period, in days; today is one of them. */
export const statisticsDays = [1, 7, 14, 30] as const;
export type StatisticsDays = (typeof statisticsDays)[number];

/** An unresolved call that began longer ago waits too long, in milliseconds. */
export const unresolvedAfterMs = 24 * 60 * 60 * 1000;

/** While calls end the figures are read at most this often, in milliseconds. */
export const statisticsCalmMs = 10_000;

/** Most calls that are named because they wait the longest, and most topics. */
export const mostWaitingCalls = 50;
export const mostTopics = 10;

/** The hours of a day that are always shown, from the first to the last; others are where there were calls. */
const usualHours = { first: 7, last: 17 } as const;

/** How many of the incoming calls were answered, from 0 to 1; null where nobody called. */
export function answeredShare({ answered, incoming }: { answered: number; incoming: number }): number | null {
  return incoming === 0 ? null : answered / incoming;
}

/** The service level from 0 to 1; null where nothing can be measured. */
export function serviceLevel({ inTime, measured }: { inTime: number; measured: number }): number | null {
  return measured === 0 ? null : inTime / measured;
}

/** How much more than before, where 0.06 are six percent; null where there was nothing before. */
export function growth(now: number, before: number): number | null {
  return before === 0 ? null : (now - before) / before;
}

/** How much more than before; null where one of them is not known. */
export function difference(now: number | null, before: number | null): number | null {
  return now === null || before === null ? null : now - before;
}

interface BusyHour {
  /** Monday is 1. */
  readonly weekday: number;
  readonly hour: number;
  readonly calls: number;
}

/** The hour of the week with the most calls, the first of several; null where there were none. */
export function peakOf<Hour extends BusyHour>(hours: readonly Hour[]): Hour | null {
  return hours.reduce<Hour | null>((most, one) => (one.calls > (most?.calls ?? 0) ? one : most), null);
}

/** The hours to show, without a gap: the usual ones, and more where there were calls. */
export function hoursToShow(hours: readonly BusyHour[]): number[] {
  const busy = hours.filter(({ calls }) => calls > 0).map(({ hour }) => hour);
  const first = Math.min(usualHours.first, ...busy);
  const last = Math.max(usualHours.last, ...busy);
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
