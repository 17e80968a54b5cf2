import type { errors as en } from '../en/errors.ts';
import type { Shape } from '../shape.ts';

export const errors: Shape<typeof en> = {
  BAD_REQUEST: 'Der Server hat das nicht verstanden. Lade die Seite neu und versuch es noch einmal.',
  VALIDATION_FAILED: 'Etwas daran stimmt nicht. Prüf die Felder.',
  INVALID_NUMBER: 'Keine gültige Rufnummer.',
  UNAUTHENTICATED: 'Bitte melde dich wieder an.',
  TOKEN_EXPIRED: 'Deine Sitzung ist abgelaufen. Bitte melde dich wieder an.',
  WRONG_CREDENTIALS: 'E-Mail oder Passwort ist falsch.',
  FORBIDDEN: 'Das darfst du nicht.',
  NOT_FOUND: 'Das gibt es nicht mehr.',
  CONFLICT: 'Jemand war schneller. Sieh dir den Stand an und versuch es noch einmal.',
  DIRECT_DIAL: 'Das ist die direkte Nummer einer anderen Person. Nimm eine Nummer, die der Firma gehört.',
  BODY_TOO_LARGE: 'Das ist zu groß.',
  STORAGE_FULL:
    'Von dir liegt schon so viel auf dem Server, wie er aufhebt. Deine Administratoren können Erledigtes löschen.',
  DESTINATION_BARRED: 'Deine Firma erlaubt keine Anrufe zu dieser Nummer.',
  LIMIT_REACHED: 'Im Moment sind so viele Anrufe nach draußen gemacht wie erlaubt. Versuch es später.',
  TOO_MANY_ATTEMPTS: 'Zu viele Versuche. Warte kurz und versuch es noch einmal.',
  INTERNAL: 'Auf dem Server ging etwas schief. Versuch es noch einmal.',
  UNAVAILABLE: 'Der Server ist ausgelastet. Versuch es gleich noch einmal.',
  TIMEOUT: 'Der Server hat zu lange gebraucht. Versuch es noch einmal.',
  NETWORK: 'Der Server ist nicht erreichbar. Prüf deine Verbindung.',
  BAD_REPLY: 'Der Server hat unerwartet geantwortet. Lade die Seite neu.',
  TOO_MANY_NUMBERS: 'Das sind mehr Nummern, als das Adressbuch zu einem Kontakt behält.',
  INVALID_PHONE_TYPE: 'Diese Nummernart kennt das Adressbuch nicht. Wähle eine andere.',
  FAVORITE_NEEDS_NUMBER: 'Ein Favorit braucht mindestens eine Rufnummer.',
  INTEGRATION_REFRESH: 'Das Adressbuch nimmt seine Anmeldung nicht mehr an. Verbinde es neu.',
  EMAIL_CONFLICT: 'Ein anderer Kontakt hat diese E-Mail-Adresse schon.',
  NO_APP_OPEN: 'Sidetone ist nirgends offen. Öffne es und versuche es noch einmal.',
  FAVORITES_FULL: 'Mehr Favoriten gehen nicht. Entferne zuerst einen.',
  INTEGRATION_FAILED: 'Das Adressbuch hat das nicht getan. Versuche es noch einmal.',
};
