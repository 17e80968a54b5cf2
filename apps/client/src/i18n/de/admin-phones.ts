import type { adminPhones as en } from '../en/admin-phones.ts';
import type { Shape } from '../shape.ts';

/** Words of the administration about SIP accounts, the phones of the classic generation. */
export const adminPhones: Shape<typeof en> = {
  sipAccounts: {
    kind: 'SIP-Konto',
    add: 'SIP-Konto hinzufügen',
    addDeskPhone: 'Tischtelefon hinzufügen',
    numbers: 'Nummern',
    empty: 'Noch kein Telefon',
    emptyText:
      'Füge das SIP-Konto hinzu, das du von deinem Anbieter oder deiner Telefonanlage hast, und wähle, wer es benutzt.',
    atRegistrar: '{{username}} bei {{registrar}}',
    switchedOff:
      '{{user}} hat dieses Telefon in den Einstellungen ausgeschaltet. Nur {{user}} kann es wieder einschalten.',
    newerGeneration:
      'Deine Firma nutzt die neuere Generation der Telefonanlage. Anrufe bei diesem Konto klingeln weiter bei {{user}}, aber die App ruft über eure Anschlüsse an.',
    account: 'Bei der Telefonanlage',
    accountText: 'Gib ein, was dein Anbieter oder deine Telefonanlage dir zu diesem Konto genannt hat.',
    registrar: 'Registrar',
    registrarHelp: 'Ein Host wie sip.anbieter.example, wenn nötig mit Port nach einem Doppelpunkt.',
    username: 'Benutzername',
    password: 'Passwort',
    passwordHelp: 'Wird verschlüsselt gespeichert. Niemand kann es hier noch einmal sehen.',
    passwordKept: 'Lass es leer, um das Passwort zu behalten.',
    authUsername: 'Benutzername zum Anmelden',
    authUsernameHelp: 'Nur wenn dein Anbieter dir einen zweiten genannt hat.',
    outboundProxy: 'Outbound-Proxy',
    numbersText: 'Die Nummern, die dein Anbieter diesem Konto gegeben hat. Anrufe können sie zeigen.',
    noNumbers: 'Keine Nummer eingetragen.',
    number: 'Nummer {{place}}',
    label: 'Bezeichnung der Nummer {{place}}',
    labelShort: 'Bezeichnung',
    addNumber: 'Nummer hinzufügen',
    removeNumber: 'Nummer {{place}} entfernen',
    callerId: 'Absender',
    callerIdHelp: 'Benutzer können das unter Einstellungen → Telefone ändern.',
    callerIds: {
      first: 'Die erste Nummer',
      account: 'Wie die Telefonanlage es vorgibt',
      anonymous: 'Anonym',
      suppressed: 'Unterdrückt',
    },
    incoming: 'Eingehende Anrufe',
    incomingText: 'Anrufe bei diesem Konto klingeln bei {{user}}, nach den Regeln des eigenen Kanals.',
    tryOut: 'Wer würde klingeln?',
    toUser: '{{user}} öffnen',
    outgoing: 'Ausgehende Anrufe',
    isDefault: 'Standardtelefon von {{user}}: gilt für Kanäle ohne eigenes Telefon.',
    notDefault: '{{user}} wählt unter Einstellungen → Telefone, welche Kanäle dieses Telefon benutzen.',
    since: 'seit {{since}}',
    removeText:
      'Es wird sofort abgemeldet, und {{user}} kann damit nicht mehr anrufen oder angerufen werden. Um es wieder zu benutzen, brauchst du sein Passwort.',
    saved: 'Gespeichert. Bis das Konto angemeldet ist, dauert es einen Moment.',
  },
};
