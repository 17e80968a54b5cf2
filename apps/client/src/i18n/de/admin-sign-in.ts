import type { adminSignIn as english } from '../en/admin-sign-in.ts';
import type { Shape } from '../shape.ts';

export const adminSignIn: Shape<typeof english> = {
  title: 'Anmeldung',
  text: 'Wie sich Benutzer anmelden, und von wo aus die Firma verwaltet wird.',
  secondFactor: 'Anmeldung in zwei Schritten',
  secondFactorHelp:
    'Eine Authenticator-App oder ein Passkey. Benutzer ohne beides richten es bei der nächsten Anmeldung ein.',
  rules: {
    off: 'Freiwillig',
    administrators: 'Pflicht für Administratoren',
    everyone: 'Pflicht für alle',
  },
  sessionDays: 'Anmeldungen enden nach (Tage)',
  sessionDaysHelp: 'Leer: nach 30 Tagen ohne Benutzung.',
  networks: 'Verwaltung nur aus diesen Netzen',
  networksHelp: 'Eine Adresse oder ein Netz je Zeile, etwa 203.0.113.0/24. Leer: von überall.',
  networksWrong: 'Eine dieser Zeilen ist weder Adresse noch Netz.',
  lockedOut: 'Deine eigene Adresse liegt nicht in diesen Netzen. Du würdest dich aussperren.',
  authenticator: 'Authenticator-App',
  passkeys_one: 'Ein Passkey',
  passkeys_other: '{{count}} Passkeys',
  none: 'Nicht eingerichtet',
  reset: {
    menu: 'Zwei Schritte zurücksetzen',
    title: 'Anmeldung in zwei Schritten von {{name}} zurücksetzen?',
    text: 'Authenticator-App, Wiederherstellungscodes und Passkeys dieses Benutzers gelten nicht mehr. Das Passwort bleibt.',
    action: 'Zurücksetzen',
    done: 'Anmeldung in zwei Schritten von {{name}} ist zurückgesetzt',
  },
};
