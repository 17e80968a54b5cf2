import type { emails as en } from '../en/emails.ts';
import type { Shape } from '../shape.ts';

export const emails: Shape<typeof en> = {
  title: 'E-Mails',
  about: 'E-Mails zu deinen Anrufen gehen an {{to}}.',
  notSetUp:
    'Deine Firma hat noch keinen E-Mail-Versand eingerichtet. Was du hier wählst, gilt, sobald ihn jemand in der Verwaltung einrichtet. E-Mails gehen dann an {{to}}.',
  voicemails: 'Sprachnachrichten',
  voicemail: { off: 'Keine E-Mail', link: 'E-Mail mit Link', sound: 'E-Mail mit der Nachricht' },
  missedCalls: 'Verpasste Anrufe',
  missed: { off: 'Keine E-Mail', each: 'Eine E-Mail pro Anruf', summary: 'Eine Zusammenfassung' },
  every: 'Wie oft',
  minutes: 'Alle {{count}} Minuten',
  hours_one: 'Jede Stunde',
  hours_other: 'Alle {{count}} Stunden',
  channels: 'Für Anrufe an',
  ownLine: 'Mein eigener Kanal',
  notLoaded: 'Deine Auswahl konnte nicht geladen werden.',
};
