import type { adminRoleWords as en } from '../en/admin-roles.ts';
import type { Shape } from '../shape.ts';

export const adminRoleWords: Shape<typeof en> = {
  title: 'Darf verwalten',
  choose: 'Einzelne Bereiche',
  names: { people: 'Benutzerverwaltung', numbers: 'Nummern', queues: 'Warteschlangen', reports: 'Anruflisten' },
  texts: {
    people: 'Benutzer, ihre Berechtigungen, Nebenstellen und Durchwahlen',
    numbers: 'Nummern und Anschlüsse',
    queues: 'geteilte Kanäle, Sprachmenüs, Öffnungszeiten und gesperrte Anrufer',
    reports: 'alle Anrufe der Firma, mit Export und Kostenstellen',
  },
  barred: 'Dieser Benutzer darf mehr als du. Nur ein Administrator kann ihn ändern.',
  barredMany: 'Einer von ihnen darf mehr als du. Wähle ihn ab.',
  forbidden: {
    title: 'Diese Seite gehört nicht zu deinem Bereich',
    text: 'Du verwaltest andere Bereiche deiner Firma. Frag einen Administrator, wenn du diese Seite brauchst.',
    action: 'Zurück zu deinen Seiten',
  },
};
