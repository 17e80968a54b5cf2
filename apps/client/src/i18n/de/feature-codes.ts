import type { featureCodes as en } from '../en/feature-codes.ts';
import type { Shape } from '../shape.ts';

/** Codes that phones dial for services of the phone system. */
export const featureCodes: Shape<typeof en> = {
  title: 'Sterncodes',
  text: 'Wähle sie an einem Tischtelefon wie eine Nummer. Zum Weiterleiten gehen auch die Codes vom Handy: *21*Nummer#, #21# und *#21#, oder mit 61 (keine Antwort), 62 (nicht erreichbar) und 67 (besetzt).',
  withExtension: '{{code}} und eine Nebenstelle',
  withGroup: '{{code}} und die Nummer einer Durchsagegruppe',
  withNumber: '{{code}} und eine Nummer',
  withCode: '{{code}} und ein Code',
  withPlace: '{{code}} und ein Platz von 1 bis 9',
  does: {
    pickUp: {
      alone:
        'Holt einen Anruf heran, der in einem deiner geteilten Kanäle klingelt, oder bei einem Mitglied, wenn du ihn annehmen darfst',
      withExtension: 'Holt einen Anruf heran, der an dieser Nebenstelle klingelt, wenn du ihn annehmen darfst',
    },
    park: {
      alone: 'Parkt den Anruf, den du dorthin übergibst, oder holt den, der am längsten wartet',
      withPlace: 'Parkt einen Anruf auf diesem Platz, oder holt den, der dort wartet',
    },
    intercom: {
      withExtension: 'Ruft diesen Kollegen, dessen Telefon von selbst abnimmt, wenn er und die Firma das erlauben',
    },
    page: { withExtension: 'Spricht zu Telefonen und Apps der Durchsagegruppe mit dieser Nummer' },
    lastCaller: { alone: 'Sagt, wer zuletzt bei dir angerufen hat, und ruft mit der 1 zurück' },
    dndOn: { alone: 'Schaltet „Nicht stören“ für dich ein' },
    dndOff: { alone: 'Schaltet „Nicht stören“ aus' },
    alwaysOn: {
      withNumber: 'Leitet alle Anrufe für dich dorthin weiter; ohne Nummer dorthin, wohin sie zuletzt gingen',
    },
    alwaysOff: { alone: 'Beendet die Weiterleitung aller Anrufe' },
    busyOn: { withNumber: 'Leitet Anrufe dorthin weiter, während du telefonierst; *97 als Nummer ist deine Mailbox' },
    busyOff: { alone: 'Beendet die Weiterleitung bei besetzt' },
    noAnswerOn: { withNumber: 'Leitet Anrufe dorthin weiter, die du nicht annimmst' },
    noAnswerOff: { alone: 'Beendet die Weiterleitung ohne Antwort' },
    unreachableOn: { withNumber: 'Leitet Anrufe dorthin weiter, wenn kein Gerät von dir erreichbar ist' },
    unreachableOff: { alone: 'Beendet die Weiterleitung ohne erreichbares Gerät' },
    forwardStatus: { alone: 'Sagt, wohin deine Anrufe jetzt gehen, und ob „Nicht stören“ an ist' },
    messages: {
      alone: 'Spielt deine Nachrichten ab. 7 löscht, 8 ruft zurück, und 1 sagt, was die anderen Tasten tun',
      withExtension: 'Spielt die Nachrichten dieser Person ab, die dafür ihre PIN eingibt',
    },
    greeting: {
      alone: 'Nimmt die Ansage deiner Mailbox auf',
      withExtension: 'Nimmt die Ansage eines geteilten Kanals auf, in dem du Mitglied bist',
    },
    announcement: {
      withCode: 'Nimmt eine Ansage der Firma auf. Den Code zeigt „Per Telefon aufnehmen“ in der Verwaltung',
    },
    mailbox: { withExtension: 'Hinterlässt dort eine Nachricht, ohne dass es klingelt' },
    pause: {
      alone: 'Beginnt oder beendet deine Pause in allen deinen Warteschlangen',
      withExtension: 'Beginnt oder beendet deine Pause in dieser Warteschlange',
    },
    night: {
      alone: 'Schließt oder öffnet deinen geteilten Kanal von Hand, wenn du nur einen hast',
      withExtension:
        'Schließt oder öffnet diesen geteilten Kanal von Hand. Wähle noch einmal, dann gelten wieder die Öffnungszeiten',
    },
    supervise: {
      alone: 'Hört beim Gespräch mit, das du in der Übersicht gewählt hast: 1 mithören, 2 flüstern, 3 mitreden',
      withExtension: 'Hört beim Gespräch dieses Mitglieds in einer Warteschlange mit, wenn du das darfst',
    },
    echoTest: { alone: 'Spielt dir vor, was du sagst, um den Ton zu testen' },
  },
};
