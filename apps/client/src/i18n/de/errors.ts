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
  DIRECT_DIAL: 'Das ist die Durchwahl einer anderen Person. Nimm eine Nummer, die der Firma gehört.',
  BODY_TOO_LARGE: 'Das ist zu groß.',
  DESTINATION_BARRED: 'Deine Firma erlaubt keine Anrufe zu dieser Nummer.',
  LIMIT_REACHED: 'Im Moment sind so viele Anrufe nach draußen gemacht wie erlaubt. Versuch es später.',
  TOO_MANY_ATTEMPTS: 'Zu viele Versuche. Warte kurz und versuch es noch einmal.',
  INTERNAL: 'Auf dem Server ging etwas schief. Versuch es noch einmal.',
  UNAVAILABLE: 'Der Server ist ausgelastet. Versuch es gleich noch einmal.',
  TIMEOUT: 'Der Server hat zu lange gebraucht. Versuch es noch einmal.',
  NETWORK: 'Der Server ist nicht erreichbar. Prüf deine Verbindung.',
  BAD_REPLY: 'Der Server hat unerwartet geantwortet. Lade die Seite neu.',
};
