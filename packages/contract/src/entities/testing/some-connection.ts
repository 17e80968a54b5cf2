import { type ConnectedIntegration, connectedIntegration } from '../integration.ts';

/** A connected integration whose contacts were never read; `about` says which it is, and what else is different. */
export const someConnection = (about: object): ConnectedIntegration =>
  connectedIntegration.parse({
    state: 'CONNECTED',
    connectedBy: null,
    url: null,
    userName: null,
    contactCount: 0,
    progress: null,
    lastSyncedAt: null,
    problem: null,
    ...about,
  });

/** A connected HubSpot. */
export const someHubSpot = (about: object = {}): ConnectedIntegration =>
  someConnection({ id: 'hub', name: 'HUBSPOT', displayName: 'HubSpot', ...about });
