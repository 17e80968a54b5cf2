import type { Locale } from '@sidetone/contract/entities/common.ts';
import type { HealthCode } from '@sidetone/contract/entities/health.ts';
import type { Told } from './alarm-steps.ts';

interface About {
  readonly name: string;
  readonly count: number;
}

interface Words {
  readonly says: Readonly<Partial<Record<HealthCode, (about: About) => string>>>;
  readonly subject: Readonly<Record<Told, (company: string, what: string) => string>>;
  readonly greeting: string;
  readonly before: Readonly<Record<Told, string>>;
  readonly began: (at: string) => string;
  readonly ended: (at: string) => string;
  readonly said: (words: string) => string;
  readonly after: string;
  readonly test: { readonly subject: (company: string) => string; readonly text: string };
}

const gigabytes = (bytes: number, locale: Locale): string =>
  `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(bytes / 1024 ** 3)} GB`;

/** What emails about alarms say. */
export const alarmWords: Readonly<Record<Locale, Words>> = {
  en: {
    says: {
      trunkFailing: ({ name }) => `Trunk ${name} does not work`,
      accountFailing: ({ name }) => `SIP account ${name} does not work`,
      phonesDropped: ({ count }) => `Desk phones that are no longer registered: ${count}`,
      queueLong: ({ name, count }) => `Callers waiting in ${name}: ${count}`,
      queueSlow: ({ name, count }) => `A caller has been waiting in ${name} for ${count} seconds`,
      mailFailing: ({ count }) => `Emails that were not sent in the last hour: ${count}`,
      auditLogWaiting: ({ count }) => `Lines of the audit log that your receiver does not have: ${count}`,
      diskLow: ({ count }) => `The disk is filling up. Free: ${gigabytes(count, 'en')}`,
      diskFull: ({ count }) => `The disk is full. Free: ${gigabytes(count, 'en')}`,
      certificateEnds: ({ count }) => `The certificate expires in ${count} days`,
      certificateOver: () => 'The certificate has expired',
      certificateRefused: () => 'The new certificate cannot be used; the one before stays',
      backupOld: ({ count }) => `The last backup is ${count} days old`,
      noBackup: () => 'There is no backup',
      backupFailing: () => 'The scheduled backup failed',
      backupUnlooked: () => 'No backup has been tried for too long',
      backupBroken: () => 'The backup that was tried last is damaged',
      partSilent: ({ name }) => `A part of the server does not answer: ${name}`,
      databaseSlow: ({ count }) => `The database is slow: it needs ${count} ms for an answer`,
    },
    subject: {
      begin: (company, what) => `${company}: ${what}`,
      worse: (company, what) => `${company}: ${what}`,
      again: (company, what) => `${company}: still: ${what}`,
      end: (company, what) => `${company}: over: ${what}`,
    },
    greeting: 'Hello,',
    before: {
      begin: 'your phone system needs a look:',
      worse: 'it has got worse:',
      again: 'nobody has seen to this for a day:',
      end: 'this is over:',
    },
    began: (at) => `Began: ${at}`,
    ended: (at) => `Ended: ${at}`,
    said: (words) => `The other side said: ${words}`,
    after: 'Administration, Health says what to do. There you also choose who gets these emails.',
    test: {
      subject: (company) => `${company}: test of alarms`,
      text: 'This is a test. Alarms of your phone system reach this address.',
    },
  },
  de: {
    says: {
      trunkFailing: ({ name }) => `Anschluss ${name} funktioniert nicht`,
      accountFailing: ({ name }) => `SIP-Konto ${name} funktioniert nicht`,
      phonesDropped: ({ count }) => `Tischtelefone, die nicht mehr angemeldet sind: ${count}`,
      queueLong: ({ name, count }) => `Wartende Anrufer in ${name}: ${count}`,
      queueSlow: ({ name, count }) => `In ${name} wartet ein Anrufer seit ${count} Sekunden`,
      mailFailing: ({ count }) => `E-Mails, die in der letzten Stunde nicht verschickt wurden: ${count}`,
      auditLogWaiting: ({ count }) => `Zeilen des Protokolls, die dein Empfänger noch nicht hat: ${count}`,
      diskLow: ({ count }) => `Die Festplatte wird voll. Frei: ${gigabytes(count, 'de')}`,
      diskFull: ({ count }) => `Die Festplatte ist voll. Frei: ${gigabytes(count, 'de')}`,
      certificateEnds: ({ count }) => `Das Zertifikat läuft in ${count} Tagen ab`,
      certificateOver: () => 'Das Zertifikat ist abgelaufen',
      certificateRefused: () => 'Das neue Zertifikat ist nicht brauchbar, das bisherige bleibt',
      backupOld: ({ count }) => `Die letzte Sicherung ist ${count} Tage alt`,
      noBackup: () => 'Es gibt keine Sicherung',
      backupFailing: () => 'Die geplante Sicherung ist fehlgeschlagen',
      backupUnlooked: () => 'Es wurde zu lange keine Sicherung geprüft',
      backupBroken: () => 'Die zuletzt geprüfte Sicherung ist beschädigt',
      partSilent: ({ name }) => `Ein Teil des Servers antwortet nicht: ${name}`,
      databaseSlow: ({ count }) => `Die Datenbank ist langsam: Sie braucht ${count} ms für eine Antwort`,
    },
    subject: {
      begin: (company, what) => `${company}: ${what}`,
      worse: (company, what) => `${company}: ${what}`,
      again: (company, what) => `${company}: immer noch: ${what}`,
      end: (company, what) => `${company}: vorbei: ${what}`,
    },
    greeting: 'Hallo,',
    before: {
      begin: 'deine Telefonanlage braucht Aufmerksamkeit:',
      worse: 'es ist schlimmer geworden:',
      again: 'seit einem Tag hat sich niemand darum gekümmert:',
      end: 'das ist vorbei:',
    },
    began: (at) => `Beginn: ${at}`,
    ended: (at) => `Ende: ${at}`,
    said: (words) => `Die Gegenseite sagte: ${words}`,
    after:
      'Was zu tun ist, steht in der Verwaltung unter „Zustand“. Dort stellst du auch ein, wer diese E-Mails bekommt.',
    test: {
      subject: (company) => `${company}: Test der Alarme`,
      text: 'Das ist ein Test. Alarme deiner Telefonanlage erreichen diese Adresse.',
    },
  },
};
