import type { adminNuisance as english } from '../en/admin-nuisance.ts';
import type { Shape } from '../shape.ts';

export const adminNuisance: Shape<typeof english> = {
  title: 'Von Benutzern markiert',
  text: 'Benutzer markieren lästige Anrufer in ihrem Posteingang. Eine Markierung gilt 90 Tage.',
  after: 'Nötige Markierungen verschiedener Benutzer',
  action: 'Was dann geschieht',
  actions: { propose: 'Der Anrufer wird hier vorgeschlagen', block: 'Der Anrufer wird für die Firma gesperrt' },
  saved: 'Gespeichert',
  empty: 'Niemand ist markiert.',
  marked_one: '{{count}} Benutzer: {{names}}',
  marked_other: '{{count}} Benutzer: {{names}}',
  proposed: 'Vorgeschlagen',
  blocked: 'Gesperrt',
  block: '{{caller}} sperren',
  keep: '{{caller}} auf Dauer sperren',
  dismiss: 'Markierungen von {{caller}} löschen',
  dismissed: 'Markierungen gelöscht: {{caller}}',
};
