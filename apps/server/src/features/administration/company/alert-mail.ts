import type { Locale } from '@sidetone/contract/entities/common.ts';
import type { AlertKind } from '@sidetone/contract/entities/guard.ts';
import { type Mail, oneLine } from '../../../mail/mailer.ts';

/** An alert as a mail tells it; `who` is a person, an address or the company. */
interface ToldAlert {
  readonly kind: AlertKind;
  readonly who: string;
  readonly at: Date;
}

/** The mail that tells an administrator what happened; `url` leads to the audit log, null where nothing leads there. */
export function alertMail(about: {
  readonly locale: Locale;
  readonly firstName: string;
  readonly email: string;
  readonly company: string;
  readonly timeZone: string;
  readonly alerts: readonly ToldAlert[];
  readonly url: string | null;
}): Mail {
  const { locale, email, timeZone, alerts, url } = about;
  const [firstName, company] = [oneLine(about.firstName), oneLine(about.company)];
  const said = words[locale];
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const shown = alerts.slice(0, mostLines);
  const lines = shown.map(({ kind, who, at }) => `- ${moment.format(at)}: ${said[kind](oneLine(who))}`);
  const left = alerts.length - shown.length;
  if (left > 0) lines.push(`- ${said.more(left)}`);
  const parts = [said.greeting(firstName), said.before, lines.join('\n'), said.log, ...(url === null ? [] : [url])];
  return { to: email, subject: said.subject(company), text: parts.join('\n\n') };
}

/** What one mail says at most; the audit log says it all. */
const mostLines = 20;

type Words = Record<AlertKind, (who: string) => string> & {
  readonly subject: (company: string) => string;
  readonly greeting: (firstName: string) => string;
  readonly before: string;
  readonly more: (count: number) => string;
  readonly log: string;
};

const words: Record<Locale, Words> = {
  de: {
    subject: (company) => `${company}: Hinweise zur Sicherheit`,
    greeting: (firstName) => `Hallo ${firstName},`,
    before: 'auf deinem Telefonserver gab es Ereignisse, die du dir ansehen solltest:',
    limitReached: (who) => `${who} hat eine Grenze für Anrufe nach draußen erreicht.`,
    barredOften: (who) => `${who} hat mehrmals gesperrte Nummern gewählt.`,
    addressBanned: (who) => `${who} wollte Passwörter von Telefonen erraten und ist gesperrt.`,
    directoryStopped: () => 'Das Verzeichnis wollte zu viele Benutzer entfernen und wurde angehalten.',
    passwordsGuessed: (who) => `Von ${who} kamen viele Anmeldungen mit falschem Passwort.`,
    more: (count) => (count === 1 ? 'und ein weiteres Ereignis' : `und ${count} weitere Ereignisse`),
    log: 'Einzelheiten stehen in der Verwaltung unter „Protokoll“. Diese E-Mail kommt höchstens einmal pro Stunde.',
  },
  en: {
    subject: (company) => `${company}: security alerts`,
    greeting: (firstName) => `Hello ${firstName},`,
    before: 'there are events on your phone server that you should look at:',
    limitReached: (who) => `${who} reached a limit for outside calls.`,
    barredOften: (who) => `${who} dialled barred numbers several times.`,
    addressBanned: (who) => `${who} tried to guess phone passwords and is banned.`,
    directoryStopped: () => 'The directory tried to remove too many users and was stopped.',
    passwordsGuessed: (who) => `Many sign-ins with a wrong password came from ${who}.`,
    more: (count) => (count === 1 ? 'and one more event' : `and ${count} more events`),
    log: 'You find the details under Administration, Audit log. You get this email once an hour at most.',
  },
};
