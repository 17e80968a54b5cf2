import { z } from 'zod';
import { channelMail, mailCode, newChannelMail } from '../entities/channel-mail.ts';
import { mailDelivery, mailServer, mailServerChange, mailTestResult, mailWishes, ownMail } from '../entities/mail.ts';
import { defineRoute } from './route.ts';

const nothing = z.object({});

/** What users get emails about; each chooses for themselves. */
export const mailRoutes = {
  ownMail: defineRoute({
    method: 'GET',
    path: '/mail-wishes',
    summary: 'Get which voicemails and missed calls are mailed to you, and to which address',
    audience: 'user',
    reply: ownMail,
  }),

  setMailWishes: defineRoute({
    method: 'PUT',
    path: '/mail-wishes',
    summary:
      'Choose which voicemails and missed calls are mailed to you; channels that you are not a member of are left out',
    audience: 'user',
    body: mailWishes,
    reply: ownMail,
  }),
} as const;

const byAdmin = { audience: 'admin' } as const;
const ofChannel = { ...byAdmin, params: z.object({ channelId: z.string().min(1).max(64) }) } as const;

/** Addresses of shared channels, to which their voicemails and missed calls are mailed. */
export const channelMailRoutes = {
  channelMail: defineRoute({
    ...ofChannel,
    method: 'GET',
    path: '/admin/channels/{channelId}/mail',
    summary: 'What of a shared channel is mailed to an address of its own',
    reply: z.object({ mail: channelMail.nullable(), isSetUp: z.boolean() }),
  }),

  setChannelMail: defineRoute({
    ...ofChannel,
    method: 'PUT',
    path: '/admin/channels/{channelId}/mail',
    summary:
      'Set the address of a shared channel; a new one gets a code by mail, and nothing else until it is confirmed',
    body: newChannelMail,
    reply: z.object({ mail: channelMail }),
    errors: ['CONFLICT', 'UNAVAILABLE'],
  }),

  confirmChannelMail: defineRoute({
    ...ofChannel,
    method: 'POST',
    path: '/admin/channels/{channelId}/mail/confirmation',
    summary: 'Confirm the address of a shared channel with the code that was mailed there',
    body: z.object({ code: mailCode }),
    reply: z.object({ mail: channelMail }),
    errors: ['CONFLICT'],
  }),

  removeChannelMail: defineRoute({
    ...ofChannel,
    method: 'DELETE',
    path: '/admin/channels/{channelId}/mail',
    summary: 'Forget the address of a shared channel',
    reply: nothing,
  }),

  stopChannelMail: defineRoute({
    method: 'POST',
    path: '/mail-stop',
    summary:
      'Stop the mails to the address of a shared channel, as mail programs do with the link in its mails (RFC 8058)',
    audience: 'public',
    query: z.object({ token: z.string().min(1).max(1000) }),
    takes: { as: 'form' },
    body: z.object({ 'List-Unsubscribe': z.string().max(100).optional() }),
    reply: nothing,
  }),
} as const;

/** The mail server of an account, and what became of its mails. */
export const adminMailRoutes = {
  mailServer: defineRoute({
    ...byAdmin,
    method: 'GET',
    path: '/admin/mail',
    summary:
      'The mail server of the account without its password, and the sender that the operator of this server set up',
    reply: z.object({ server: mailServer.nullable(), operatorFrom: z.string().nullable() }),
  }),

  saveMailServer: defineRoute({
    ...byAdmin,
    method: 'PUT',
    path: '/admin/mail',
    summary:
      'Set the mail server of the account; another host needs the password again. CONFLICT if someone else changed it since',
    body: mailServerChange,
    reply: z.object({ server: mailServer }),
    errors: ['CONFLICT'],
  }),

  removeMailServer: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/mail',
    summary:
      'Forget the mail server of the account and its password; mail goes out by that of the operator, if there is one',
    reply: nothing,
  }),

  testMail: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/mail/test',
    summary: 'Send a test to your own address by the mail server as it is saved',
    reply: mailTestResult,
  }),

  mailDeliveries: defineRoute({
    ...byAdmin,
    method: 'GET',
    path: '/admin/mail/deliveries',
    summary: 'List mails of the last 30 days, newest first and at most 100, without what they said',
    reply: z.object({ deliveries: z.array(mailDelivery) }),
  }),
} as const;
