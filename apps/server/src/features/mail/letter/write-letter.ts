import type { MailKind } from '@sidetone/contract/entities/mail.ts';
import { localizedNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { type Mail, oneLine } from '../../../mail/mailer.ts';
import { linkToCall } from '../../../requests/link-to-call.ts';
import { type Reader, type ToldCall, wordsOf } from '../read-mail.ts';
import { letterWords } from './words.ts';

/** What is said of a call in one mail at most; the inbox has it all. */
const mostCalls = 50;
const mostLetters = 4000;
const mostInSubject = 80;

interface Letter {
  readonly kind: MailKind;
  readonly reader: Reader;
  /** At least one. */
  readonly calls: readonly ToldCall[];
  /** Where links lead; null where nobody said how others reach this server. */
  readonly origin: string | null;
  /** The sound of the message: with the mail, too large for it, or not wished. */
  readonly sound: 'attached' | 'tooLarge' | 'none';
}

/** A part of a mail: a line of words, or a link with its words. */
type Part = { readonly text: string; readonly href?: string | undefined };

/** The mail that tells a user of a message or of missed calls, in their language, as text and as plain HTML. */
export function writeLetter(letter: Letter): Pick<Mail, 'to' | 'subject' | 'text' | 'html'> {
  const { kind, reader, calls, origin } = letter;
  const words = letterWords[reader.locale];
  const [first] = calls;
  const about = kind === 'voicemail' || calls.length === 1 ? (first ? ofOne(letter, first) : []) : ofMany(letter);
  const isTeam = reader.firstName === '';
  const settings = origin === null || isTeam ? undefined : new URL(settingsPath, origin).href;
  const parts: Part[][] = [
    [{ text: words.greeting(oneLine(reader.firstName)) }],
    ...about,
    [{ text: isTeam ? words.whyTeam : words.why, href: settings }],
  ];
  return {
    to: reader.email,
    subject: subjectOf(letter),
    text: parts.map((lines) => lines.map(plainLine).join('\n')).join('\n\n'),
    html: htmlOf(parts, reader.locale),
  };
}

/** Where users choose their mails. */
export const settingsPath = '/main/channels/private/dialogs/settings/emails';

function subjectOf({ kind, reader, calls: [first, ...others] }: Letter): string {
  const words = letterWords[reader.locale];
  if (!first) return '';
  if (kind === 'missedCalls' && others.length > 0) return words.missedManySubject(others.length + 1);
  const who = shortened(whoOf(reader, first, 'fromUnknown'), mostInSubject);
  return kind === 'voicemail' ? words.voicemailSubject(who) : words.missedSubject(who);
}

function ofOne({ kind, reader, origin, sound }: Letter, call: ToldCall): Part[][] {
  const words = letterWords[reader.locale];
  const channel = call.channel === null ? null : oneLine(call.channel);
  const isVoicemail = kind === 'voicemail';
  const who = whoOf(reader, call, isVoicemail || channel !== null ? 'unknown' : 'fromUnknown');
  const facts = [
    ...(call.number === null ? [] : [`${words.number}: ${numberOf(reader, call.number)}`]),
    `${words.when}: ${momentOf(reader, call.at)}`,
    ...(isVoicemail && call.message?.milliseconds ? [`${words.length}: ${lengthOf(call.message.milliseconds)}`] : []),
  ];
  const said = isVoicemail ? wordsOf(call.documentation) : null;
  return [
    [{ text: (isVoicemail ? words.voicemailIn : words.missedIn)(who, channel) }],
    facts.map((text) => ({ text })),
    ...(said === null ? [] : [[{ text: words.said }, { text: shortened(oneLine(said), mostLetters) }]]),
    ...(sound === 'none' ? [] : [[{ text: words[sound] }]]),
    [linkOf(call, origin, isVoicemail ? words.listen : words.open) ?? { text: words.inbox }],
  ];
}

function ofMany({ reader, calls, origin }: Letter): Part[][] {
  const words = letterWords[reader.locale];
  // The newest are those that count.
  const shown = calls.slice(-mostCalls);
  const lines = shown.map((call) => {
    const number = call.number !== null && call.name !== null ? ` (${numberOf(reader, call.number)})` : '';
    const channel = call.channel === null ? '' : `, ${oneLine(call.channel)}`;
    const text = `${momentOf(reader, call.at)}: ${whoOf(reader, call)}${number}${channel}`;
    return linkOf(call, origin, text) ?? { text };
  });
  const left = calls.length - shown.length;
  return [
    [{ text: words.missedMany(calls.length) }],
    [...lines, ...(left > 0 ? [{ text: words.more(left) }] : [])],
    [{ text: words.inbox }],
  ];
}

const linkOf = (call: ToldCall, origin: string | null, text: string): Part | null =>
  origin === null ? null : { text, href: linkToCall(call, origin) };

const whoOf = (reader: Reader, { name, number }: ToldCall, hidden: 'unknown' | 'fromUnknown' = 'unknown'): string => {
  const known = name === null ? '' : oneLine(name);
  if (known !== '') return known;
  return number === null ? letterWords[reader.locale][hidden] : numberOf(reader, number);
};

const numberOf = ({ country }: Reader, number: string): string => oneLine(localizedNumber(number, country));

const momentOf = ({ locale, timeZone }: Reader, at: Date): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at);

function lengthOf(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const shortened = (text: string, most: number): string => {
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`;
};

const plainLine = ({ text, href }: Part): string => (href === undefined ? text : `${text}: ${href}`);

const htmlOf = (parts: readonly (readonly Part[])[], locale: string): string => {
  const paragraphs = parts.map((lines) => `<p>${lines.map(htmlLine).join('<br>\n')}</p>`);
  return `<!doctype html>\n<html lang="${locale}"><body>\n${paragraphs.join('\n')}\n</body></html>\n`;
};

const htmlLine = ({ text, href }: Part): string =>
  href === undefined ? escaped(text) : `<a href="${escaped(href)}">${escaped(text)}</a>`;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => escapes[letter] ?? letter);
