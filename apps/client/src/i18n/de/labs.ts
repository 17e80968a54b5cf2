import type { labs as en } from '../en/labs.ts';
import type { Shape } from '../shape.ts';

export const labs: Shape<typeof en> = {
  title: 'Labor',
  flows: 'Baue eigene Abläufe auf Gesprächen auf.',
  flowsText: 'Der Baukasten für Abläufe hat eine eigene Website.',
  flowsHere:
    'Andere Software kann anrufen und von Gesprächen erfahren: die Schnittstelle dieses Servers ist Seite für Seite beschrieben.',
  openFlows: 'Baukasten öffnen',
  openInterface: 'Beschreibung öffnen',
  experiments: 'Versuche',
  mayGo: 'können sich ändern oder verschwinden',
  beta: 'Beta',
  adminOnly: 'Nur Admins',
  needs: 'Braucht „{{feature}}“, das ausgeschaltet ist.',
  empty: 'Gerade gibt es nichts auszuprobieren',
  emptyText: 'Was neu und noch nicht fertig ist, erscheint hier.',
  odd: 'Etwas seltsam?',
  feedback: 'Feedback senden',
  topics: {
    title: 'Themen',
    text: 'Zeigt in der Liste und auf der Seite des Gesprächs, worum es ging.',
  },
  sentiment: {
    title: 'Stimmung',
    text: 'Zeichnet neben der Mitschrift, wie die Stimmung verlief.',
  },
  share: {
    title: 'Redeanteile',
    text: 'Zeigt am Player und in der Mitschrift, wer wie viel gesprochen hat.',
  },
  smallTalk: {
    title: 'Small Talk',
    text: 'Zeigt an Kontakten und Gesprächen, was nebenbei erzählt wurde, etwa vom Urlaub.',
  },
};
