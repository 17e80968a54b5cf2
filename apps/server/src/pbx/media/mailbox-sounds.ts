import { fileURLToPath } from 'node:url';

/** Sentences of a mailbox. */
export const mailboxSentences = [
  'no-messages',
  'choices',
  'keys',
  'deleted',
  'kept',
  'kept-new',
  'gone',
  'end',
  'connecting',
  'no-number',
  'no-call-back',
  'settings',
  'standard-greeting',
  'pin-new',
  'pin-again',
  'pin-weak',
  'pin-differs',
  'pin-changed',
] as const;

/** Parts of sentences. */
export const mailboxParts = [
  'you-have',
  'no-new',
  'new-one',
  'new-many',
  'and',
  'kept-one',
  'kept-many',
  'from',
  'from-hidden',
  'today',
  'yesterday',
  'at',
] as const;

/**
 * What a mailbox says to its user. Numbers go up to 59; days are those of a month, with their word; the week begins with 0, a
 * Sunday. Only German has hours with their word, and only English has `oh`, `am` and `pm`.
 */
export type MailboxSound =
  | (typeof mailboxSentences)[number]
  | (typeof mailboxParts)[number]
  | 'oh'
  | 'am'
  | 'pm'
  | `number-${number}`
  | `day-${number}`
  | `month-${number}`
  | `weekday-${number}`
  | `hour-${number}`;

/** Path of a sound of a mailbox. */
export const mailboxFile = (name: MailboxSound, locale: 'de' | 'en'): string =>
  fileURLToPath(new URL(`../../../assets/sounds/mailbox/${name}.${locale}.wav`, import.meta.url));
