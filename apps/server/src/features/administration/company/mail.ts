import type { Locale } from '@sidetone/contract/entities/common.ts';
import type { LinkKind } from '../../../identity/one-time-links.ts';
import { type Mail, oneLine } from '../../../mail/mailer.ts';

/** The mail that carries a link, in the words of who gets it. */
export function linkMail(
  kind: LinkKind,
  about: {
    locale: Locale;
    firstName: string;
    email: string;
    company: string;
    url: string;
    expiresAt: Date;
    timeZone: string;
  },
): Mail {
  const { locale, firstName, email, company, url, expiresAt, timeZone } = about;
  const until = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(expiresAt);
  const { subject, lines } = words[locale][kind]({ firstName: oneLine(firstName), company: oneLine(company), until });
  const [greeting = '', before = '', ...after] = lines;
  return { to: email, subject, text: [greeting, before, url, ...after].join('\n\n') };
}

type Words = (about: { firstName: string; company: string; until: string }) => { subject: string; lines: string[] };

const words: Record<Locale, Record<LinkKind, Words>> = {
  de: {
    invitation: ({ firstName, company, until }) => ({
      subject: `${company}: Dein Telefon ist bereit`,
      lines: [
        `Hallo ${firstName},`,
        `${company} hat dir ein Telefon eingerichtet. Wähle hier ein Passwort, um loszulegen:`,
        `Der Link gilt einmal, bis ${until}.`,
        'Wenn du die Firma nicht kennst, brauchst du nichts zu tun.',
      ],
    }),
    reset: ({ firstName, company, until }) => ({
      subject: `${company}: Neues Passwort wählen`,
      lines: [
        `Hallo ${firstName},`,
        'wähle hier ein neues Passwort:',
        `Der Link gilt einmal, bis ${until}. Danach wirst du überall abgemeldet.`,
        'Wenn du kein neues Passwort wolltest, brauchst du nichts zu tun. Das alte gilt weiter.',
      ],
    }),
  },
  en: {
    invitation: ({ firstName, company, until }) => ({
      subject: `${company}: your phone is ready`,
      lines: [
        `Hello ${firstName},`,
        `${company} has set up a phone for you. Choose a password here to get started:`,
        `The link works once, until ${until}.`,
        'If you do not know this company, you can ignore this email.',
      ],
    }),
    reset: ({ firstName, company, until }) => ({
      subject: `${company}: choose a new password`,
      lines: [
        `Hello ${firstName},`,
        'choose a new password here:',
        `The link works once, until ${until}. You will be signed out everywhere.`,
        'If you did not ask for a new password, you can ignore this email. Your old password still works.',
      ],
    }),
  },
};
