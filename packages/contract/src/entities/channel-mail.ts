import { z } from 'zod';
import { locale } from './common.ts';
import { mailAddress, mailWishes } from './mail.ts';

/** What of a shared channel is mailed to an address of its own, such as that of a team. */
export const newChannelMail = mailWishes.omit({ channelIds: true }).extend({
  address: z.string().trim().pipe(mailAddress),
  /** The language of its mails. */
  language: locale,
  /** Members get no mails about the channel, whatever they wish. */
  instead: z.boolean(),
});
export type NewChannelMail = z.infer<typeof newChannelMail>;

/** The same as administrators see it; nothing goes to an address that is not confirmed. */
export const channelMail = newChannelMail.extend({ isConfirmed: z.boolean() });
export type ChannelMail = z.infer<typeof channelMail>;

export const mailCode = z.string().regex(/^[0-9]{6}$/, 'not a code of six digits');

/** Why an address cannot be confirmed. `message` of the issue that names the code. */
export const mailCodeProblems = ['wrongCode', 'codeOver', 'tooSoon', 'tooMany'] as const;
