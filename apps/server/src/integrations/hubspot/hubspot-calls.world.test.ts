import { afterEach, beforeEach, expect, test } from 'vitest';
import { call, failureOf, never, requestsOf, type SomePortal, somePortal, task, unit } from './testing/some-portal.ts';

let world: SomePortal;
beforeEach(async () => {
  world = await somePortal();
});
afterEach(() => world.close());

const key = 'KQ7M9D2XKQ7M9D2X';
const add = (type: string, properties: Record<string, string>) => {
  const { id } = world.portal.objects.add(type, properties);
  return { type: type as 'contacts' | 'companies' | 'deals' | 'tickets', id };
};
const callWith = (id: string) => world.portal.objects.find('calls', id);
const linksOf = (id: string) =>
  Object.fromEntries([...(callWith(id)?.associations ?? [])].map(([type, ids]) => [type, [...ids]]));

test('a call is logged once with all that is known of it, to every record of the log', async () => {
  world.portal.portal.owners.push({ id: '77', email: 'anna@firm.example', type: 'PERSON' });
  const [contact, company, deal, ticket] = [
    add('contacts', { firstname: 'Uta' }),
    add('companies', { name: 'Rheinwerk' }),
    add('deals', { dealname: 'Cooling' }),
    add('tickets', { subject: 'Pump' }),
  ];
  const crm = await world.crm();
  const outcomeId = (await crm.outcomes('en', never))[1]?.id ?? null;
  const written = await crm.write(
    unit(contact, company, deal, ticket),
    call({ outcomeId, ownerId: '77', html: '<p onclick="x">Hi<script>y</script></p>' }),
    key,
    never,
  );
  expect(callWith(written.id)?.properties).toEqual({
    hs_timestamp: '2026-03-02T09:15:00.000Z',
    hs_call_title: 'Incoming call, 6 min 12 s',
    hs_call_body: '<p>Hi</p>',
    hs_call_direction: 'INBOUND',
    hs_call_status: 'COMPLETED',
    hs_call_duration: '372000',
    hs_call_disposition: outcomeId,
    hs_call_from_number: '+492214710562',
    hs_call_to_number: '+493012345',
    hubspot_owner_id: '77',
    hs_call_external_id: key,
    sidetone_call_id: key,
  });
  expect(linksOf(written.id)).toEqual({
    contacts: [contact.id],
    companies: [company.id],
    deals: [deal.id],
    tickets: [ticket.id],
  });
  expect(written.url).toBe(`https://app.hubspot.com/contacts/4711/record/0-1/${contact.id}?engagement=${written.id}`);
});

test('a log is one request; the first one of a portal makes the properties for keys, once for all connections', async () => {
  const crm = await world.crm();
  expect(crm.certainty).toBe('foundLater');
  const first = await requestsOf(world.portal, () => crm.write(unit(), call(), key, never));
  expect(first).toEqual([
    'POST /crm/properties/2026-09/calls 201',
    'POST /crm/properties/2026-09/tasks 201',
    'POST /crm/objects/2026-09/calls 201',
  ]);
  expect(crm.certainty).toBe('upsert');
  expect(world.portal.portal.properties.of('calls').get('sidetone_call_id')?.hasUniqueValue).toBe(true);
  const next = await requestsOf(world.portal, () => crm.write(unit(), call(), 'SECOND', never));
  expect(next).toEqual(['POST /crm/objects/2026-09/calls 201']);
  const later = await world.crm();
  expect(later.certainty).toBe('upsert');
  const third = await requestsOf(world.portal, () => later.write(unit(), call(), 'THIRD', never));
  expect(third).toEqual(['POST /crm/objects/2026-09/calls 201']);
});

test('two connections that make the properties at the same time both have them', async () => {
  const [one, other] = await Promise.all([world.crm(), world.crm()]);
  await Promise.all([one.write(unit(), call(), 'ONE', never), other.write(unit(), call(), 'OTHER', never)]);
  expect([one.certainty, other.certainty]).toEqual(['upsert', 'upsert']);
});

test.each([
  ['commitThenReset', 'unreachable'],
  ['commitThenHang', 'unreachable'],
  ['commitThenFail', 'failed'],
  ['cutAnswer', 'unreachable'],
  ['breakSchema', 'failed'],
] as const)('after %s the same key again gives the record that is there', async (does, type) => {
  const crm = await world.crm();
  const contact = add('contacts', { firstname: 'Uta' });
  world.portal.faults.next({ does }, { of: /^POST .*\/calls$/ });
  // The first one is the property's: it is made before anything is written.
  expect(await failureOf(crm.write(unit(contact), call(), key, never))).toMatchObject({ type, provablyNotTaken: true });
  world.portal.faults.next({ does }, { of: /^POST .*objects.*\/calls$/ });
  expect(await failureOf(crm.write(unit(contact), call(), key, never))).toMatchObject({
    type,
    provablyNotTaken: false,
  });
  expect(crm.certainty).toBe('upsert');
  const [there] = world.portal.recordsWithKey(key);
  const again = await world.crm();
  expect(await again.find(unit(contact), call(), key, never)).toMatchObject({ id: there?.id });
  expect(await again.write(unit(contact), call(), key, never)).toMatchObject({ id: there?.id });
  expect(world.portal.recordsWithKey(key)).toHaveLength(1);
});

