import type { adminPaging as en } from '../en/admin-paging.ts';
import type { Shape } from '../shape.ts';

export const adminPaging: Shape<typeof en> = {
  filter: 'Nach Name oder Nummer filtern',
  add: 'Durchsagegruppe hinzufügen',
  addText: 'Die Telefone der Mitglieder nehmen von selbst ab und spielen, was gesagt wird',
  create: 'Durchsagegruppe anlegen',
  empty: 'Keine Durchsagegruppen',
  emptyText: 'Sprich zu vielen Telefonen zugleich: in der Werkstatt, im Laden oder überall.',
  name: 'Name',
  number: 'Nummer',
  numberHelp: 'Gewählt wird {{code}} und diese Nummer.',
  dialled: 'Wählen',
  longest: 'Höchstens (Sekunden)',
  members: 'Mitglieder',
  membersText:
    'Tischtelefone der Mitglieder nehmen von selbst ab, sonst die App. Nie im Gespräch oder mit „Nicht stören“.',
  noMembers: 'Noch hört sie niemand.',
  addMember: 'Mitglied hinzufügen',
  noSuchUser: 'Kein Benutzer gefunden',
  takeOut: '{{name}} entfernen',
  callers: 'Wer durchsagen darf',
  everybody: 'Alle Benutzer',
  chosen: 'Nur diese Benutzer',
  noCallers: 'Noch darf niemand durchsagen.',
  addCaller: 'Benutzer hinzufügen',
  phones_one: '{{count}} Telefon',
  phones_other: '{{count}} Telefone',
  problems: {
    tooMany: 'Es gibt schon {{most}} Durchsagegruppen. Lösche erst eine.',
    numberTaken: 'Eine andere Durchsagegruppe hat diese Nummer.',
    unknownUser: 'Einen dieser Benutzer gibt es nicht mehr.',
  },
  full: 'Eine Liste fasst höchstens {{most}} Benutzer.',
  deleting: {
    title: '{{name}} löschen?',
    text: 'Unter ihrer Nummer hört dann niemand mehr etwas. Telefone und Benutzer bleiben, wie sie sind.',
    action: 'Durchsagegruppe löschen',
    done: 'Die Durchsagegruppe ist gelöscht',
  },
  step_one: 'Spricht zu {{count}} Telefon von {{name}}',
  step_other: 'Spricht zu {{count}} Telefonen von {{name}}',
  stepText:
    'Telefone im Gespräch, mit „Nicht stören“ oder ohne Verbindung werden ausgelassen. Wer keins hat, hört es in der App.',
};
