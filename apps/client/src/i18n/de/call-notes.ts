import type { callNotes as en } from '../en/call-notes.ts';
import type { Shape } from '../shape.ts';

export const callNotes: Shape<typeof en> = {
  text: 'Wenn ein Anruf endet, schreibt Sidetone ihn mit Notiz, Ergebnis und Zusammenfassung in dein CRM. Wähle, wem er normalerweise zugeordnet wird. Bei jedem Anruf kannst du das ändern.',
  shortest: 'Nur Anrufe länger als',
  shortestText: 'Ausgehende Anrufe. Kürzere bleiben im Posteingang und werden nicht geschrieben.',
  short: '{{count}} s',
  seconds_one: '{{count}} Sekunde',
  seconds_other: '{{count}} Sekunden',
  attachTo: 'zuordnen zu',
  person: 'mit wem du gesprochen hast',
  openOnes: 'nur offene',
  channels: 'Wie Anrufe geschrieben werden',
  own: 'Dein eigener Kanal',
  modeOf: 'Anrufe von {{name}}',
  modes: {
    auto: 'Automatisch',
    ask: 'Jedes Mal fragen',
    off: 'Nie',
  },
  modeTexts: {
    auto: 'Jeder Anruf wird nach seinem Ende geschrieben, solange niemand etwas anderes sagt.',
    ask: 'Ein Anruf wird nur geschrieben, wenn jemand „Eintragen und schließen“ drückt.',
    off: 'Nichts wird geschrieben, und das Feld dafür öffnet sich nicht.',
  },
  texts: 'Was Einträge enthalten',
  textsText: 'Notiz, Ergebnis, Zusammenfassung und Aufgaben, für alle in der Firma.',
  smallTalk: 'Persönliches',
  smallTalkText: 'Persönliche Themen aus dem Gespräch.',
  link: 'Link zum Anruf',
  linkText: 'Öffnet den Anruf in Sidetone, sofern man angemeldet ist.',
  noAddress: 'Noch nicht möglich: Dieser Server hat keine öffentliche Adresse.',
  upsell: 'Dein Tarif enthält das Schreiben von Anrufen in ein CRM nicht.',
  upsellAction: 'Tarife ansehen',
};
