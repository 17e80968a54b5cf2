import { afterEach, beforeEach, expect, test } from 'vitest';
import { hubSpotForm } from './crm.ts';
import { failureOf, never, requestsOf, type SomePortal, somePortal } from './testing/some-portal.ts';

let world: SomePortal;
beforeEach(async () => {
  world = await somePortal();
});
afterEach(() => world.close());

const add = (type: string, properties: Record<string, string>) => world.portal.objects.add(type, properties);

test('SENT-031: what calls can be logged to, in one record for all of it', () => {
  expect(hubSpotForm.entityTypes).toEqual(['contacts', 'companies', 'deals', 'tickets']);
  expect(world.connector.offer.callLoggingEntityTypes).toEqual(hubSpotForm.entityTypes);
  const [contact, deal, odd] = [
    { type: 'contacts', id: '1' },
    { type: 'deals', id: '7' },
    { type: 'leads', id: '1' },
  ] as const;
  expect(hubSpotForm.unitsOf([contact, deal, odd, { ...contact }])).toEqual([
    { name: 'main', entities: [contact, deal] },
  ]);
  expect(hubSpotForm.unitsOf([])).toEqual([{ name: 'main', entities: [] }]);
});

test('API-084: a record has its name, its address, its owner, and whether it is open', async () => {
  const crm = await world.crm();
  const read = async (type: 'contacts' | 'companies' | 'deals' | 'tickets', properties: Record<string, string>) =>
    await crm.entity({ type, id: add(type, properties).id }, never);
  expect(await read('contacts', { firstname: 'Uta', lastname: 'Sommerfeld', hubspot_owner_id: '77' })).toEqual({
    type: 'contacts',
    id: '1001',
    label: 'Uta Sommerfeld',
    url: 'https://app.hubspot.com/contacts/4711/record/0-1/1001',
    isOpen: null,
    ownerId: '77',
    isHidden: false,
  });
  expect(await read('contacts', { email: 'uta@mail.example' })).toMatchObject({ label: 'uta@mail.example' });
  expect(await read('contacts', {})).toMatchObject({ label: '1003' });
  expect(await read('companies', { domain: 'rheinwerk.example' })).toMatchObject({ label: 'rheinwerk.example' });
  expect(await read('deals', { dealname: 'Cooling', hs_is_closed: 'false' })).toMatchObject({ isOpen: true });
  expect(await read('deals', { dealname: 'Lost', hs_is_closed: 'true' })).toMatchObject({ isOpen: false });
  expect(await read('tickets', { subject: 'Pump' })).toMatchObject({ label: 'Pump', isOpen: true });
  expect(await read('tickets', { subject: 'Old', closed_date: '2026-01-02T00:00:00Z' })).toMatchObject({
    isOpen: false,
  });
});

test('SLOG-014: a record of another team is hidden, one that was deleted is gone', async () => {
  const [theirs, gone] = [add('deals', { dealname: 'Secret' }), add('deals', { dealname: 'Gone' })];
  world.portal.portal.hidden.add(theirs.id);
  gone.archived = true;
  const crm = await world.crm();
  const hidden = await crm.entity({ type: 'deals', id: theirs.id }, never);
  expect(hidden).toEqual({
    type: 'deals',
    id: theirs.id,
    label: '',
    url: null,
    isOpen: null,
    ownerId: null,
    isHidden: true,
  });
  expect(await crm.entity({ type: 'deals', id: gone.id }, never)).toBeNull();
  expect(await crm.entity({ type: 'leads', id: gone.id }, never)).toBeNull();
  world.portal.faults.next({ does: 'refuse', status: 500 });
  expect(await failureOf(crm.entity({ type: 'deals', id: theirs.id }, never))).toMatchObject({ type: 'failed' });
});

