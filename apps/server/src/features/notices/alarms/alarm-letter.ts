import type { Locale } from '@sidetone/contract/entities/common.ts';
import { oneLine } from '../../../mail/mailer.ts';
import type { Told } from './alarm-steps.ts';
import { alarmWords } from './alarm-words.ts';
import type { ToldAlarm } from './told-alarm.ts';

/** The account whose alarms are reported. */
export interface OfCompany {
  readonly company: string;
  readonly timeZone: string;
}

/** What people say of an alarm, in one line. */
function lineOf({ code, name, count }: Pick<ToldAlarm, 'code' | 'name' | 'count'>, language: Locale): string {
  const say = alarmWords[language].says[code];
  return say ? say({ name: oneLine(name), count: count ?? 0 }) : code;
}

/** The subject and text of an email about an alarm. */
export function alarmLetter(
  kind: Told,
  alarm: ToldAlarm,
  { company, timeZone }: OfCompany,
  { language, origin }: { readonly language: Locale; readonly origin: string | null },
): { readonly subject: string; readonly text: string } {
  const words = alarmWords[language];
  const what = lineOf(alarm, language);
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium', timeZone });
  const times = [words.began(moment.format(new Date(alarm.beganAt)))];
  if (alarm.endedAt !== null) times.push(words.ended(moment.format(new Date(alarm.endedAt))));
  const said = alarm.said === null ? [] : [words.said(oneLine(alarm.said).slice(0, 300))];
  const text = [
    words.greeting,
    words.before[kind],
    [`- ${what}`, ...times, ...said].join('\n'),
    words.after,
    ...(origin === null ? [] : [`${origin}/admin/health`]),
  ].join('\n\n');
  return { subject: oneLine(words.subject[kind](company, what)), text };
}

/** What receivers of webhooks are posted. */
export const alarmBody = (kind: Told, alarm: ToldAlarm, accountId: string): string =>
  JSON.stringify({
    type: kind === 'end' ? 'alarm.ended' : 'alarm.raised',
    told: kind,
    accountId,
    alarm: { ...alarm, text: { en: lineOf(alarm, 'en'), de: lineOf(alarm, 'de') } },
  });