test('where no property may be made, keys are searched for: not at once, then found', async () => {
  world.portal.portal.withheld.add('crm.schemas.contacts.write').add('crm.schemas.companies.write');
  for (const type of ['deals', 'calls', 'tasks']) world.portal.portal.withheld.add(`crm.schemas.${type}.write`);
  const crm = await world.crm();
  world.portal.faults.next({ does: 'commitThenReset' }, { of: /^POST .*objects.*\/calls$/ });
  expect(await failureOf(crm.write(unit(), call(), key, never))).toMatchObject({ provablyNotTaken: false });
  expect([crm.certainty, crm.lookupLagMs]).toEqual(['foundLater', 60_000]);
  expect(world.portal.recordsWithKey(key)).toHaveLength(1);
  world.portal.portal.searchLagMs = 30_000;
  expect(await crm.find(unit(), call(), key, never)).toBeNull();
  world.portal.setClock(31_000);
  expect(await crm.find(unit(), call(), key, never)).toMatchObject({ id: world.portal.recordsWithKey(key)[0]?.id });
  // Once someone allows the property, what was written before it is found as well.
  world.portal.portal.withheld.clear();
  await (await world.crm()).write(unit(), call(), 'NEXT', never);
  expect(await (await world.crm()).find(unit(), call(), key, never)).not.toBeNull();
  expect(await crm.find(unit(), call(), 'NOBODY', never)).toBeNull();
});

test('another property of the same name, which takes a key twice, is not relied upon', async () => {
  const property = { label: 'x', type: 'string', fieldType: 'text', groupName: 'call', options: [] } as const;
  world.portal.portal.properties.add('calls', { ...property, name: 'sidetone_call_id', hasUniqueValue: false });
  const crm = await world.crm();
  const { id } = await crm.write(unit(), call(), key, never);
  expect(crm.certainty).toBe('foundLater');
  expect(callWith(id)?.properties['sidetone_call_id']).toBeUndefined();
  expect(await crm.find(unit(), call(), key, never)).toMatchObject({ id });
});

test('a property that an administrator deletes is made again, and nothing is written twice meanwhile', async () => {
  const crm = await world.crm();
  await crm.write(unit(), call(), 'BEFORE', never);
  world.portal.portal.properties.remove('calls', 'sidetone_call_id');
  expect(await failureOf(crm.write(unit(), call(), key, never))).toMatchObject({
    type: 'failed',
    provablyNotTaken: true,
  });
  expect(crm.certainty).toBe('foundLater');
  await crm.write(unit(), call(), key, never);
  expect(crm.certainty).toBe('upsert');
  expect(world.portal.recordsWithKey(key)).toHaveLength(1);
});

test('a rule of the portal is told in its own words, also among the values that it lists', async () => {
  const crm = await world.crm();
  world.portal.portal.rules.push({
    type: 'calls',
    refuses: ({ hs_call_disposition }) => (hs_call_disposition ? null : 'Every call needs an outcome'),
  });
  expect(await failureOf(crm.write(unit(), call(), key, never))).toMatchObject({
    type: 'invalid',
    detail: 'HubSpot: Every call needs an outcome',
    provablyNotTaken: true,
  });
  const strange = await failureOf(crm.write(unit(), call({ outcomeId: 'nonsense' }), key, never));
  expect(strange.detail).toBe('HubSpot: nonsense was not valid for hs_call_disposition');
  expect(world.portal.objects.of('calls')).toEqual([]);
});

test.each([
  [
    { does: 'refuse', status: 401 },
    { type: 'refresh', provablyNotTaken: true },
  ],
  [
    { does: 'refuse', status: 403 },
    { type: 'forbidden', provablyNotTaken: true },
  ],
  [
    { does: 'refuse', status: 429, headers: { 'retry-after': '9' } },
    { type: 'rate_limited', retryAfterSeconds: 9, provablyNotTaken: true },
  ],
  [
    { does: 'refuse', status: 409 },
    { type: 'conflict', provablyNotTaken: false },
  ],
  [
    { does: 'refuse', status: 503, headers: { 'retry-after': '5' } },
    { type: 'failed', retryAfterSeconds: 5, provablyNotTaken: true },
  ],
  [
    { does: 'refuse', status: 502 },
    { type: 'failed', provablyNotTaken: false },
  ],
] as const)('%o of a log is what it says, and tells no key', async (fault, failure) => {
  const crm = await world.crm();
  await crm.write(unit(), call(), 'FIRST', never);
  world.portal.faults.next({ ...fault, words: `Bearer ${world.portal.key} did not do` }, { of: /^POST .*\/calls$/ });
  const error = await failureOf(crm.write(unit(), call(), key, never));
  expect(error).toMatchObject(failure);
  expect(String(error)).not.toContain(world.portal.key);
  expect(world.portal.recordsWithKey(key)).toEqual([]);
});

