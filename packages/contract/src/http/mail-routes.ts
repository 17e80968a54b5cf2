import { z } from 'zod';
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
