import type { people as en } from '../en/people.ts';
import type { Shape } from '../shape.ts';

export const people: Shape<typeof en> = {
  presence: {
    available: 'Erreichbar',
    mobileOnly: 'Nur mobil',
    ringing: 'Klingelt',
    inCall: 'Im Gespräch',
    busy: 'Beschäftigt',
    doNotDisturb: 'Nicht stören',
    followUp: 'Nachbearbeitung',
    away: 'Nicht verfügbar',
    offline: 'Offline',
    unknown: 'Status unbekannt',
    connecting: 'Wird verbunden …',
  },
  numberTypes: {
    mobile: 'Mobil',
    work: 'Arbeit',
    home: 'Privat',
    main: 'Zentrale',
    switchboard: 'Zentrale',
    fax: 'Fax',
    other: 'Andere',
    direct: 'Durchwahl',
  },
  extensionShort: 'Nst. {{number}}',
  numbers_one: '{{count}} Nummer',
  numbers_other: '{{count}} Nummern',
};
