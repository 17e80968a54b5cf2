import type { Locale } from '@sidetone/contract/entities/common.ts';

/** What mails about calls say. */
interface LetterWords {
  readonly greeting: (firstName: string) => string;
  /** Who hides their number, at the beginning of a sentence and after “from”. */
  readonly unknown: string;
  readonly fromUnknown: string;
  readonly voicemailSubject: (who: string) => string;
  readonly voicemailIn: (who: string, channel: string | null) => string;
  readonly missedSubject: (who: string) => string;
  readonly missedManySubject: (count: number) => string;
  readonly missedIn: (who: string, channel: string | null) => string;
  readonly missedMany: (count: number) => string;
  readonly more: (count: number) => string;
  readonly number: string;
  readonly when: string;
  readonly length: string;
  readonly attached: string;
  readonly tooLarge: string;
  readonly said: string;
  readonly listen: string;
  readonly open: string;
  readonly inbox: string;
  readonly why: string;
  /** Of the address of a channel. */
  readonly whyTeam: string;
}

export const letterWords: Record<Locale, LetterWords> = {
  de: {
    greeting: (firstName) => (firstName === '' ? 'Hallo,' : `Hallo ${firstName},`),
    unknown: 'Jemand mit unterdrückter Nummer',
    fromUnknown: 'jemandem mit unterdrückter Nummer',
    voicemailSubject: (who) => `Neue Sprachnachricht von ${who}`,
    voicemailIn: (who, channel) =>
      channel === null
        ? `${who} hat dir eine Sprachnachricht hinterlassen.`
        : `${who} hat eine Sprachnachricht für ${channel} hinterlassen.`,
    missedSubject: (who) => `Verpasster Anruf von ${who}`,
    missedManySubject: (count) => `${count} verpasste Anrufe`,
    missedIn: (who, channel) =>
      channel === null ? `du hast einen Anruf von ${who} verpasst.` : `${who} hat ${channel} nicht erreicht.`,
    missedMany: (count) => `du hast ${count} Anrufe verpasst:`,
    more: (count) => (count === 1 ? 'und ein weiterer' : `und ${count} weitere`),
    number: 'Nummer',
    when: 'Zeit',
    length: 'Länge',
    attached: 'Die Nachricht hängt an dieser E-Mail.',
    tooLarge: 'Die Nachricht ist zu lang für eine E-Mail. Du kannst sie in Sidetone anhören.',
    said: 'Transkript:',
    listen: 'Nachricht anhören',
    open: 'Anruf öffnen',
    inbox: 'Alles Weitere steht in deinem Posteingang in Sidetone.',
    why: 'Welche E-Mails du bekommst, entscheidest du in den Einstellungen unter „E-Mails“.',
    whyTeam: 'Diese Adresse haben eure Administratoren beim Kanal eingetragen. Sie können sie dort auch entfernen.',
  },
  en: {
    greeting: (firstName) => (firstName === '' ? 'Hello,' : `Hello ${firstName},`),
    unknown: 'Someone with a withheld number',
    fromUnknown: 'someone with a withheld number',
    voicemailSubject: (who) => `New voicemail from ${who}`,
    voicemailIn: (who, channel) =>
      channel === null ? `${who} left you a message.` : `${who} left a message for ${channel}.`,
    missedSubject: (who) => `Missed call from ${who}`,
    missedManySubject: (count) => `${count} missed calls`,
    missedIn: (who, channel) =>
      channel === null ? `You missed a call from ${who}.` : `${who} called ${channel}, and nobody took the call.`,
    missedMany: (count) => `You missed ${count} calls:`,
    more: (count) => (count === 1 ? 'and one more' : `and ${count} more`),
    number: 'Number',
    when: 'Time',
    length: 'Length',
    attached: 'The message is attached.',
    tooLarge: 'The message is too long for an email. You can listen to it in Sidetone.',
    said: 'Transcript:',
    listen: 'Listen to the message',
    open: 'Open the call',
    inbox: 'You can find the details in your Sidetone inbox.',
    why: 'You choose which emails you get in the settings under Emails.',
    whyTeam: 'Your administrators entered this address in the settings of the channel, and can remove it there.',
  },
};
