import type { adminAccess as english } from '../en/admin-access.ts';
import type { Shape } from '../shape.ts';

export const adminAccess: Shape<typeof english> = {
  tokens: 'API-Tokens der Firma',
  tokensText:
    'Ein Programm mit einem Token liest oder ändert, was du hier wählst, bis das Token abläuft. Das Protokoll zeigt, was es getan hat.',
  directory: 'Verzeichnis (SCIM)',
  directoryText:
    'Euer Verzeichnis, etwa Entra ID oder Okta, legt hier Benutzer an, ändert und deaktiviert sie. Erstelle ein Token mit „Benutzer verwalten (SCIM)“ und gib es dort mit der Adresse ein.',
  noUsers: 'Noch kein Verzeichnis hat sich gemeldet.',
  users_one: 'Das Verzeichnis verwaltet einen Benutzer.',
  users_other: 'Das Verzeichnis verwaltet {{count}} Benutzer.',
  limit: 'Das Verzeichnis darf wegnehmen',
  limitHelp:
    'Deaktivieren und Löschen innerhalb einer Stunde. Drei Benutzer sind immer erlaubt, der letzte Administrator nie.',
  percent: '{{percent}} % der Benutzer',
  saved: 'Gespeichert',
  stopped_one: 'Verzeichnis am {{when}} angehalten: Es wollte in einer Stunde mehr als einen Benutzer wegnehmen.',
  stopped_other: 'Verzeichnis am {{when}} angehalten: Es wollte in einer Stunde mehr als {{count}} Benutzer wegnehmen.',
  stoppedText:
    'Es nimmt niemanden weg, bis du entscheidest. Prüfe zuerst die Regeln im Verzeichnis: Ein falscher Filter kann alle entfernen.',
  allow: 'Eine Stunde lang alles erlauben',
  resume: 'Mit der Grenze weitermachen',
  allowed: 'Das Verzeichnis darf eine Stunde lang Benutzer wegnehmen',
  resumed: 'Das Verzeichnis macht mit der Grenze weiter',
  allowedUntil: 'Bis {{when}} darf es beliebig viele wegnehmen.',
  groups: 'Gruppen des Verzeichnisses',
  groupsText:
    'Wer in einer Gruppe ist, wird Mitglied des Kanals, den du wählst. Wer die Gruppe verlässt, verlässt auch den Kanal.',
  members_one: '{{count}} Mitglied',
  members_other: '{{count}} Mitglieder',
  channelOf: 'Kanal von {{name}}',
  noChannel: 'Kein Kanal',
};
