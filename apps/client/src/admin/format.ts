import { dayOf, formatDay, formatTime } from '#i18n/format.ts';
import type { Language } from '#i18n/language.ts';

/** A moment in a table: `Thu 20 Nov, 10:42 AM`. */
export function formatMoment(moment: string, language: Language): string {
  const date = new Date(moment);
  return `${formatDay(dayOf(date), language, new Date().getFullYear())}, ${formatTime(moment, language)}`;
}

/** A size of a file: `12.4 MB`. */
export function formatBytes(bytes: number, language: Language): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const value = new Intl.NumberFormat(language, { maximumFractionDigits: power === 0 ? 0 : 1 });
  return `${value.format(bytes / 1000 ** power)} ${units[power]}`;
}

/** Whether the texts contain every typed word, regardless of case. */
export function matches(typed: string, texts: readonly (string | null | undefined)[]): boolean {
  const text = texts.join(' ').toLocaleLowerCase();
  const digits = text.replace(/[\s+]/g, '');
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word) || (/^\+?\d+$/.test(word) && digits.includes(word.replace('+', ''))));
}
