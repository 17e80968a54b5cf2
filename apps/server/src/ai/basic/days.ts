import type { Language } from './call.ts';
import { lexicons } from './lexicons.ts';

/** A day that a sentence names, and where in it. */
export interface DayMention {
  readonly from: number;
  readonly to: number;
  /** YYYY-MM-DD; null where the words leave it open which day is meant ("next Friday"). */
  readonly day: string | null;
  /** A word of deadline stands before it: "by", "until", "bis". */
  readonly isDeadline: boolean;
}

interface Rule {
  readonly pattern: RegExp;
  /** Days after the call, a date, or null for what is not certain. */
  day(found: RegExpExecArray, call: string): string | null;
}

/**
 * Days named in a sentence as `plain` writes it, counted from the day of the call (YYYY-MM-DD). Stricter than people are: a
 * weekday needs a word before it that says it is a day to come, and a weekday equal to the day of the call is left open. Clock
 * times, weeks and months name no day.
 */
export function daysIn(plain: string, language: Language, call: string): DayMention[] {
  const found: DayMention[] = [];
  for (const { pattern, day } of rules[language]) {
    for (const each of plain.matchAll(pattern)) {
      const [from, to] = [each.index, each.index + each[0].length];
      if (found.some((other) => from < other.to && other.from < to)) continue;
      const meant = isOpenAfter(plain.slice(to), language) ? null : day(each, call);
      found.push({ from, to, day: meant, isDeadline: /^(?:by|until|till|bis)\b/.test(each[0]) });
    }
  }
  return found.sort((a, b) => a.from - b.from);
}

/** "Tomorrow week", "heute in zwei Wochen": a day far from the one that is named. */
const isOpenAfter = (rest: string, language: Language): boolean =>
  (language === 'en'
    ? /^ (?:week\b|or |in (?:a|two|three) weeks?)/
    : /^ (?:in (?:einer|zwei|drei|\d) wochen?|oder )/
  ).test(rest);

/** The day so many days after another, both YYYY-MM-DD. */
export function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The next such weekday after a day, 0 being Sunday; null for that day's own. */
function comingWeekday(weekday: number, call: string): string | null {
  const ahead = (weekday - new Date(`${call}T12:00:00Z`).getUTCDay() + 7) % 7;
  return ahead === 0 ? null : dayAfter(call, ahead);
}

/** A date that comes: of this year, or of the next one where it has passed. Null for a 31st of June. */
function comingDate(month: number, dayOfMonth: number, call: string, year?: number): string | null {
  const years = year === undefined ? [Number(call.slice(0, 4)), Number(call.slice(0, 4)) + 1] : [year];
  for (const each of years) {
    const date = new Date(Date.UTC(each, month, dayOfMonth, 12));
    if (date.getUTCMonth() !== month || date.getUTCDate() !== dayOfMonth) return null;
    const day = date.toISOString().slice(0, 10);
    if (day >= call) return day;
  }
  return null;
}

const ordinals: Readonly<Record<Language, readonly string[]>> = {
  en: 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  ),
  de: 'erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft dreizehnt vierzehnt fünfzehnt sechzehnt siebzehnt achtzehnt neunzehnt zwanzigst einundzwanzigst zweiundzwanzigst dreiundzwanzigst vierundzwanzigst fünfundzwanzigst sechsundzwanzigst siebenundzwanzigst achtundzwanzigst neunundzwanzigst dreißigst einunddreißigst'.split(
    ' ',
  ),
};

/** "14th", "3", "fourteenth", "dritten" → a number; 0 for none. */
function ordinalOf(word: string, language: Language): number {
  const digits = /^\d{1,2}/.exec(word);
  if (digits !== null) return Number(digits[0]);
  const tens = /^(twenty|thirty)[- ](\S+)$/.exec(word);
  if (tens !== null) return (tens[1] === 'twenty' ? 20 : 30) + ordinals.en.indexOf(tens[2] ?? '') + 1;
  return ordinals[language].indexOf(language === 'de' ? word.replace(/e[nrms]?$/, '') : word) + 1;
}

const weekdayAt = (name: string | undefined, language: Language) => lexicons[language].weekdays.indexOf(name ?? '');
const monthAt = (name: string | undefined, language: Language) => lexicons[language].months.indexOf(name ?? '');

