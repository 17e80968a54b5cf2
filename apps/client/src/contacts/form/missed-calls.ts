import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { isMissed } from '@sidetone/contract/rules/inbox-status.ts';
import type { NumberPlace } from '@sidetone/contract/rules/numbers/dialable.ts';
import { readNumber } from '@sidetone/contract/rules/numbers/number-reading.ts';
import { dayOf, formatDay, formatTime } from '#i18n/format.ts';
import type { Language } from '#i18n/language.ts';
import type { ContactValues } from './contact-values.ts';

/** A call that was not answered. */
interface MissedCall {
  readonly channelId: string;
  /** ISO 8601. */
  readonly startedAt: string;
}

/** What has to be known of a call. */
interface KnownCall {
  readonly channelId: string;
  readonly call: Pick<InboxRow['call'], 'direction' | 'state' | 'terminatedReason' | 'startedAt'>;
  readonly remote: Pick<InboxRow['remote'], 'contactId' | 'userId'>;
}

/** The number of calls that are listed with their time. */
const mostTold = 3;

/** The missed ones among calls with a number, newest first, unless their caller is known already. */
export function missedCalls(rows: readonly KnownCall[]): MissedCall[] {
  return rows
    .filter(({ call, remote }) => isMissed(call) && remote.contactId === null && remote.userId === null)
    .map(({ channelId, call }) => ({ channelId, startedAt: call.startedAt }))
    .sort((one, other) => Date.parse(other.startedAt) - Date.parse(one.startedAt));
}

/** The times of the newest of them, a day at a time: `Today 9:57 AM and 9:41 AM`, `Heute 09:57 und 09:41 Uhr`. */
export function timesOf(
  calls: readonly MissedCall[],
  language: Language,
  today: string,
  now: Date,
  zone?: string,
): string {
  const and = new Intl.ListFormat(language, { type: 'conjunction' });
  const days = new Map<string, string[]>();
  for (const { startedAt } of calls.slice(0, mostTold)) {
    const day = dayOf(new Date(startedAt), zone);
    days.set(day, [...(days.get(day) ?? []), formatTime(startedAt, language, zone)]);
  }
  const told = [...days].map(([day, times]) => {
    const name = day === dayOf(now, zone) ? today : formatDay(day, language, Number(dayOf(now, zone).slice(0, 4)));
    // `Uhr` is said once for all times of a day.
    const short = times.map((time, at) => (at < times.length - 1 ? time.replace(/ Uhr$/, '') : time));
    return `${name} ${and.format(short)}`;
  });
  return told.join('; ');
}

/** The number of calls beyond those listed with their times. */
export function earlierThan(calls: readonly MissedCall[]): number {
  return Math.max(0, calls.length - mostTold);
}

/** The name that they will go to, as far as it is written already; empty while it is not. */
export function namedSoFar({ name, firstName, lastName, organization }: ContactValues): string {
  return `${firstName.trim()} ${lastName.trim()}`.trim() || name.trim() || organization.trim();
}

/** A number in E.164 form while it is in the form; null where it is invalid, or was removed. */
export function stillThere(number: string | null, { phoneNumbers }: ContactValues, place: NumberPlace): string | null {
  if (number === null) return null;
  const asked = readNumber(number, place);
  if (asked.is !== 'number') return null;
  const stands = phoneNumbers.some(({ typed }) => {
    const reading = readNumber(typed, place);
    return reading.is === 'number' && reading.e164 === asked.e164;
  });
  return stands ? asked.e164 : null;
}
