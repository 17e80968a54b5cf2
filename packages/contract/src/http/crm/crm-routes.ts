import { z } from 'zod';
import { timestamp } from '../../entities/common.ts';
import { defineRoute } from '../route.ts';

const id = z.string().min(1).max(200);
const byUser = { audience: 'user' } as const;

/** Signing in to CRMs at their own pages. */
export const crmRoutes = {
  startAuthSession: defineRoute({
    ...byUser,
    method: 'POST',
    path: '/integrations/auth-sessions',
    summary:
      'Begin to sign in to a CRM at its own page: replies with its address. The browser comes back to one of the two paths of the app. API-066, SAPI-016',
    body: z.object({
      name: z.string().min(1).max(60),
      /** Where the vendor needs to be told whose CRM it is, such as of Salesforce. */
      accountUrl: z.string().trim().max(2000).nullish(),
      successPath: z.string().startsWith('/').max(500),
      errorPath: z.string().startsWith('/').max(500),
      domainModifier: z.string().max(60).nullish(),
      /** The connection to sign in again; absent: a new one. */
      integrationId: id.nullish(),
    }),
    reply: z.object({ url: z.string(), expiresAt: timestamp }),
    errors: ['CONFLICT', 'FORBIDDEN', 'INTEGRATION_FAILED'],
  }),

  endAuthSession: defineRoute({
    method: 'GET',
    audience: 'public',
    path: '/integrations/callback',
    summary:
      'Where the page of a CRM sends the browser back to. Takes the sign-in once, in the browser that began it, and sends it on to one of the two paths of the app',
    query: z
      .object({
        state: z.string().min(1).max(200),
        code: z.string().min(1).max(4000).optional(),
        error: z.string().max(200).optional(),
        iss: z.string().max(500).optional(),
      })
      .catchall(z.string().max(4000)),
    reply: z.object({}),
  }),

  appRemoved: defineRoute({
    method: 'DELETE',
    audience: 'public',
    path: '/integrations/callback',
    summary:
      'Where a CRM says that a company removed the app of this server. It shows the id and the secret of that app (Basic)',
    body: z.object({
      company_id: z.union([z.number().int().positive(), z.string().regex(/^\d{1,15}$/)]),
    }),
    reply: z.object({}),
    errors: ['NOT_FOUND'],
  }),
} as const;