const enWeekdays = '(monday|tuesday|wednesday|thursday|friday|saturday|sunday)';
const enMonths = '(january|february|march|april|may|june|july|august|september|october|november|december)';
const enOrdinal = '(\\d{1,2}(?:st|nd|rd|th)?|(?:twenty|thirty)[- ]\\w+|\\w+(?:st|nd|rd|th))';
const deWeekdays = '(montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)';
const deMonths = '(januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)';
const deOrdinal = '(\\d{1,2}|\\p{L}+(?:ten|ter|te|sten|ster|ste))';

const english: readonly Rule[] = [
  { pattern: /\bthe day after tomorrow\b/gu, day: (_, call) => dayAfter(call, 2) },
  { pattern: /\b(?:a |one |two |three )?weeks? from (?:today|tomorrow|now)\b/gu, day: () => null },
  { pattern: /\b(?:(?:by|until|till) )?tomorrow\b/gu, day: (_, call) => dayAfter(call, 1) },
  {
    pattern: /\b(?:(?:by|until|till) )?(?:today|tonight|this (?:morning|afternoon|evening))\b/gu,
    day: (_, call) => call,
  },
  {
    pattern: new RegExp(`\\b(?:(?:by|until|till|on|for|to) )?(?:the )?${enOrdinal}(?: of)? ${enMonths}\\b`, 'gu'),
    day: ([, day = '', month], call) => comingDate(monthAt(month, 'en'), ordinalOf(day, 'en'), call),
  },
  {
    pattern: new RegExp(`\\b(?:(?:by|until|till|on|for|to) )?${enMonths} (?:the )?${enOrdinal}\\b`, 'gu'),
    day: ([, month, day = ''], call) => comingDate(monthAt(month, 'en'), ordinalOf(day, 'en'), call),
  },
  {
    pattern: new RegExp(`\\b(?:next|last|every|each|from|since|before|after) ${enWeekdays}s?\\b`, 'gu'),
    day: () => null,
  },
  {
    pattern: new RegExp(`\\b(?:by|until|till|on|this|this coming) ${enWeekdays}\\b`, 'gu'),
    day: ([, name], call) => comingWeekday(weekdayAt(name, 'en'), call),
  },
];

const german: readonly Rule[] = [
  { pattern: /(?<!\p{L})(?:bis )?übermorgen(?!\p{L})/gu, day: (_, call) => dayAfter(call, 2) },
  {
    pattern: /(?<!\p{L})(?:bis )?heute(?:morgen| morgen| früh| \p{L}*(?:mittag|abend|nacht))?(?!\p{L})/gu,
    day: (_, call) => call,
  },
  {
    pattern:
      /(?<!\p{L})(?<!(?:guten|am|jeden|gestern|diesem|nächsten|den|frühen|vom|der) )(?:bis )?morgen(?: früh| \p{L}*(?:mittag|abend))?(?!\p{L})/gu,
    day: (_, call) => dayAfter(call, 1),
  },
  {
    pattern: new RegExp(
      `(?<!\\p{L})(?:(?:bis|bis zum|am|zum|den|für den|dafür den|der) )?${deOrdinal} ${deMonths}(?: (20\\d\\d))?(?!\\p{L})`,
      'gu',
    ),
    day: ([, day = '', month, year], call) =>
      comingDate(monthAt(month, 'de'), ordinalOf(day, 'de'), call, year === undefined ? undefined : Number(year)),
  },
  {
    pattern: /(?<![\d.])(?:bis|bis zum|am|zum|den|dem|der) (\d{1,2})\.(\d{1,2})(?:\.(20\d\d))?(?![\d.]*\d)/gu,
    day: ([, day, month, year], call) =>
      comingDate(Number(month) - 1, Number(day), call, year === undefined ? undefined : Number(year)),
  },
  {
    pattern: new RegExp(
      `(?<!\\p{L})(?:nächste[nr]?|letzte[nrs]?|vergangene[nr]?|jede[nr]?|vom|seit|ab|vor|nach|von) ${deWeekdays}\\p{L}*`,
      'gu',
    ),
    day: () => null,
  },
  {
    pattern: new RegExp(
      `(?<!\\p{L})(?:bis|bis zum|am|diesen|bis spätestens|spätestens|spätestens am|bis kommenden|kommenden|am kommenden) ${deWeekdays}(?:s|vormittag|mittag|nachmittag|abend|morgen|früh)?(?!\\p{L})`,
      'gu',
    ),
    day: ([, name], call) => comingWeekday(weekdayAt(name === 'sonnabend' ? 'samstag' : name, 'de'), call),
  },
];

const rules: Readonly<Record<Language, readonly Rule[]>> = { de: german, en: english };
