import { someConnection } from '@sidetone/contract/entities/testing/some-connection.ts';
import { expect, test } from 'vitest';
import { loggingIntegrations } from './logging-integrations.ts';

const connected = (name: string, features: string[]) =>
  someConnection({
    id: name,
    name,
    displayName: name,
    features,
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
