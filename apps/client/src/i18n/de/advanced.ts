import type { advanced as en } from '../en/advanced.ts';
import type { Shape } from '../shape.ts';

export const advanced: Shape<typeof en> = {
  title: 'Erweitert',
  incoming: 'Bei eingehenden Anrufen',
  outgoing: 'Bei ausgehenden Anrufen',
  focusWindow: 'Fenster nach vorn holen',
  openHistory: 'Verlauf mit der Person öffnen',
  shortcuts: 'Tastenkürzel',
  shortcutsText:
    'Ausgeschaltet bewirken Buchstaben und Tastenkombinationen hier nichts. Pfeile, Enter und Escape gehen weiter.',
  global: 'Globales Tastenkürzel',
  globalText: 'Holt Sidetone nach vorn und öffnet die Suche, welches Programm auch vorn ist.',
  globalRefused: 'Ein anderes Programm hat dieses Tastenkürzel.',
  sender: {
    title: 'Absender für Nummern, die du anklickst',
    none: 'Keine Vorgabe',
    noneText: 'Was der Kanal zeigt; bei jedem Anruf wählbar',
    always: 'Immer diesen',
    choose: 'Absender',
    nothing: 'Es gibt nichts zu wählen: kein Telefon ist verbunden.',
    phone: 'Telefon',
  },
  extensions: {
    title: 'Nummern im Browser anklicken',
    faq: 'Häufige Fragen',
    here: 'Dieser Browser',
    add: 'Hinzufügen',
    open: 'Öffnen',
    addLabel: 'Für {{browser}} hinzufügen',
    openLabel: 'Für {{browser}} öffnen',
    how: 'So geht es',
    howLabel: 'So geht es in {{browser}}',
    none: 'Deine Administration hat noch keine Erweiterung genannt.',
  },
};
