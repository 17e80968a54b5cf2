import type { adminChannelMail as en, adminQueueLimits as limits } from '../en/admin-channel-mail.ts';
import type { Shape } from '../shape.ts';

export const adminChannelMail: Shape<typeof en> = {
  title: 'E-Mail-Adresse des Kanals',
  text: 'Sprachnachrichten und verpasste Anrufe können an eine Adresse eures Teams gehen. Vor der Bestätigung geht nichts dorthin.',
  notSetUp: 'E-Mails sind noch nicht eingerichtet: Trage zuerst unter E-Mail einen Mailserver ein.',
  address: 'E-Mail-Adresse',
  wrongAddress: 'Gib eine E-Mail-Adresse ein.',
  confirmed: 'Bestätigt',
  notConfirmed: 'Nicht bestätigt',
  code: 'Code aus der E-Mail',
  confirm: 'Bestätigen',
  confirmedNow: '{{address}} ist bestätigt',
  again: 'Code noch einmal senden',
  sendCode: 'Code senden',
  codeSent: 'Ein Code ging an {{address}}',
  save: 'E-Mails speichern',
  remove: 'Adresse entfernen',
  removed: 'Adresse entfernt',
  language: 'Sprache der E-Mails',
  instead: 'Statt E-Mails an die Mitglieder',
  insteadHelp: 'Mitglieder bekommen dann keine E-Mails zu diesem Kanal, was immer sie gewählt haben.',
  problems: {
    wrongCode: 'Das ist nicht der Code aus der E-Mail.',
    codeOver: 'Der Code gilt nicht mehr. Sende einen neuen.',
    tooSoon: 'Warte eine Minute, bevor du einen Code an eine andere Adresse sendest.',
    tooMany: 'In der letzten Stunde wurden zu viele Codes verschickt. Versuche es später noch einmal.',
  },
};

export const adminQueueLimits: Shape<typeof limits> = {
  title: 'Alarme',
  text: 'Eure Alarme melden, wenn zu viele Anrufer warten oder einer zu lange.',
  own: 'Eigene Grenzen dieses Kanals',
  ownHelp: 'Ist das aus, gelten die Grenzen der Firma: Zustand → Alarme.',
};
