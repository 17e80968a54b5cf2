import type { preferences as en } from '../en/preferences.ts';
import type { Shape } from '../shape.ts';

export const preferences: Shape<typeof en> = {
  title: 'Allgemein',
  theme: {
    title: 'Aussehen',
    system: 'Wie das System',
    light: 'Hell',
    dark: 'Dunkel',
  },
  language: 'Sprache',
  startUp: 'Beim Anmelden starten',
  startUpText: 'Sidetone ist da, bevor der erste Anruf kommt.',
  minimized: 'Minimiert starten',
  minimizedText: 'Nur das Symbol, kein Fenster.',
  minimizedNeeds: 'Braucht „Beim Anmelden starten“.',
  refused:
    'Das System hat das nicht erlaubt. Sieh in den Systemeinstellungen nach, welche Programme automatisch starten dürfen.',
  offline: 'Telefone beim Beenden abmelden',
  offlineText: 'Dann entscheidet dein Anbieter, was mit Anrufen geschieht, bis du wieder da bist.',
  offlineNot: 'Nicht möglich, solange die App auch in einem Browser offen ist.',
  count: 'Zahl am Symbol und am Tab',
  countText: 'Zeigt unerledigte Anrufe, ab zehn als +9.',
  notificationsAllowed: 'Benachrichtigungen sind erlaubt.',
  copyright: '© 2026 die Sidetone-Beteiligten',
  terms: 'Nutzungsbedingungen',
  privacy: 'Datenschutz',
  saved: 'Gespeichert',
};
