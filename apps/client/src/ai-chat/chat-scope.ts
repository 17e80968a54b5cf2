import type { ChatScope } from '@sidetone/contract/entities/chat.ts';

/** Ranges of days that can be chosen, and how many days each has; null for all. */
export const dayRanges = { all: null, d1: 1, d7: 7, d14: 14, d30: 30, d90: 90 } as const;
export type DayRange = keyof typeof dayRanges;

/** What is chosen for the next question. */
export interface Chosen {
  /** Null: all channels. */
  readonly channelIds: readonly string[] | null;
  readonly range: DayRange;
}

export const everything: Chosen = { channelIds: null, range: 'all' };

/** The days of a range that ends today; `today` is `yyyy-MM-dd`. */
export function scopeOf({ channelIds, range }: Chosen, today: string): ChatScope {
  const days = dayRanges[range];
  const from = days === null ? null : daysBefore(today, days - 1);
  return { channelIds: channelIds === null ? null : [...channelIds], from, to: days === null ? null : today };
}

function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}

/** The channels with one more or one less; all again where none or every one would be left. */
export function toggled(
  chosen: readonly string[] | null,
  all: readonly string[],
  id: string,
): readonly string[] | null {
  const before = chosen ?? all;
  const after = before.includes(id)
    ? before.filter((each) => each !== id)
    : all.filter((each) => each === id || before.includes(each));
  return after.length === 0 || after.length === all.length ? null : after;
}
