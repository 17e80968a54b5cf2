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
      'Füge das SIP-Konto hinzu, das du von deinem Anbieter oder deiner Telefonanlage hast, und wähle, wer es verwendet.',
    atRegistrar: '{{username}} bei {{registrar}}',
    switchedOff:
      '{{user}} hat dieses Telefon in den Einstellungen ausgeschaltet. Nur {{user}} kann es wieder einschalten.',
    newerGeneration:
      'Deine Firma nutzt die neuere Generation der Telefonanlage. Anrufe an dieses Konto klingeln weiter bei {{user}}, aber die App ruft über eure Anschlüsse an.',
    account: 'Bei der Telefonanlage',
    accountText: 'Gib ein, was dein Anbieter oder deine Telefonanlage dir zu diesem Konto mitgeteilt hat.',
    registrar: 'Registrar',
    registrarHelp: 'Ein Host wie sip.anbieter.example, bei Bedarf mit Doppelpunkt und Port.',
    username: 'Benutzername',
    password: 'Passwort',
    passwordHelp: 'Wird verschlüsselt gespeichert. Niemand kann es hier noch einmal sehen.',
    passwordKept: 'Lass es leer, um das Passwort zu behalten.',
    authUsername: 'Name für die Anmeldung',
    authUsernameHelp: 'Nur wenn dein Anbieter dir einen zweiten genannt hat.',
    outboundProxy: 'Outbound-Proxy',
    numbersText: 'Die Nummern, die zu diesem Konto gehören. Anrufe können sie anzeigen.',
    noNumbers: 'Noch keine Nummern.',
    number: 'Nummer {{place}}',
    label: 'Bezeichnung der Nummer {{place}}',
    labelShort: 'Bezeichnung',
    addNumber: 'Nummer hinzufügen',
    removeNumber: 'Nummer {{place}} entfernen',
    callerId: 'Absender',
    callerIdHelp: 'Benutzer können das unter Einstellungen → Telefone ändern.',
    callerIds: {
      first: 'Die erste Nummer',
      account: 'Von der Telefonanlage vorgegeben',
      anonymous: 'Anonym',
      suppressed: 'Unterdrückt',
    },
    incoming: 'Eingehende Anrufe',
    incomingText: 'Anrufe an dieses Konto klingeln bei {{user}}, nach den Regeln des eigenen Kanals.',
    tryOut: 'Wer würde klingeln?',
    toUser: '{{user}} öffnen',
    outgoing: 'Ausgehende Anrufe',
    isDefault: 'Standardtelefon von {{user}}. Kanäle ohne eigenes Telefon verwenden es.',
    notDefault: '{{user}} wählt unter Einstellungen → Telefone, welche Kanäle dieses Telefon verwenden.',
    since: 'seit {{since}}',
    removeText:
      'Das Telefon wird sofort abgemeldet, und {{user}} kann damit nicht mehr anrufen oder angerufen werden. Um es wieder zu verwenden, brauchst du sein Passwort.',
    saved: 'Gespeichert. Die Anmeldung des Kontos dauert einen Moment.',
  },
};
