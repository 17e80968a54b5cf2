import type { advanced as en } from '../en/advanced.ts';
import type { Shape } from '../shape.ts';

export const advanced: Shape<typeof en> = {
  title: 'Erweitert',
  incoming: 'Bei eingehenden Anrufen',
  outgoing: 'Bei ausgehenden Anrufen',
  focusWindow: 'Fenster nach vorn holen',
  openHistory: 'Verlauf mit der Person öffnen',
  openLogging: 'Eintrag im CRM öffnen',
  shortcuts: 'Tastenkürzel',
  shortcutsText:
    'Wenn das aus ist, bewirken Buchstaben und Tastenkombinationen hier nichts. Pfeiltasten, Enter und Esc funktionieren weiter.',
  global: 'Globales Tastenkürzel',
  globalText: 'Holt Sidetone aus jedem Programm nach vorn und öffnet die Suche.',
  globalRefused: 'Ein anderes Programm verwendet dieses Tastenkürzel schon.',
  sender: {
    title: 'Absender für Nummern, die du anklickst',
    none: 'Keine Vorgabe',
    noneText: 'Der Absender des Kanals. Du kannst ihn bei jedem Anruf ändern.',
    always: 'Immer diesen',
    choose: 'Absender',
    nothing: 'Keine Auswahl: Es ist kein Telefon verbunden.',
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
    none: 'Deine Administratoren haben noch keine Erweiterung bereitgestellt.',
  },
};
