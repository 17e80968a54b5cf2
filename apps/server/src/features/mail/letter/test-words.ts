import type { Locale } from '@sidetone/contract/entities/common.ts';
import { type Mail, oneLine } from '../../../mail/mailer.ts';

/** The test mail, in the words of who asked for it. */
export function testWords({
  locale,
  name,
}: {
  readonly locale: Locale;
  readonly name: string;
}): Pick<Mail, 'subject' | 'text'> {
  const company = oneLine(name);
  return locale === 'de'
    ? {
        subject: `${company}: Test-E-Mail`,
        text: 'Diese E-Mail ist angekommen: Der Mailserver ist richtig eingestellt.',
      }
    : { subject: `${company}: test email`, text: 'This email has arrived: the mail server is set up correctly.' };
}
