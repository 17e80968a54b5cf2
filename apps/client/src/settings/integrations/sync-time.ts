import type { Language } from '#i18n/language.ts';

/** The time since a moment, such as `4 min. ago`; null for less than a minute. `moment` is ISO 8601, `now` in ms. */
export function agoOf(moment: string, now: number, language: Language): string | null {
  const minutes = Math.floor((now - Date.parse(moment)) / 60_000);
  if (minutes < 1) return null;
  const words = new Intl.RelativeTimeFormat(language, { style: 'short' });
  if (minutes < 60) return words.format(-minutes, 'minute');
  if (minutes < 24 * 60) return words.format(-Math.floor(minutes / 60), 'hour');
  return words.format(-Math.floor(minutes / (24 * 60)), 'day');
}
