import { z } from 'zod';
import { callLogTextChange, crmUser, crmWrite, crmWriteEvent, matchedUser } from '../../entities/call-log.ts';
import { defineRoute } from '../route.ts';

const id = z.string().min(1).max(200);
const byAdmin = { audience: 'admin' } as const;
const oneWrite = z.object({ id });

/**
 * What an administrator can do with an entry of the CRM log. retry: try again immediately; lookNow: have one that is being
 * checked looked up immediately; itIsThere: it was written, as someone saw in the CRM; writeAgain: it was not, so send it
 * again; giveUp: no longer try.
 */
export const crmWriteActions = ['retry', 'lookNow', 'itIsThere', 'writeAgain', 'giveUp'] as const;
export type CrmWriteAction = (typeof crmWriteActions)[number];

/** The CRM log of an account: what was written into its CRMs, and what waits. */
export const adminCrmRoutes = {
  changeLogText: defineRoute({
    ...byAdmin,
    method: 'PATCH',
    path: '/admin/crm-text',
    summary: 'Say what logs of calls in CRMs contain besides what all do; for calls that are written from now on',
    body: callLogTextChange,
    reply: z.object({}),
  }),

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

  crmUsers: defineRoute({
    ...byAdmin,
    method: 'GET',
    path: '/admin/crm-users/{integrationId}',
    summary: 'List the users of a CRM, and which of them each user of the account is',
    params: z.object({ integrationId: id }),
    reply: z.object({ crmUsers: z.array(crmUser), users: z.array(matchedUser) }),
    errors: ['INTEGRATION_REFRESH', 'INTEGRATION_FAILED'],
  }),

  matchCrmUser: defineRoute({
    ...byAdmin,
    method: 'PUT',
    path: '/admin/crm-users/{integrationId}/{userId}',
    summary: 'Say which user of a CRM a user is; null: the one with the same email address',
    params: z.object({ integrationId: id, userId: id }),
    body: z.object({ crmUserId: id.nullable() }),
    reply: z.object({}),
    errors: ['INTEGRATION_REFRESH', 'INTEGRATION_FAILED'],
  }),

  actOnCrmWrite: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/crm-writes/{id}/{action}',
    summary:
      'Try an entry again, have it looked up, say that it is in the CRM already, have it written again, or give it up; CONFLICT where its state does not allow that',
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
