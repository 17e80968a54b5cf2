import type { Locale } from '@sidetone/contract/entities/common.ts';

/** What every log says in the account's language. */
interface RecordWords {
  readonly call: string;
  readonly incoming: string;
  readonly outgoing: string;
  readonly incomingCall: string;
  readonly outgoingCall: string;
  readonly missedCall: string;
  readonly missed: string;
  readonly notAnswered: string;
  readonly busy: string;
  readonly notFound: string;
  readonly anonymous: string;
  readonly outcome: string;
  readonly summary: string;
  readonly actionItems: string;
  readonly smallTalk: string;
  readonly link: string;
  readonly due: (day: string) => string;
  readonly done: string;
  readonly writtenBy: (name: string) => string;
  readonly takenOverFrom: (name: string) => string;
  /** `number`: null for anonymous callers. */
  readonly followUp: (number: string | null) => string;
}

export const recordWords: Readonly<Record<Locale, RecordWords>> = {
  de: {
    call: 'Anruf',
    incoming: 'eingehend',
    outgoing: 'ausgehend',
    incomingCall: 'Eingehender Anruf',
    outgoingCall: 'Ausgehender Anruf',
    missedCall: 'Verpasster Anruf',
    missed: 'verpasst',
    notAnswered: 'nicht angenommen',
    busy: 'besetzt',
    notFound: 'Nummer nicht vergeben',
    anonymous: 'Anonym',
    outcome: 'Ergebnis',
    summary: 'Zusammenfassung',
    actionItems: 'Aufgaben',
    smallTalk: 'Persönliches',
    link: 'Anruf in Sidetone öffnen',
    due: (day) => `bis ${day}`,
    done: 'erledigt',
    writtenBy: (name) => `Geschrieben von ${name}`,
    takenOverFrom: (name) => `Übernommen von ${name}`,
    followUp: (number) => (number === null ? 'Aufgabe zu einem Anruf' : `Aufgabe zum Anruf mit ${number}`),
  },
  en: {
    call: 'Call',
    incoming: 'incoming',
    outgoing: 'outgoing',
    incomingCall: 'Incoming call',
    outgoingCall: 'Outgoing call',
    missedCall: 'Missed call',
    missed: 'missed',
    notAnswered: 'not answered',
    busy: 'busy',
    notFound: 'number not in service',
    anonymous: 'Anonymous',
    outcome: 'Outcome',
    summary: 'Summary',
    actionItems: 'Action items',
    smallTalk: 'Small talk',
    link: 'Open the call in Sidetone',
    due: (day) => `due ${day}`,
    done: 'done',
    writtenBy: (name) => `Written by ${name}`,
    takenOverFrom: (name) => `Taken over from ${name}`,
    followUp: (number) => (number === null ? 'Follow up on a call' : `Follow up on the call with ${number}`),
  },
};
