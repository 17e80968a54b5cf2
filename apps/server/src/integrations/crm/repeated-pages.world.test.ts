import { openHubSpot } from '@sidetone/simulator/crm/hubspot/hubspot.ts';
import { openSalesforce } from '@sidetone/simulator/crm/salesforce/salesforce.ts';
import { openZoho } from '@sidetone/simulator/crm/zoho/zoho.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { privateHosts } from '../../network/private-hosts.ts';
import type { Connection, Portion } from '../connector.ts';
import { type GuardedFetch, guardedFetch } from '../guarded-fetch.ts';
import { hubSpot } from '../hubspot/hubspot.ts';
import { salesforce } from '../salesforce/salesforce.ts';
import { zoho } from '../zoho/zoho.ts';

let reach: GuardedFetch;
beforeEach(() => {
  reach = guardedFetch(privateHosts(['127.0.0.1']), 5_000);
});
afterEach(() => reach.close());

const never = new AbortController().signal;

/** All portions of a first synchronisation until it ends or fails, and what it failed with. */
async function synchronised(connection: Connection) {
  const portions: Portion[] = [];
  try {
    for await (const portion of connection.changes(null, async () => new Map(), never)) portions.push(portion);
  } catch (error) {
    return { portions, error };
  }
  return { portions, error: null };
}

const repeated = (vendor: string) => ({
  name: 'IntegrationError',
  type: 'failed',
  translationKey: 'failed',
  detail: `${vendor} repeats a page`,
});

test('a cursor of HubSpot that leads back to the same page ends the synchronisation, and the next one goes on', async () => {
  const portal = await openHubSpot();
  try {
    for (let count = 0; count < 101; count += 1) portal.objects.add('contacts', { firstname: `First ${count}` });
    const connection = await hubSpot(reach.fetch, { api: portal.url, app: portal.url }).connect(
      { url: null, key: portal.key, origins: null },
      never,
    );
    const after = portal.objects.of('contacts')[99]?.id ?? '';
    const body = JSON.stringify({ results: [], paging: { next: { after } } });
    portal.faults.next({ does: 'answer', body }, { of: /contacts\?.*after=/ });
    const { portions, error } = await synchronised(connection);
    expect(error).toMatchObject(repeated('HubSpot'));
    expect(portions[0]?.written).toHaveLength(100);
    expect((await synchronised(connection)).error).toBeNull();
  } finally {
    portal.close();
  }
});

test('a page of Salesforce that is not the last one, and leads nowhere, ends the synchronisation', async () => {
  const company = await openSalesforce();
  try {
    company.store.add('Contact', { LastName: 'Winter' });
    const connection = await salesforce(reach.fetch, { loginUrl: company.url }).connect(
      { url: company.url, key: company.key, origins: null },
      never,
    );
    const body = JSON.stringify({ totalSize: 5000, done: false, records: [] });
    company.faults.next({ does: 'answer', body }, { of: /query\?.*FROM(\+|%20)Contact/ });
    expect((await synchronised(connection)).error).toMatchObject(repeated('Salesforce'));
    expect((await synchronised(connection)).error).toBeNull();
  } finally {
    company.close();
  }
});

test('a page of Zoho that has more to come, and leads nowhere, ends the synchronisation', async () => {
  const company = await openZoho();
  try {
    company.store.add('Contacts', { Last_Name: 'Winter' });
    const connection = await zoho(reach.fetch, { accountsUrl: company.url }).connect(
      { url: `${company.url}/crm/org2000/tab/Home`, key: company.key, origins: null },
      never,
    );
    const body = JSON.stringify({ data: [], info: { more_records: true, count: 0 } });
    company.faults.next({ does: 'answer', body }, { of: /coql/ });
    expect((await synchronised(connection)).error).toMatchObject(repeated('Zoho'));
    expect((await synchronised(connection)).error).toBeNull();
  } finally {
    company.close();
  }
});
