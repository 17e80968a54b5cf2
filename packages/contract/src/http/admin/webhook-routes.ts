import { z } from 'zod';
import { webhook, webhookChange, webhookDelivery, webhookTestResult } from '../../entities/webhook.ts';
import { defineRoute } from '../route.ts';

const byAdmin = { audience: 'admin' } as const;
const ofAccount = z.object({ accountId: z.string().min(1).max(100) });
const oneWebhook = ofAccount.extend({ webhookId: webhook.shape.id });

/** Where an account has the documented calls of its shared channels sent. SAPI-060, SAPI-061, SAPI-062, SPERM-002 */
export const adminWebhookRoutes = {
  webhooks: defineRoute({
    ...byAdmin,
    method: 'GET',
    path: '/accounts/{accountId}/webhooks',
    summary: 'List the webhooks of the account; of secret headers only the last characters',
    params: ofAccount,
    reply: z.object({ webhooks: z.array(webhook) }),
  }),

  saveWebhook: defineRoute({
    ...byAdmin,
    method: 'PUT',
    path: '/accounts/{accountId}/webhooks/{webhookId}',
    summary:
      'Add a webhook, or change it; another server needs its secret headers again. CONFLICT if someone else changed it since, or if the account has one already',
    params: oneWebhook,
    body: webhookChange,
    /** The secret that deliveries are signed with: shown once, when the webhook is added. */
    reply: z.object({ webhook, secret: z.string().nullable() }),
    errors: ['CONFLICT'],
  }),

  removeWebhook: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/accounts/{accountId}/webhooks/{webhookId}',
    summary: 'Permanently delete a webhook; what waits to be delivered is not sent',
    params: oneWebhook,
    reply: z.object({}),
  }),

  testWebhook: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/accounts/{accountId}/webhooks/{webhookId}/test',
    summary: 'Send an invented call to a webhook as it is saved; tells only the status of the answer',
    params: oneWebhook,
    reply: webhookTestResult,
  }),

  renewWebhookSecret: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/accounts/{accountId}/webhooks/{webhookId}/secret',
    summary: 'Make a new secret to sign deliveries with, shown once; the one before is no longer used',
    params: oneWebhook,
    reply: z.object({ secret: z.string() }),
  }),

  webhookDeliveries: defineRoute({
    ...byAdmin,
    method: 'GET',
    path: '/accounts/{accountId}/webhook-deliveries',
    summary: 'List deliveries of the last 30 days, newest first and at most 100, without what was sent',
    params: ofAccount,
    reply: z.object({ deliveries: z.array(webhookDelivery) }),
  }),
} as const;
