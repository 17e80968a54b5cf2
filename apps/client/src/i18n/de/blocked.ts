import type { blocked as english } from '../en/blocked.ts';
import type { Shape } from '../shape.ts';

export const blocked: Shape<typeof english> = {
  title: 'Gesperrte Anrufer',
  intro: {
    own: 'Anrufe von diesen Nummern an deinen eigenen Kanal werden abgewiesen: Nichts klingelt, und nichts erscheint in deinem Posteingang. Anrufe in Warteschlangen kommen weiterhin an.',
    company:
      'Anrufe von diesen Nummern an alle Nummern der Firma werden abgewiesen: Nichts klingelt, und nichts erscheint in einer Anrufliste.',
  },
  kind: 'Was gesperrt wird',
  kinds: { number: 'Eine Nummer', prefix: 'Alle Nummern, die so beginnen' },
  number: 'Nummer',
  prefixHelp: 'Mit Ländervorwahl, zum Beispiel +49900.',
  note: 'Notiz (freiwillig)',
  numberMissing: 'Gib die Nummer ein.',
  add: 'Sperren',
  full: 'Die Liste ist voll. Entferne einen Eintrag, um einen neuen hinzuzufügen.',
  empty: 'Keine Nummer ist gesperrt.',
  added: 'Hinzugefügt: {{day}}',
  addedBy: 'Hinzugefügt: {{day}}, {{name}}',
  neverUsed: 'noch kein Anruf abgewiesen',
  used_one: '{{count}} Anruf abgewiesen, {{day}}',
  used_other: '{{count}} Anrufe abgewiesen, zuletzt {{day}}',
  unblockOne: 'Sperre aufheben: {{caller}}',
  anonymous: 'Anonyme Anrufer',
  anonymousWays: { in: 'Durchlassen', ask: 'Eine Taste verlangen', reject: 'Abweisen' },
  anonymousHelp: {
    in: 'Wer seine Nummer unterdrückt, kommt durch wie alle.',
    ask: 'Wer seine Nummer unterdrückt, hört, dass die 1 verbindet. Automaten kommen nicht durch.',
    reject: 'Wer seine Nummer unterdrückt, wird abgewiesen.',
  },
  asked: {
    own: 'Anonyme Anrufer deines eigenen Kanals drücken eine Taste',
    company: 'Anonyme Anrufer drücken eine Taste',
  },
  learned: 'Gelernt aus Markierungen: {{day}}',
  nuisance: {
    mark: 'Als lästig markieren',
    unmark: 'Nicht mehr lästig',
    done: 'Als lästig markiert: {{caller}}',
    blocked: 'Markiert und für die Firma gesperrt: {{caller}}',
    undone: 'Nicht mehr markiert: {{caller}}',
  },
  beginning: 'Nummern mit {{number}}',
  block: { own: 'Für meinen eigenen Kanal sperren', company: 'Für die Firma sperren' },
  unblock: { own: 'Sperre für meinen eigenen Kanal aufheben', company: 'Sperre für die Firma aufheben' },
  done: { own: 'Für deinen eigenen Kanal gesperrt: {{caller}}', company: 'Für die Firma gesperrt: {{caller}}' },
  already: {
    own: 'Für deinen eigenen Kanal schon gesperrt: {{caller}}',
    company: 'Für die Firma schon gesperrt: {{caller}}',
  },
  undone: {
    own: 'Nicht mehr für deinen eigenen Kanal gesperrt: {{caller}}',
    company: 'Nicht mehr für die Firma gesperrt: {{caller}}',
  },
  loadFailed: 'Die gesperrten Anrufer konnten nicht geladen werden.',
  retry: 'Noch einmal versuchen',
  notChanged: 'Die Liste wurde nicht geändert',
};
