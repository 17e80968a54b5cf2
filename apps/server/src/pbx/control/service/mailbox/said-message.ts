import { type MailboxSound, mailboxFile } from '../../../media/mailbox-sounds.ts';
import { digitFile } from '../../../media/sounds.ts';
import type { HeardMessage } from '../../../voicemails.ts';

type Locale = 'de' | 'en';

/** No number has more. */
const mostDigits = 15;

/** The files that say how many messages there are. */
export function saidCounts({ fresh, heard }: { fresh: number; heard: number }, locale: Locale): string[] {
  if (fresh === 0 && heard === 0) return files(locale, 'no-messages');
  const said: MailboxSound[] = ['you-have', ...counted(fresh, 'new')];
  if (heard > 0) said.push('and', ...counted(heard, 'kept'));
  return files(locale, ...said);
}

const counted = (count: number, kind: 'new' | 'kept'): MailboxSound[] => {
  if (count === 0) return ['no-new'];
  return count === 1 ? [`${kind}-one`] : [`number-${count}`, `${kind}-many`];
};

/** The files that say who left a message and when, in the language and at the clock of the mailbox. */
export function saidOf(message: HeardMessage, now: Date, locale: Locale): string[] {
  const digits = message.number?.replace(/[^0-9]/g, '').slice(0, mostDigits) ?? '';
  const who =
    digits === ''
      ? files(locale, 'from-hidden')
      : [...files(locale, 'from'), ...[...digits].map((digit) => digitFile(digit, locale))];
  const at = clockOf(message.at, message.timeZone);
  return [...who, ...files(locale, ...saidDay(at, clockOf(now, message.timeZone), locale), ...saidTime(at, locale))];
}

interface Clock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

function clockOf(at: Date, timeZone: string): Clock {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  return { year: of('year'), month: of('month'), day: of('day'), hour: of('hour'), minute: of('minute') };
}

const dayNumber = ({ year, month, day }: Clock): number => Date.UTC(year, month - 1, day) / 86_400_000;

function saidDay(at: Clock, now: Clock, locale: Locale): MailboxSound[] {
  const ago = dayNumber(now) - dayNumber(at);
  if (ago === 0) return ['today'];
  if (ago === 1) return ['yesterday'];
  // 1 January 1970 was a Thursday.
  if (ago > 1 && ago < 7) return [`weekday-${(dayNumber(at) + 4) % 7}`];
  return locale === 'de' ? [`day-${at.day}`, `month-${at.month}`] : [`month-${at.month}`, `day-${at.day}`];
}

/** German says the hour with its word, "vierzehn Uhr fünf"; English has twelve of them, "two oh five p m". */
function saidTime({ hour, minute }: Clock, locale: Locale): MailboxSound[] {
  if (locale === 'de') return ['at', `hour-${hour}`, ...(minute === 0 ? [] : [`number-${minute}` as const])];
  const half = hour < 12 ? 'am' : 'pm';
  const minutes: MailboxSound[] = minute === 0 ? [] : minute < 10 ? ['oh', `number-${minute}`] : [`number-${minute}`];
  return ['at', `number-${hour % 12 === 0 ? 12 : hour % 12}`, ...minutes, half];
}

const files = (locale: Locale, ...names: readonly MailboxSound[]): string[] =>
  names.map((name) => mailboxFile(name, locale));
