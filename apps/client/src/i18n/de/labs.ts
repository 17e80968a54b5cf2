import type { labs as en } from '../en/labs.ts';
import type { Shape } from '../shape.ts';

export const labs: Shape<typeof en> = {
  title: 'Labor',
  flows: 'Baue eigene Abläufe auf Anrufen auf.',
  flowsText: 'Der Baukasten für Abläufe hat eine eigene Website.',
  flowsHere: 'Andere Programme können über diesen Server anrufen und erfahren von Anrufen.',
  openFlows: 'Baukasten öffnen',
  openInterface: 'Beschreibung öffnen',
  experiments: 'Experimente',
  mayGo: 'können sich ändern oder verschwinden',
  beta: 'Beta',
  adminOnly: 'Nur Admins',
  settingsOf: 'Einstellungen von „{{feature}}“',
  needs: 'Braucht „{{feature}}“, das ausgeschaltet ist.',
  empty: 'Gerade gibt es nichts auszuprobieren',
  emptyText: 'Neue Funktionen, die noch nicht fertig sind, erscheinen hier.',
  odd: 'Etwas seltsam?',
  feedback: 'Rückmeldung geben',
  topics: {
    title: 'Themen',
    text: 'Zeigt in der Liste und auf der Seite des Anrufs, worum es ging.',
  },
  sentiment: {
    title: 'Stimmung',
    text: 'Zeigt neben dem Transkript, wie die Stimmung verlief.',
  },
  chat: {
    title: 'KI-Chat',
    text: 'Beantwortet Fragen zu deinen Anrufen mit Zitaten daraus.',
  },
};