test('SAPI-023: what belongs to a record comes without the record, one request for each type that there is', async () => {
  const contact = add('contacts', { firstname: 'Uta' });
  const [company, deal, ticket] = [
    add('companies', { name: 'Rheinwerk' }),
    add('deals', { dealname: 'Cooling', hs_is_closed: 'false' }),
    add('tickets', { subject: 'Pump' }),
  ];
  for (const other of [company, deal, ticket]) world.portal.objects.associate(contact, other);
  world.portal.objects.associate(deal, company);
  const crm = await world.crm();
  const ref = { type: 'contacts', id: contact.id } as const;
  const requests = await requestsOf(world.portal, async () => {
    expect(await crm.entitiesOf(ref, never)).toMatchObject([
      { type: 'companies', label: 'Rheinwerk' },
      { type: 'deals', label: 'Cooling', isOpen: true },
      { type: 'tickets', label: 'Pump' },
    ]);
  });
  expect(requests).toHaveLength(4);
  expect(await crm.entitiesOf({ type: 'deals', id: deal.id }, never)).toMatchObject([
    { type: 'contacts', label: 'Uta' },
    { type: 'companies', label: 'Rheinwerk' },
  ]);
  // An app without the scope for tickets knows that there is one.
  world.portal.portal.withheld.add('tickets');
  expect((await crm.entitiesOf(ref, never)).at(-1)).toMatchObject({ type: 'tickets', label: '', isHidden: true });
  expect((await (await world.connect()).entities(contact.id, never)).at(-1)).toMatchObject({ label: null, url: null });
});

test('SLOG-003: a search gives at most twenty, the best of each type first, and leaves out what may not be seen', async () => {
  for (let count = 0; count < 30; count += 1) add('contacts', { firstname: `Cool ${count}` });
  for (let count = 0; count < 3; count += 1) add('deals', { dealname: `Cool deal ${count}` });
  add('companies', { name: 'Cool AG' });
  const crm = await world.crm();
  const found = await crm.searchEntities(' cool ', hubSpotForm.entityTypes, never);
  expect(found).toHaveLength(20);
  expect(found.slice(0, 5).map(({ type }) => type)).toEqual(['contacts', 'companies', 'deals', 'contacts', 'deals']);
  expect((await crm.searchEntities('cool', ['companies', 'leads'], never)).map(({ label }) => label)).toEqual([
    'Cool AG',
  ]);
  expect(await crm.searchEntities('  ', hubSpotForm.entityTypes, never)).toEqual([]);
  expect(await crm.searchEntities('cool', ['leads'], never)).toEqual([]);
  world.portal.portal.withheld.add('tickets');
  expect(await crm.searchEntities('cool', ['tickets', 'companies'], never)).toHaveLength(1);
  expect(await failureOf(crm.searchEntities('cool', ['tickets'], never))).toMatchObject({ type: 'forbidden' });
  world.portal.faults.next({ does: 'refuse', status: 429, headers: { 'retry-after': '3' } });
  expect(await failureOf(crm.searchEntities('cool', ['deals'], never))).toMatchObject({ retryAfterSeconds: 3 });
});

test('API-080, API-082: outcomes and types of tasks come in the language that is asked for, without hidden ones', async () => {
  const crm = await world.crm();
  const labels = (all: readonly { readonly label: string }[]) => all.map(({ label }) => label);
  expect(labels(await crm.outcomes('de', never))).toEqual([
    'Besetzt',
    'Verbunden',
    'Persönliche Nachricht hinterlassen',
    'Voicemail hinterlassen',
    'Keine Antwort',
    'Falsche Nummer',
  ]);
  expect((await crm.outcomes('en', never))[1]).toEqual({
    id: 'f240bbac-87c9-4f6e-bf70-924b57d47db7',
    label: 'Connected',
  });
  expect(labels(await crm.taskTypes('de', never))).toEqual(['E-Mail', 'Anruf', 'To-do']);
});

test('users of the CRM are all who can own a record, on however many pages, without queues', async () => {
  for (let count = 0; count < 230; count += 1)
    world.portal.portal.owners.push({ id: String(count + 1), type: 'PERSON', email: `u${count}@firm.example` });
  world.portal.portal.owners.push({ id: '900', type: 'QUEUE' });
  world.portal.portal.owners.push({ id: '901', type: 'PERSON', firstName: 'Anna', lastName: ' ' });
  const crm = await world.crm();
  const users = await crm.users(never);
  expect(users).toHaveLength(231);
  expect(users[0]).toEqual({ id: '1', name: 'u0@firm.example', email: 'u0@firm.example' });
  expect(users.at(-1)).toEqual({ id: '901', name: 'Anna', email: null });
  world.portal.portal.withheld.add('crm.objects.owners.read');
  expect(await failureOf(crm.users(never))).toMatchObject({ type: 'forbidden' });
});
