import type { ConnectedIntegration } from '../../entities/integration.ts';

/**
 * Whether calls are logged in a connected CRM: it creates entries of calls, and is not being disconnected. One that is
 * signed out counts: what is logged to it waits. SINTEG-004
 */
export const takesCalls = ({ features, state }: Pick<ConnectedIntegration, 'features' | 'state'>): boolean =>
  features.includes('event-call-integration-entities-create') && state !== 'DISCONNECTING';
