import { formatDuration } from '#i18n/format.ts';
import type { Language } from '#i18n/language.ts';

const localeOf = (language: Language) => (language === 'de' ? 'de-DE' : 'en-GB');

/** A share from 0 to 1 as percent: `89.2 %`, `89,2 %`. */
export const formatShare = (share: number, language: Language, digits = 1): string =>
  `${new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: digits }).format(share * 100)} %`;

export const formatCount = (count: number, language: Language): string =>
  new Intl.NumberFormat(localeOf(language)).format(count);

/** A change with its sign, `±0` where there is none. `text` writes it without one. */
export function withSign(change: number, text: (size: number) => string): string {
  const size = text(Math.abs(change));
  if (change === 0) return `±${size}`;
  return `${change > 0 ? '+' : '−'}${size}`;
}

export const formatSeconds = (seconds: number | null): string => (seconds === null ? '–' : formatDuration(seconds));

/** The day under a bar, `Fri 7`, `Fr. 7`. `day` is `yyyy-MM-dd`. */
export function formatBarDay(day: string, language: Language): string {
  const at = new Date(`${day}T12:00:00`);
  const weekday = new Intl.DateTimeFormat(localeOf(language), { weekday: 'short' }).format(at);
  return `${weekday} ${at.getDate()}`;
}

/** A day of the week; Monday is 1. */
export const formatWeekday = (weekday: number, language: Language, length: 'short' | 'long'): string =>
  // 5 January 2026 was a Monday.
  new Intl.DateTimeFormat(localeOf(language), { weekday: length }).format(new Date(2026, 0, 4 + weekday, 12));

/** An hour of the day: `7 AM`, `7 Uhr`. */
export const formatHour = (hour: number, language: Language): string =>
  language === 'de' ? `${hour} Uhr` : `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;

/** An hour on a scale, in few letters: English says AM or PM where it begins. `before` is the hour that is named before it. */
export function formatHourLabel(hour: number, language: Language, before: number | null): string {
  if (language === 'de') return String(hour);
  const isSameHalf = before !== null && before < 12 === hour < 12;
  return isSameHalf ? String(hour % 12 || 12) : formatHour(hour, language);
}

/** From one hour to the next: `10 to 11 AM`, `10 bis 11 Uhr`. */
export function formatHours(hour: number, language: Language): string {
  const next = (hour + 1) % 24;
  if (language === 'de') return `${hour} bis ${next} Uhr`;
  const isSameHalf = hour < 12 === next < 12;
  return `${isSameHalf ? hour % 12 || 12 : formatHour(hour, language)} to ${formatHour(next, language)}`;
}

/** The top of a scale that takes a number, and its steps, in whole calls. */
export function scaleFor(most: number): { top: number; step: number } {
  const rough = Math.max(1, most) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power);
  return { top: Math.max(1, Math.ceil(most / step)) * step, step };
}
