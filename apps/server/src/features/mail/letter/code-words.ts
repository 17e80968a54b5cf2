import type { Locale } from '@sidetone/contract/entities/common.ts';
import { type Mail, oneLine } from '../../../mail/mailer.ts';

/** The mail with the code that confirms the address of a channel. */
export function codeWords(about: {
  readonly locale: Locale;
  readonly channel: string;
  readonly code: string;
}): Pick<Mail, 'subject' | 'text'> {
  const { locale, code } = about;
  const channel = oneLine(about.channel);
  return locale === 'de'
    ? {
        subject: `${code} ist der Code für die E-Mails von ${channel}`,
        text: `Verpasste Anrufe und Sprachnachrichten von ${channel} sollen an diese Adresse gehen. Zum Bestätigen wird in Sidetone dieser Code eingegeben: ${code}\n\nEr gilt eine Stunde. Wenn ihr das nicht wollt, müsst ihr nichts tun.`,
      }
    : {
        subject: `${code} is the code for emails about ${channel}`,
        text: `Missed calls and voicemails of ${channel} are to be sent to this address. To confirm it, enter this code in Sidetone: ${code}\n\nIt is valid for one hour. If you do not want these emails, you need not do anything.`,
      };
}
