import { listedBridges } from '@sidetone/contract/rules/crm/listed-bridges.ts';
import { expect, test } from 'vitest';
import { connectors } from './registry.ts';

const unreachable = () => Promise.reject(new Error('not in this test'));
const all = connectors(unreachable, {
  hubSpotUrl: 'https://api.crm.example',
  hubSpotAppUrl: 'https://app.crm.example',
  pipedriveUrl: 'https://api.crm.example',
  salesforceUrl: 'https://login.crm.example',
  salesforceObjects: {},
  zohoUrl: 'https://accounts.crm.example',
  sipgateUrl: 'https://api.telephony.example',
  bridges: listedBridges.parse(
    JSON.stringify([
      { slug: 'reader', displayName: 'Reader', url: 'https://bridge.example', writesContacts: false },
      { slug: 'writer', displayName: 'Writer', url: 'https://bridge.example', writesContacts: true },
    ]),
  ),
});

test.each(all.map((connector) => [connector.offer.name, connector] as const))(
  'SINTEG-004: %s says that it takes entries of calls where it does, and of which kinds',
  (_name, { offer, crm }) => {
    expect(offer.features.includes('event-call-integration-entities-create')).toBe(crm !== undefined);
    expect(offer.callLoggingEntityTypes).toEqual(crm?.entityTypes ?? []);
  },
);

test('an integration has a name of its own', () => {
  expect(new Set(all.map(({ offer }) => offer.name)).size).toBe(all.length);
});
