import { type HubSpot, openHubSpot } from '@sidetone/simulator/crm/hubspot/hubspot.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { privateHosts } from '../../network/private-hosts.ts';
import type { Connection, Portion } from '../connector.ts';
import { type GuardedFetch, guardedFetch } from '../guarded-fetch.ts';
import { hubSpot } from './hubspot.ts';

let portal: HubSpot;
let reach: GuardedFetch;
beforeEach(async () => {
  portal = await openHubSpot();
  reach = guardedFetch(privateHosts(['127.0.0.1']), 5_000);
});
afterEach(() => {
  reach.close();
  portal.close();
});

const never = new AbortController().signal;
const connect = (): Promise<Connection> =>
  hubSpot(reach.fetch, { api: portal.url, app: portal.url }).connect(
    { url: null, key: portal.key, origins: null },
    never,
  );
const add = (properties: Record<string, string>, type = 'companies') => portal.objects.add(type, properties);

/** What changed since a state, and the state afterwards; `ours`: what is mirrored. */
async function changesSince(connection: Connection, state: unknown, ours: readonly string[] = []) {
  const portions: Portion[] = [];
  const mirrored = async () => new Map(ours.map((id) => [id, null]));
  for await (const portion of connection.changes(state, mirrored, never)) portions.push(portion);
  return {
    written: portions.flatMap(({ written }) => written),
    gone: portions.flatMap(({ gone }) => gone),
    state: JSON.parse(JSON.stringify(portions.at(-1)?.state ?? state)) as State,
  };
}
interface State {
  readonly companies: { readonly askedAt: string; readonly state: Readonly<Record<string, unknown>> };
}
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
/** As if companies had been asked for an hour ago. */
const anHourLater = (state: State, more: Readonly<Record<string, unknown>> = {}) => ({
  ...state,
  companies: { askedAt: hoursAgo(1.1), state: { ...state.companies.state, ...more } },
});

test('GEN-007: companies that have a number call as well, read-only, beside a contact with the same id', async () => {
  for (let count = 0; count < 120; count += 1) add({ name: `Company ${count}`, phone: `+49301${count}` });
  add({ name: 'Without a number' });
  const { written, gone } = await changesSince(await connect(), null);
  expect(written).toHaveLength(120);
  expect(written[0]).toMatchObject({
    externalId: 'companies:1001',
    type: 'companies',
    name: 'Company 0',
    phoneNumbers: [{ label: 'work', number: '+493010' }],
    contactUrl: 'https://app.hubspot.com/contacts/4711/record/0-2/1001',
    readonly: true,
  });
  expect(gone).toEqual(['companies:1121']);
});

test('companies are asked for once an hour; one that loses its number is gone', async () => {
  const connection = await connect();
  const one = add({ name: 'Rheinwerk', phone: '0221 4710' });
  const { state } = await changesSince(connection, null);
  portal.objects.change(one, { phone: '' });
  const before = portal.journal.length;
  const soon = await changesSince(connection, state);
  expect([soon.gone, portal.journal.length - before]).toEqual([[], 1]);
  const later = await changesSince(connection, anHourLater(state));
  expect(later.gone).toEqual([`companies:${one.id}`]);
  expect(later.written).toEqual([]);
});

test('companies and contacts that are deleted are told apart, also by the weekly comparison', async () => {
  const connection = await connect();
  const one = add({ name: 'Rheinwerk', phone: '0221 4710' });
  const contact = add({ firstname: 'Uta', phone: '0221 4711' }, 'contacts');
  const { state } = await changesSince(connection, null);
  one.archived = true;
  expect((await changesSince(connection, anHourLater(state, { goneAt: hoursAgo(25) }))).gone).toEqual([
    `companies:${one.id}`,
  ]);
  const ours = [contact.id, `companies:${contact.id}`, 'companies:77'];
  const weekAgo = { comparedAt: hoursAgo(8 * 24) };
  const { gone } = await changesSince(connection, { ...anHourLater(state, weekAgo), ...weekAgo }, ours);
  expect(gone).toEqual([`companies:${contact.id}`, 'companies:77']);
});

test('a list of companies that was cut off goes on where it was, and one that may not be seen is left out', async () => {
  for (let count = 0; count < 250; count += 1) add({ name: `Company ${count}`, phone: '030 1' });
  const connection = await connect();
  const first: Portion[] = [];
  for await (const portion of connection.changes(null, async () => new Map(), never)) {
    first.push(portion);
    if (first.filter(({ written }) => written.length > 0).length === 2) break;
  }
  const rest = await changesSince(connection, JSON.parse(JSON.stringify(first.at(-1)?.state)));
  expect(rest.written).toHaveLength(50);
  for (const scope of ['read', 'write']) portal.portal.withheld.add(`crm.objects.companies.${scope}`);
  const contact = add({ firstname: 'Uta', phone: '0221 4711' }, 'contacts');
  const hidden = await changesSince(await connect(), null);
  expect(hidden.written.map(({ externalId }) => externalId)).toEqual([contact.id]);
  expect(hidden.state.companies).toMatchObject({ state: { listing: { after: null } } });
});

test('companies that may no longer be seen are gone, and all of them come again once they may be', async () => {
  const company = add({ name: 'Rheinwerk', phone: '0221 4710' });
  const contact = add({ firstname: 'Uta', phone: '0221 4711' }, 'contacts');
  const { state } = await changesSince(await connect(), null);
  const scopes = ['read', 'write'].map((right) => `crm.objects.companies.${right}`);
  for (const scope of scopes) portal.portal.withheld.add(scope);
  const ours = [contact.id, `companies:${company.id}`];
  const hidden = await changesSince(await connect(), anHourLater(state), ours);
  expect(hidden.gone).toEqual([`companies:${company.id}`]);
  for (const scope of scopes) portal.portal.withheld.delete(scope);
  const seen = await changesSince(await connect(), anHourLater(hidden.state), [contact.id]);
  expect(seen.written.map(({ externalId }) => externalId)).toContain(`companies:${company.id}`);
});

test('one company is read by its id, and what belongs to it', async () => {
  const company = add({ name: 'Rheinwerk', phone: '0221 4710' });
  const deal = add({ dealname: 'Cooling 2026' }, 'deals');
  portal.objects.associate(company, deal);
  const connection = await connect();
  expect(await connection.get(`companies:${company.id}`, never)).toMatchObject({
    name: 'Rheinwerk',
    type: 'companies',
  });
  expect(await connection.get(company.id, never)).toBeNull();
  expect(await connection.get('deals:1', never)).toBeNull();
  expect(await connection.entities(`companies:${company.id}`, never)).toMatchObject([{ type: 'deals', id: deal.id }]);
});
