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
    summary: 'List all integrations of this server, and which of them the account may connect',
    audience: 'user',
    reply: supportedIntegrations,
  }),

  connectIntegration: defineRoute({
    method: 'POST',
    path: '/integrations',
    summary:
      'Connect an address book or CRM; the connection is tested immediately, and its contacts follow after the reply',
    audience: 'user',
    body: configuration.extend({ name: z.string().min(1).max(60) }),
    reply: saved,
    errors: ['CONFLICT', 'INTEGRATION_FAILED', 'INTEGRATION_REFRESH'],
  }),

  reconnectIntegration: defineRoute({
    method: 'PUT',
    path: '/integrations/{integrationId}',
    summary: 'Enter the credentials of a connection again; its contacts stay',
    audience: 'user',
    params: one,
    body: configuration,
    reply: saved,
    errors: ['CONFLICT', 'INTEGRATION_FAILED', 'INTEGRATION_REFRESH'],
  }),

  disconnectIntegration: defineRoute({
    method: 'DELETE',
    path: '/integrations/{integrationId}',
    summary: 'Disconnect an address book; its contacts are removed from this server and stay at their source',
    audience: 'user',
    params: one,
    reply: z.object({}),
    errors: ['CONFLICT'],
  }),

  startContactStream: defineRoute({
    method: 'POST',
    path: '/integrations/stream',
    summary: 'Synchronise the contacts of all connections; open apps call this every ten minutes',
    audience: 'user',
    reply: z.object({}),
  }),
} as const;
