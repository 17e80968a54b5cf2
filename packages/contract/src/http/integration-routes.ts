import { z } from 'zod';
import { connectedIntegration, supportedIntegrations } from '../entities/integration.ts';
import { defineRoute } from './route.ts';

const one = z.object({ integrationId: z.string().min(1).max(200) });
/** `rev` as the live query `integrations` has it: a later one is how things went on. */
const saved = connectedIntegration.extend({ rev: z.number() });
const secret = z.string().trim().max(4000);

/** What is entered to connect; which of it is needed is told by the integration's `configurationValues`. */
const configuration = z.object({
  url: z.string().trim().max(2000).nullish(),
  /** The secret; of an integration with a user name `user:key`. */
  key: secret.nullish(),
});

/** Address books and CRMs of the account. Connecting and disconnecting is for administrators and users with the grant INTEGRATION_WRITE. */
export const integrationRoutes = {
  supportedIntegrations: defineRoute({
    method: 'GET',
    path: '/integrations/supported',
    summary: 'Every integration that this server knows, and which of them the account may connect',
    audience: 'user',
    reply: supportedIntegrations,
  }),

  connectIntegration: defineRoute({
    method: 'POST',
    path: '/integrations',
    summary: 'Connect an address book or CRM; it is tried at once, and its contacts come after the reply',
    audience: 'user',
    body: configuration.extend({ name: z.string().min(1).max(60) }),
    reply: saved,
    errors: ['CONFLICT', 'INTEGRATION_FAILED', 'INTEGRATION_REFRESH'],
  }),

  reconnectIntegration: defineRoute({
    method: 'PUT',
    path: '/integrations/{integrationId}',
    summary: 'Enter anew what a connection needs; its contacts stay',
    audience: 'user',
    params: one,
    body: configuration,
    reply: saved,
    errors: ['CONFLICT', 'INTEGRATION_FAILED', 'INTEGRATION_REFRESH'],
  }),

  disconnectIntegration: defineRoute({
    method: 'DELETE',
    path: '/integrations/{integrationId}',
    summary: 'Disconnect; its contacts leave this server, and stay where they are kept',
    audience: 'user',
    params: one,
    reply: z.object({}),
    errors: ['CONFLICT'],
  }),

  startContactStream: defineRoute({
    method: 'POST',
    path: '/integrations/stream',
    summary: 'Bring the contacts of every connection up to date; apps say so every ten minutes while they are open',
    audience: 'user',
    reply: z.object({}),
  }),
} as const;
