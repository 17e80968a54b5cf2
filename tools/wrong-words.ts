/** Where a word is looked for: texts of the app, summaries of routes, the changelog, and the documents. */
export type Place = 'app' | 'routes' | 'changelog' | 'documents';

interface WrongWord {
  readonly language: 'en' | 'de';
  /** Places whose texts never use it. */
  readonly places: readonly Place[];
  readonly wrong: RegExp;
  /** What we say instead, from the first table of docs/GLOSSARY.md. */
  readonly say: string;
  /** A text that has it. */
  readonly example: string;
}

const everywhere = ['app', 'routes', 'changelog', 'documents'] as const;
const inApp = ['app', 'routes', 'changelog'] as const;

const english = [
  [everywhere, /\bdirect dials?\b/i, 'direct number', 'Your direct dial'],
  [everywhere, /\bwhoever\b/i, 'users, callers, everyone', 'Whoever is added has a voicemail.'],
  [everywhere, /\banew\b/i, 'again', 'Enter the password anew.'],
  [everywhere, /\bno more\b(?! than)/i, 'no longer', 'It rings no more.'],
  [everywhere, /\bany more\b(?! than)/i, 'no longer', 'It does not ring any more.'],
  [everywhere, /\be-mails?\b/i, 'email', 'Enter your e-mail address.'],
  [inApp, /(?<!all |calls )\bat once\b/i, 'immediately', 'The speaker switches at once.'],
  [inApp, /\b(some|every|any)body\b/i, 'someone, everyone, anyone', 'Somebody has changed it.'],
  [inApp, /\bgrants?\b/i, 'permission', 'Role and grants'],
  [inApp, /\bstands\b/i, 'is, appears', 'It stands in both inboxes.'],
  [inApp, /\bmeanwhile\b(?!$)/i, 'while, in the meantime', 'Somebody has changed it meanwhile.'],
  [inApp, /\b(their own|private) lines?\b/i, 'private channel', 'Messages on their own lines'],
  [['app'], /\b(was|is) the line\b/i, 'connection', 'How was the line?'],
  [['app'], /\bbusy, no calls\b/i, 'Do not disturb', 'Busy, no calls'],
  [['app'], /\bgo(es)? on\b(?! hold)/i, 'continue', 'The import goes on.'],
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

/** Words that are not ours, by language. Each has one word in its place, which the glossary names. */
export const wrongWords: readonly WrongWord[] = [
  ...english.map(([places, wrong, say, example]) => ({ language: 'en' as const, places, wrong, say, example })),
  ...german.map(([wrong, say, example]) => ({ language: 'de' as const, places: inApp, wrong, say, example })),
];
