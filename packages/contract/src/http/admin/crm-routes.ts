import { z } from 'zod';
import { crmWrite, crmWriteEvent } from '../../entities/call-log.ts';
import { defineRoute } from '../route.ts';

const id = z.string().min(1).max(200);
const byAdmin = { audience: 'admin' } as const;
const oneWrite = z.object({ id });

/**
 * What an administrator can do with an entry of the CRM log. retry: try again immediately; itIsThere: it was written,
 * as someone saw in the CRM; writeAgain: it was not, so send it again; giveUp: no longer try.
 */
export const crmWriteActions = ['retry', 'itIsThere', 'writeAgain', 'giveUp'] as const;
export type CrmWriteAction = (typeof crmWriteActions)[number];

/** The CRM log of an account: what was written into its CRMs, and what waits. */
export const adminCrmRoutes = {
  crmWriteEvents: defineRoute({
    ...byAdmin,
    method: 'GET',
    path: '/admin/crm-writes/{id}/events',
    summary: 'List the moves of an entry of the CRM log, oldest first and at most the last 200',
    params: oneWrite,
    reply: z.object({ events: z.array(crmWriteEvent) }),
  }),

  retryCrmWrites: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/crm-writes/retry',
    summary: 'Try again immediately what waits, is blocked or was refused of a connection; replies with how many',
    body: z.object({ integrationId: id }),
    reply: z.object({ count: z.number().int().nonnegative() }),
  }),

  actOnCrmWrite: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/crm-writes/{id}/{action}',
    summary:
      'Try an entry again, say that it is in the CRM already, have it written again, or give it up; CONFLICT where its state does not allow that',
    params: oneWrite.extend({ action: z.enum(crmWriteActions) }),
    /** Only for itIsThere: where the record is, as far as it is known. */
    body: z.object({
      recordId: z.string().trim().min(1).max(200).nullish(),
      url: z
        .url({ protocol: /^https?$/ })
        .max(2000)
        .nullish(),
    }),
    reply: crmWrite,
    errors: ['CONFLICT'],
  }),
} as const;
