import type { Language } from './language.ts';

const clockParts: Record<Language, { locale: string; parts: Intl.DateTimeFormatOptions }> = {
  en: { locale: 'en-US', parts: { hour: 'numeric', minute: '2-digit', hour12: true } },
  de: { locale: 'de-DE', parts: { hour: '2-digit', minute: '2-digit' } },
};
const dayParts: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit' };
const formats = new Map<string, Intl.DateTimeFormat>();

/** A format for a time zone, made once. A zone that this browser does not know is replaced by its own. */
function formatIn(
  kind: string,
  locale: string,
  parts: Intl.DateTimeFormatOptions,
  zone: string | undefined,
): Intl.DateTimeFormat {
  const key = `${kind} ${locale} ${zone ?? ''}`;
  const known = formats.get(key);
  if (known) return known;
  let made: Intl.DateTimeFormat;
  try {
    made = new Intl.DateTimeFormat(locale, zone === undefined ? parts : { ...parts, timeZone: zone });
  } catch {
    made = new Intl.DateTimeFormat(locale, parts);
  }
  formats.set(key, made);
  return made;
}

/** A time of day: `10:42 AM`, `10:42 Uhr`. `moment` is ISO 8601; `zone` is an IANA name, without it the browser's. */
export function formatTime(moment: string, language: Language, zone?: string): string {
  const { locale, parts } = clockParts[language];
  const time = formatIn('clock', locale, parts, zone).format(new Date(moment)).replace(/\s/gu, ' ');
  return language === 'de' ? `${time} Uhr` : time;
}

/** A day without its year, or with it where it is not `thisYear`: `Thu 20 Nov`, `Do., 20. Nov.`. `day` is `yyyy-MM-dd`. */
export function formatDay(day: string, language: Language, thisYear: number): string {
  const date = new Date(`${day}T12:00:00`);
  const format = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(date.getFullYear() === thisYear ? {} : { year: 'numeric' }),
  });
  const text = format.format(date);
  return language === 'de' ? text : text.replace(',', '');
}

/** A day in a sentence: `12 March`, `12. März`, with its year where it is not `thisYear`. `day` is `yyyy-MM-dd`. */
export function formatLongDay(day: string, language: Language, thisYear: number): string {
  const date = new Date(`${day}T12:00:00`);
  return new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    day: 'numeric',
    month: 'long',
    ...(date.getFullYear() === thisYear ? {} : { year: 'numeric' }),
  }).format(date);
}

/** A day with its year in few letters: `23 Nov 2026`, `23. Nov. 2026`. `day` is `yyyy-MM-dd`. */
export function formatDate(day: string, language: Language): string {
  return new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(new Date(`${day}T12:00:00`));
}

/** The day of a moment as `yyyy-MM-dd` in a zone with this IANA name, without it in the browser's. */
export function dayOf(moment: Date, zone?: string): string {
  if (zone !== undefined) {
    const parts = formatIn('day', 'en-CA', dayParts, zone).formatToParts(moment);
    return ['year', 'month', 'day'].map((type) => parts.find((one) => one.type === type)?.value).join('-');
  }
  const two = (value: number) => String(value).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** The day before one, both as `yyyy-MM-dd`. */
export function dayBefore(day: string): string {
  const date = new Date(`${day}T12:00:00`);
  date.setDate(date.getDate() - 1);
  return dayOf(date);
}

/** A length in rows and timers: `6:12`, `1:02:09`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** A length in a sentence: `6 min 12 s`. */
export function formatLongDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [
    [Math.floor(whole / 3600), 'h'],
    [Math.floor((whole % 3600) / 60), 'min'],
    [whole % 60, 's'],
  ] as const;
  return parts.flatMap(([value, unit]) => (value > 0 ? [`${value} ${unit}`] : [])).join(' ') || '0 s';
}
