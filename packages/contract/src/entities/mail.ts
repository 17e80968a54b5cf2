import { z } from 'zod';
import { maxMailChannels } from '../rules/limits.ts';
import { plainId, timestamp, typedName } from './common.ts';

/** `tls`: encrypted from the first byte, as on port 465. `starttls`: encrypted before anything is said, as on port 587. */
export const mailSecurity = z.enum(['tls', 'starttls']);
export type MailSecurity = z.infer<typeof mailSecurity>;

/** A name of a host or an address; nothing that could lead a program elsewhere. */
export const mailHost = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9]([a-z0-9._-]*[a-z0-9])?\.?$|^[0-9a-f:]*:[0-9a-f:.]+$/, 'not the name of a host');

export const mailAddress = z.email().max(254);
/** Empty: the mail server takes mail without a sign-in. */
const user = z.literal('').or(typedName(254));

/** The mail server of an account as its administrators see it: the password is written and never read. */
export const mailServer = z.object({
  host: mailHost,
  port: z.number().int().min(1).max(65_535),
  security: mailSecurity,
  user,
  hasPassword: z.boolean(),
  fromAddress: mailAddress,
  fromName: z.string(),
  rev: z.number().int().nonnegative(),
});
export type MailServer = z.infer<typeof mailServer>;

/** A mail server as an administrator wants it. */
export const mailServerChange = z
  .object({
    /** That of the server as it was changed, 0 for a new one; CONFLICT where someone else changed it since. */
    rev: z.number().int().nonnegative(),
    host: mailHost,
    port: z.number().int().min(1).max(65_535),
    security: mailSecurity,
    user: user.default(''),
    /** Null: the password stays as it is. */
    password: z
      .string()
      .max(500)
      .regex(/^[^\p{Cc}]*$/u, 'has characters that no password has')
      .nullable()
      .default(null),
    fromAddress: mailAddress,
    fromName: z.literal('').or(typedName(100)).default(''),
  })
  .strict();
export type MailServerChange = z.infer<typeof mailServerChange>;

/** Why a mail did not arrive, as a code; words for people live in the client. */
export const mailProblem = z.enum([
  'hostNotFound',
  'privateHost',
  'unreachable',
  'timedOut',
  'certificate',
  'noTls',
  'notMail',
  'signIn',
  'senderRefused',
  'recipientRefused',
  'refused',
  'busy',
  'secretLost',
  'noServer',
  'nothingToSend',
  'crashed',
  'tooLate',
]);
export type MailProblem = z.infer<typeof mailProblem>;

/** What a test came to. */
export const mailTestResult = z.object({
  /** To whom it went. */
  to: z.string(),
  problem: mailProblem.nullable(),
  /** What the mail server answered, such as 535; null where it did not. */
  status: z.number().int().nullable(),
  milliseconds: z.number().int().nonnegative(),
});
export type MailTestResult = z.infer<typeof mailTestResult>;

export const mailKind = z.enum(['voicemail', 'missedCalls']);
export type MailKind = z.infer<typeof mailKind>;

/** What became of one mail; without a word of any call. */
export const mailDelivery = z.object({
  id: z.string(),
  /** Null: it went to the address of the channel. */
  userId: z.string().nullable(),
  channelId: z.string().nullable().default(null),
  kind: mailKind,
  state: z.enum(['waiting', 'sent', 'failed']),
  tries: z.number().int().nonnegative(),
  status: z.number().int().nullable(),
  problem: mailProblem.nullable(),
  /** When it is tried; null where it is not. */
  nextAt: timestamp.nullable(),
  createdAt: timestamp,
});
export type MailDelivery = z.infer<typeof mailDelivery>;

/** How often a summary of missed calls comes, in minutes. */
export const summaryMinutes = [15, 30, 60, 120, 240] as const;

/** What a user gets emails about. Nobody gets any before they choose to. */
export const mailWishes = z.object({
  /** `sound`: with the message as an MP3. `link`: with a link to it. */
  voicemails: z.enum(['off', 'link', 'sound']),
  missedCalls: z.enum(['off', 'each', 'summary']),
  everyMinutes: z.literal(summaryMinutes),
  /** The channels that they get emails about; they are a member of each. */
  channelIds: z.array(plainId).max(maxMailChannels),
});
export type MailWishes = z.infer<typeof mailWishes>;

/** What the settings of a user show: their choices, and whether mail goes out at all. */
export const ownMail = z.object({
  wishes: mailWishes,
  /** Where mails go: their address. */
  to: z.string(),
  /** False: neither their company nor the operator of this server has set up mail. */
  isSetUp: z.boolean(),
});
export type OwnMail = z.infer<typeof ownMail>;
