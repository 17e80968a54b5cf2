import { ratingDayPartHours, ratingDialogGapHours, ratingDialogsPerWeek } from '@sidetone/contract/rules/limits.ts';

const hourMs = 60 * 60_000;
const weekMs = 7 * 24 * hourMs;

/**
 * Whether someone may be asked how a call was, by when they were asked before (milliseconds since 1970): at most four
 * times in seven days, with a day between, and never in the part of day in which they were asked last.
 */
export function mayAskForRating(shownAt: readonly number[], now: number, hourOf: HourOf = localHour): boolean {
  // What is still to come was written by a clock that went wrong.
  const past = shownAt.filter((at) => at <= now);
  if (past.length === 0) return true;
  if (past.filter((at) => now - at < weekMs).length >= ratingDialogsPerWeek) return false;
  const last = Math.max(...past);
  if (now - last < ratingDialogGapHours * hourMs) return false;
  return dayPartOf(hourOf(last)) !== dayPartOf(hourOf(now));
}

/** When someone was asked, with now: what no rule looks at any more is left out. */
export function withAsked(shownAt: readonly number[], now: number): readonly number[] {
  return [...shownAt.filter((at) => at <= now && now - at < weekMs), now];
}

/** The hour of the day, 0 to 23, in which a moment is. */
type HourOf = (at: number) => number;
const localHour: HourOf = (at) => new Date(at).getHours();

/** Which part of the day an hour belongs to; the hours at which one ends belong to the next. */
export function dayPartOf(hour: number): number {
  return ratingDayPartHours.findLastIndex((begins) => begins <= hour);
}
