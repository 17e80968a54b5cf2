import type { preferences as en } from '../en/preferences.ts';
import type { Shape } from '../shape.ts';

export const preferences: Shape<typeof en> = {
  title: 'Einstellungen',
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
  refused: 'Das System hat das nicht erlaubt. Sieh in seinen Einstellungen nach, was von selbst starten darf.',
  offline: 'Telefone beim Beenden abmelden',
  offlineText: 'Dann entscheidet dein Anbieter, was mit Anrufen geschieht, bis du wieder da bist.',
  offlineNot: 'Nicht möglich, solange du die App auch in einem Browser nutzt.',
  count: 'Zahl am Symbol und am Tab',
  countText: 'Zeigt unerledigte Anrufe, ab zehn als +9.',
  notificationsAllowed: 'Mitteilungen sind erlaubt.',
  copyright: '© 2026 die Sidetone-Beteiligten',
  terms: 'Nutzungsbedingungen',
  privacy: 'Datenschutz',
  saved: 'Gesichert',
};
