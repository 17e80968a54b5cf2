import { connectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { expect, test } from 'vitest';
import { loggingIntegrations } from './logging-integrations.ts';

const connected = (name: string, features: string[]) =>
  connectedIntegration.parse({
    id: name,
    name,
    displayName: name,
    features,
    state: 'CONNECTED',
    connectedBy: null,
    url: null,
    userName: null,
    contactCount: 0,
    progress: null,
    lastSyncedAt: null,
    problem: null,
  });
const listed = (connection: ReturnType<typeof connected>) => ({ integration: connection, connection });

test('SINTEG-004: there are call notes only where a connected integration takes entries of calls', () => {
  const crm = connected('CRM', ['CONTACT_CREATE', 'event-call-integration-entities-create']);
  const book = connected('CARDDAV', ['CONTACT_CREATE', 'CONTACT_UPDATE']);
  expect(loggingIntegrations([listed(book)])).toEqual([]);
  expect(loggingIntegrations([{ integration: crm, connection: null }])).toEqual([]);
  expect(loggingIntegrations([listed(book), listed(crm)]).map(({ name }) => name)).toEqual(['CRM']);
  // To change entries does not mean to make some.
  expect(loggingIntegrations([listed(connected('X', ['event-call-integration-entities-update']))])).toEqual([]);
});
