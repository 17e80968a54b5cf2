import { ratingDayPartHours, ratingDialogGapHours, ratingDialogsPerWeek } from '@sidetone/contract/rules/limits.ts';

const hourMs = 60 * 60_000;
const weekMs = 7 * 24 * hourMs;

/**
 * Whether a user may be asked about a call, by the earlier times (milliseconds since 1970): at most four times in seven
 * days, with a day between, and never in the same part of the day as the last time.
 */
export function mayAskForRating(shownAt: readonly number[], now: number, hourOf: HourOf = localHour): boolean {
  // A time in the future was written by a wrong clock.
  const past = shownAt.filter((at) => at <= now);
  if (past.length === 0) return true;
  if (past.filter((at) => now - at < weekMs).length >= ratingDialogsPerWeek) return false;
  const last = Math.max(...past);
  if (now - last < ratingDialogGapHours * hourMs) return false;
  return dayPartOf(hourOf(last)) !== dayPartOf(hourOf(now));
}

/** The times when a user was asked, with now: times that no rule needs any longer are left out. */
export function withAsked(shownAt: readonly number[], now: number): readonly number[] {
  return [...shownAt.filter((at) => at <= now && now - at < weekMs), now];
}

/** The hour of a moment, 0 to 23. */
type HourOf = (at: number) => number;
const localHour: HourOf = (at) => new Date(at).getHours();

/** The part of the day of an hour; the hours at which one ends belong to the next. */
export function dayPartOf(hour: number): number {
  return ratingDayPartHours.findLastIndex((begins) => begins <= hour);
}