test('a log to a record that is gone is refused, and nothing is written', async () => {
  const contact = add('contacts', { firstname: 'Uta' });
  const crm = await world.crm();
  await crm.write(unit(), call(), 'FIRST', never);
  const stored = world.portal.objects.find('contacts', contact.id);
  if (stored) stored.archived = true;
  expect(await failureOf(crm.write(unit(contact), call(), key, never))).toMatchObject({
    type: 'not_found',
    provablyNotTaken: true,
  });
  expect(world.portal.recordsWithKey(key)).toEqual([]);
});

test('a change is of the same record: its words, its outcome, and what it belongs to', async () => {
  const [contact, deal, other, byHand] = [
    add('contacts', { firstname: 'Uta' }),
    add('deals', { dealname: 'Cooling' }),
    add('deals', { dealname: 'Heating' }),
    add('companies', { name: 'Rheinwerk' }),
  ];
  const crm = await world.crm();
  const [busy] = await crm.outcomes('en', never);
  const written = await crm.write(unit(contact, deal), call({ outcomeId: busy?.id ?? null }), key, never);
  const stored = callWith(written.id);
  const added = world.portal.objects.find('companies', byHand.id);
  if (stored && added) world.portal.objects.associate(stored, added);

  const edited = call({ html: '<p>Wants it by Monday.</p>' });
  const note = await requestsOf(world.portal, () => crm.change(written, unit(contact, deal), edited, key, never));
  expect(note).toEqual([
    `PATCH /crm/objects/2026-09/calls/${written.id} 200`,
    `GET /crm/objects/2026-09/calls/${written.id} 200`,
  ]);
  expect(stored?.properties).toMatchObject({ hs_call_body: '<p>Wants it by Monday.</p>', hs_call_disposition: '' });

  const moved = { ...unit(contact, other), removed: [deal] };
  expect(await crm.change(written, moved, edited, key, never)).toEqual(written);
  expect(linksOf(written.id)).toEqual({ contacts: [contact.id], deals: [other.id], companies: [byHand.id] });
  expect(world.portal.recordsWithKey(key)).toHaveLength(1);
});

test('a change or removal of what someone deleted there makes nothing again', async () => {
  const crm = await world.crm();
  const written = await crm.write(unit(), call(), key, never);
  await crm.remove(written, never);
  await crm.remove(written, never);
  expect(callWith(written.id)?.archived).toBe(true);
  expect(await crm.change(written, unit(), call(), key, never)).toBe('gone');
  expect(world.portal.recordsWithKey(key)).toHaveLength(1);
  expect(await crm.find(unit(), call(), key, never)).toBeNull();
});

test('SLOG-019 to -027: a task is made once, due by the clock of the user, and found by its key', async () => {
  const contact = add('contacts', { firstname: 'Uta' });
  const crm = await world.crm();
  const types = await crm.taskTypes('en', never);
  const wanted = task({ entities: [contact], typeId: types[1]?.id ?? '' });
  world.portal.faults.next({ does: 'commitThenReset' }, { of: /^POST .*objects.*\/tasks$/ });
  expect(await failureOf(crm.createTask(wanted, key, never))).toMatchObject({ provablyNotTaken: false });
  const made = await crm.createTask(wanted, key, never);
  expect(await crm.findTask(wanted, key, never)).toEqual(made);
  expect(world.portal.objects.of('tasks')).toMatchObject([
    {
      id: made.id,
      properties: {
        hs_timestamp: '2026-03-06T09:00:00.000Z',
        hs_task_subject: 'Send the offer',
        hs_task_type: 'CALL',
        hs_task_status: 'NOT_STARTED',
        sidetone_task_id: key,
      },
    },
  ]);
  expect(made.url).toBe(`https://app.hubspot.com/contacts/4711/record/0-1/${contact.id}?engagement=${made.id}`);
});

test('without a property for keys, a task is found by its day, its title and the key in its text', async () => {
  for (const type of ['contacts', 'companies', 'deals', 'calls', 'tasks'])
    world.portal.portal.withheld.add(`crm.schemas.${type}.write`);
  const crm = await world.crm();
  await crm.createTask(task({ html: '<p>the same on that day</p>' }), 'OTHER', never);
  expect(await crm.findTask(task(), key, never)).toBeNull();
  const made = await crm.createTask(task(), key, never);
  expect(await crm.findTask(task(), key, never)).toEqual(made);
});

test('an id that someone entered leads to no other record than a call', async () => {
  const crm = await world.crm();
  const requests = await requestsOf(world.portal, async () => {
    await crm.remove({ id: '..', url: null }, never);
    expect(await crm.change({ id: '..', url: null }, unit(), call(), key, never)).toBe('gone');
    expect(await crm.entity({ type: 'contacts', id: '..' }, never)).toBeNull();
  });
  expect(requests).toEqual([]);
});
