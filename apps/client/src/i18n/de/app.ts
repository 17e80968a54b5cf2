import type { app as en } from '../en/app.ts';
import type { Shape } from '../shape.ts';

export const app: Shape<typeof en> = {
  navigation: 'Navigation',
  searchOrDial: 'Suchen oder wählen',
  private: 'Privat',
  shared: 'Geteilt',
  aiChat: 'KI-Chat',
  statistics: 'Statistik',
  unresolvedCount: 'unerledigt',
  callAssistant: 'Anrufassistent',
  openResults: 'offen',
  phone: 'Telefon',
  notifications: 'Benachrichtigungen',
  close: 'Schließen',
  undo: 'Rückgängig',
  tryAgain: 'Noch einmal versuchen',
  loading: 'Wird geladen',
  starting: 'Deine Kanäle werden geladen',
  menu: {
    open: 'Dein Menü:',
    morning: 'Guten Morgen, {{name}}',
    day: 'Hallo, {{name}}',
    evening: 'Guten Abend, {{name}}',
    busy: 'Nicht stören',
    language: 'Sprache',
    theme: 'Aussehen',
    themeSystem: 'Wie das System',
    themeLight: 'Hell',
    themeDark: 'Dunkel',
    administration: 'Verwaltung',
    signOut: 'Abmelden',
  },
  insecure: {
    why: 'An dieser Adresse kannst du dich weder anmelden noch telefonieren, weil Browser das nur auf einer sicheren Seite erlauben. Öffne Sidetone über https oder auf localhost.',
    goOn: 'Zur sicheren Seite',
  },
  notLoading: {
    title: 'Dein Konto lädt nicht',
    text: 'Der Server antwortet seit einer Weile nicht. Tischtelefone funktionieren weiter.',
  },
  notFound: {
    title: 'Seite nicht gefunden',
    text: 'Die Adresse ist veraltet oder enthält einen Tippfehler.',
    action: 'Zu deinen Anrufen',
  },
};
