// Words that are not ours: for each of them the first table of docs/GLOSSARY.md has another.
import { inApp, type Phrase } from './phrases.ts';

const english = [
  [['app', 'routes', 'changelog', 'documents'], /\bdirect dials?\b/i, 'direct number', 'Your direct dial'],
  [['app', 'routes', 'changelog', 'documents'], /\be-mails?\b/i, 'email', 'Enter your e-mail address.'],
  [inApp, /\bgrants?\b/i, 'permission', 'Role and grants'],
  [inApp, /\b(their own|private) lines?\b/i, 'private channel', 'Messages on their own lines'],
  [['app'], /\b(was|is) the line\b/i, 'connection', 'How was the line?'],
  [['app'], /\bbusy, no calls\b/i, 'Do not disturb', 'Busy, no calls'],
  [['app'], /\b(a|this) mail\b|\bmails\b/i, 'email', 'A mail is on its way.'],
] as const;

const german = [
  [/\bTrunks?\b/, 'Anschluss', 'Trunk hinzufügen'],
  [/\bLeitung(en)?\b/, 'Verbindung, Anschluss', 'Wie war die Leitung?'],
  [/\b([Dd]irekte Nummer|Direktwahl|Direkt)\b/, 'Durchwahl', 'Direkte Nummer'],
  [/\bintern\b|\bDurchw\./i, 'Nebenstelle, Nst.', 'Intern 11'],
  [/Mitteilung/, 'Benachrichtigung', 'Mitteilungen erlauben'],
  [/\b(Gesichert|sichern)\b/, 'Gespeichert, speichern', 'Protokoll sichern'],
  [/\bAdministration\b/, 'Verwaltung, Administratoren', 'Frag deine Administration.'],
  [/\bBackups?\b/, 'Sicherung', 'Neues Backup'],
  [/Mitschnitt|Mitschrift/, 'Aufnahme, Transkript', 'Neben der Mitschrift'],
  [/Aufgezeichnet|Aufzeichnung/, 'Aufgenommen, Aufnahme', 'Aufgezeichnet'],
  [/\bCtrl\b/, 'Strg', 'Drücke Ctrl.'],
  [/\bRechte\b/, 'Berechtigungen', 'Rolle und Rechte'],
  [/Haltemusik/, 'Wartemusik', 'Haltemusik geändert'],
  [/Anschrift/, 'Adresse, Notrufadresse', 'Notruf-Anschrift'],
  [/\bSender\b/, 'Absender', 'Anderen Sender wählen'],
  [/Mailbox-Nachricht/, 'Sprachnachricht', 'Mailbox-Nachricht gelöscht'],
  [/\bNutzer\b/, 'Benutzer', 'Nutzer einladen'],
  [/\bFeedback\b/, 'Rückmeldung', 'Feedback senden'],
  [/(?<!E-)\bMails?\b/, 'E-Mail', 'Eine Mail ist unterwegs.'],
  [/\bUnternehmen\b/, 'Firma', 'Dein Unternehmen'],
  [/(?<!Gebäudeteil, )\bEingang\b/, 'Posteingang', 'Der Eingang ist deine Liste.'],
  [/Beschäftigt, keine/, 'Nicht stören', 'Beschäftigt, keine Anrufe'],
  [/\bnach außen\b/, 'nach draußen', 'Anrufe nach außen'],
  [/\b(Versuch es|Prüf|Wähl)\b/, 'Versuche es, Prüfe, Wähle', 'Versuch es noch einmal.'],
  [/["”]/, 'quotation marks „…“', 'Wähle "Nicht stören".'],
] as const;

/** Words that are not ours. */
export const wrongWords: readonly Phrase[] = [
  ...english.map(([places, wrong, say, example]) => ({ language: 'en' as const, places, wrong, say, example })),
  ...german.map(([wrong, say, example]) => ({ language: 'de' as const, places: inApp, wrong, say, example })),
];
