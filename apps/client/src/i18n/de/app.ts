import type { app as en } from '../en/app.ts';
import type { Shape } from '../shape.ts';

export const app: Shape<typeof en> = {
  navigation: 'Navigation',
  searchOrDial: 'Suchen oder wählen',
  private: 'Privat',
  shared: 'Geteilt',
  unresolvedCount: 'unerledigt',
  phone: 'Telefon',
  notifications: 'Meldungen',
  close: 'Schließen',
  undo: 'Rückgängig',
  tryAgain: 'Noch einmal versuchen',
  loading: 'Lädt',
  starting: 'Deine Kanäle laden',
  menu: {
    open: 'Dein Menü:',
    morning: 'Guten Morgen, {{name}}',
    day: 'Hallo, {{name}}',
    evening: 'Guten Abend, {{name}}',
    busy: 'Beschäftigt, keine Anrufe',
    language: 'Sprache',
    theme: 'Aussehen',
    themeSystem: 'Wie das System',
    themeLight: 'Hell',
    themeDark: 'Dunkel',
    administration: 'Verwaltung',
    signOut: 'Abmelden',
  },
  insecure: {
    why: 'Unter dieser Adresse gehen weder Anmeldung noch Anrufe: Browser erlauben sie nur auf einer sicheren Seite. Öffne Sidetone über https oder auf localhost.',
    goOn: 'Zur sicheren Seite',
  },
  notLoading: {
    title: 'Dein Konto lädt nicht',
    text: 'Seit einer Weile kommt keine Antwort. Tischtelefone funktionieren weiter.',
  },
  notFound: {
    title: 'Hier ist nichts',
    text: 'Die Adresse ist alt oder vertippt.',
    action: 'Zu deinen Anrufen',
  },
};
