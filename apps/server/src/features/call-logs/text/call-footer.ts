import type { Locale } from '@sidetone/contract/entities/common.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import type { CallRecord } from '../../../crm/crm-side.ts';
import { cutText } from '../../../crm/log-html.ts';
import { recordWords } from './record-words.ts';

/** A call as titles and footers tell it. Times are UTC, `seconds` from answer to end. */
export interface ToldCall
  extends Pick<
    CallRecord,
    'direction' | 'state' | 'startedAt' | 'endedAt' | 'seconds' | 'remoteNumber' | 'localNumber'
  > {
  readonly locale: Locale;
  /** Of the account, IANA. */
  readonly timeZone: string;
  /** Empty for one without. */
  readonly channelName: string;
}

/**
 * The line at the end of every log and task: what call it was of, and the key by which it is found again. At most 400
 * letters, on one line.
 *
 *     — Anruf · eingehend · 20.11.2025, 10:42 · 6 min 12 s · +49 221 4710562 → Hamburg 41 · Sidetone KQ7M-9D2X-04TB-WE5S
 */
export function callFooter(call: ToldCall, key: string): string {
  const { locale, timeZone, direction } = call;
  const words = recordWords[locale];
  const clock = locale === 'en' ? 'en-GB' : 'de-DE';
  const at = new Intl.DateTimeFormat(clock, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const remote = call.remoteNumber === null ? words.anonymous : formatNumber(call.remoteNumber);
  const local = call.localNumber === null ? '' : formatNumber(call.localNumber);
  const ends = [oneLine(remote, mostOfName), oneLine(call.channelName, mostOfName) || oneLine(local, mostOfName)];
  if (direction === 'OUTGOING') ends.reverse();
  const parts = [
    words.call,
    direction === 'INCOMING' ? words.incoming : words.outgoing,
    at.format(call.startedAt),
    howItWent(call),
    ends.filter((end) => end !== '').join(' → '),
    `Sidetone ${key}`,
  ];
  return `— ${parts.filter((part) => part !== '').join(' · ')}`;
}

/** 'Incoming call, 6 min 12 s: Delivery on Friday': at most `mostOfTitle` letters, on one line. */
export function callTitle(call: ToldCall, headline: string | null): string {
  const words = recordWords[call.locale];
  const isIncoming = call.direction === 'INCOMING';
  const named = isIncoming ? words.incomingCall : words.outgoingCall;
  const went = howItWent(call);
  const told = isIncoming && call.state === 'missed' ? words.missedCall : went === '' ? named : `${named}, ${went}`;
  const more = oneLine(headline ?? '', mostOfTitle);
  return cutText(more === '' ? told : `${told}: ${more}`, mostOfTitle);
}

/** Letters that every CRM takes. */
const mostOfTitle = 250;
const mostOfName = 80;

function howItWent({ locale, direction, state, seconds }: ToldCall): string {
  const words = recordWords[locale];
  switch (state) {
    case 'connected':
      return seconds > 0 ? duration(seconds) : '';
    case 'missed':
      return direction === 'INCOMING' ? words.missed : words.notAnswered;
    case 'busy':
      return words.busy;
    case 'notFound':
      return words.notFound;
  }
}

/** '45 s', '6 min 12 s', '1 h 5 min': seconds only below an hour. Both languages write it like this. */
function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

/** On one line, without marks that turn the direction of reading around, at most `most` letters. */
export function oneLine(text: string, most: number): string {
  const plain = text
    .slice(0, 10_000)
    .toWellFormed()
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
  return cutText(plain.replace(/[\p{Cc}\s]+/gu, ' ').trim(), most);
}
