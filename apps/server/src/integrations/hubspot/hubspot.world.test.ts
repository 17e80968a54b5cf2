import { type HubSpot, openHubSpot } from '@sidetone/simulator/crm/hubspot/hubspot.ts';
import { merge } from '@sidetone/simulator/crm/hubspot/objects.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { privateHosts } from '../../network/private-hosts.ts';
import { type Connection, IntegrationError, type Portion, type SourceContact } from '../connector.ts';
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
const connect = (key: string | null = portal.key): Promise<Connection> =>
  hubSpot(reach.fetch, { api: portal.url, app: portal.url }).connect({ url: null, key, origins: null }, never);
const add = (properties: Record<string, string>) => portal.objects.add('contacts', properties);
const nobody = async () => new Map<string, string | null>();

/** What changed since a state, all portions of it, and the state afterwards. */
async function changesSince(connection: Connection, state: unknown, ours: readonly string[] = []) {
  const portions: Portion[] = [];
  const mirrored = async () => new Map(ours.map((id) => [id, null]));
  for await (const portion of connection.changes(state, mirrored, never)) portions.push(portion);
  return {
    portions,
    written: portions.flatMap(({ written }) => written),
    gone: portions.flatMap(({ gone }) => gone),
    state: JSON.parse(JSON.stringify(portions.at(-1)?.state ?? state)) as unknown,
  };
}
const asked = () => portal.journal.length;
const refusedAs = (type: string, more: object = {}) => ({ name: 'IntegrationError', type, ...more });
const draft = {
  name: null,
  firstName: 'Ulrike',
  lastName: 'Sommerfeld',
  organization: 'Rheinwerk Dental AG',
  email: 'ulrike@rheinwerk.example',
  phoneNumbers: [
    { label: 'work', number: '+492214710562' },
    { label: 'mobile', number: '+491701234567' },
  ],
};

test('GEN-007: contacts come with their numbers, company and a link, page by page', async () => {
  for (let count = 0; count < 1_200; count += 1)
    add({ firstname: `First ${count}`, lastname: 'Last', phone: `+49301${count}` });
  portal.objects.add('contacts', { email: 'only@mail.example' });
  const connection = await connect();
  const { written, portions } = await changesSince(connection, null);
  expect(written).toHaveLength(1_201);
  expect(new Set(written.map(({ externalId }) => externalId)).size).toBe(1_201);
  expect(written[0]).toMatchObject({
    firstName: 'First 0',
    lastName: 'Last',
    phoneNumbers: [{ label: 'work', number: '+493010' }],
    contactUrl: 'https://app.hubspot.com/contacts/4711/record/0-1/1001',
    readonly: false,
  });
  // Thirteen pages and one for what was deleted, two for companies, and that these were asked for; before them whose portal it
  // is, and what it has for keys of logs.
  expect([portions.length, asked()]).toEqual([17, 19]);
});

test('a list that was cut off goes on where it was', async () => {
  for (let count = 0; count < 250; count += 1) add({ firstname: `First ${count}` });
  const connection = await connect();
  const first: Portion[] = [];
  for await (const portion of connection.changes(null, nobody, never)) {
    first.push(portion);
    if (first.length === 2) break;
  }
  const rest = await changesSince(connection, JSON.parse(JSON.stringify(first[1]?.state)));
  expect(rest.written).toHaveLength(50);
});

test('afterwards only what changed is asked for: two requests for ten changes', async () => {
  const all = Array.from({ length: 300 }, (_none, at) => add({ firstname: `First ${at}`, phone: '030 12345' }));
  portal.setClock(-60 * 60_000);
  const connection = await connect();
  const old = all.map((one) => Object.assign(one, { updatedAt: new Date(Date.now() - 3 * 3_600_000).toISOString() }));
  const { state } = await changesSince(connection, null);
  for (const one of old.slice(0, 10)) portal.objects.change(one, { phone: '030 99999' });
  const before = asked();
  const later = await changesSince(connection, state);
  expect(later.written.map(({ externalId }) => externalId)).toEqual(old.slice(0, 10).map(({ id }) => id));
  expect(asked() - before).toBeLessThanOrEqual(2);
});

test('more contacts than a search gives, all changed in the same second, come without a gap or a second time', async () => {
  const connection = await connect();
  const { state } = await changesSince(connection, null);
  const at = new Date().toISOString();
  for (let count = 0; count < 10_500; count += 1) add({ firstname: `First ${count}` }).updatedAt = at;
  const { written } = await changesSince(connection, state);
  expect(written).toHaveLength(10_500);
  expect(new Set(written.map(({ externalId }) => externalId)).size).toBe(10_500);
});

test('what was deleted is told once a day', async () => {
  const connection = await connect();
  const one = add({ firstname: 'Gone' });
  const { state } = await changesSince(connection, null);
  one.archived = true;
  expect((await changesSince(connection, state)).gone).toEqual([]);
  const yesterday = { ...(state as object), goneAt: new Date(Date.now() - 25 * 3_600_000).toISOString() };
  expect((await changesSince(connection, yesterday)).gone).toEqual([one.id]);
});

test('contacts that were merged are gone, and the new one is there', async () => {
  const connection = await connect();
  const [one, two] = [add({ firstname: 'Uta', lastname: 'Winter' }), add({ firstname: 'U.', lastname: 'Winter' })];
  const { state } = await changesSince(connection, null);
  const merged = merge(portal.objects, one, two);
  const later = await changesSince(connection, state);
  expect(later.written.map(({ externalId }) => externalId)).toEqual([merged.id]);
  expect(later.gone).toEqual([one.id, two.id]);
  expect(await connection.get(one.id, never)).toBeNull();
  expect(await connection.get(merged.id, never)).toMatchObject({ firstName: 'Uta' });
});

test('contacts that were deleted for good are found once a week, though nothing names them', async () => {
  const connection = await connect();
  const all = Array.from({ length: 250 }, (_none, at) => add({ firstname: `First ${at}` }));
  const { state } = await changesSince(connection, null);
  const ours = all.map(({ id }) => id);
  const [erased] = all as [(typeof all)[0]];
  portal.objects.erase(erased);
  const daysAgo = (days: number) => ({
    ...(state as object),
    comparedAt: new Date(Date.now() - days * 86_400_000).toISOString(),
  });
  expect((await changesSince(connection, daysAgo(6), ours)).gone).toEqual([]);
  const weekly = await changesSince(connection, daysAgo(8), ours);
  expect(weekly.gone).toEqual([erased.id]);
  expect((await changesSince(connection, weekly.state, ours)).gone).toEqual([]);
});

test('a portal whose requests are used up is left alone, also where HubSpot does not say for how long', async () => {
  const connection = await connect();
  const busy = async (status: number, headers: Record<string, string> = {}) => {
    portal.faults.next({ does: 'refuse', status, headers });
    return await connection.search('Winter', never).catch((error: unknown) => error);
  };
  expect(await busy(429)).toMatchObject(refusedAs('rate_limited', { retryAfterSeconds: 10, provablyNotTaken: true }));
  expect(await busy(477, { 'retry-after': '3600' })).toMatchObject(
    refusedAs('rate_limited', { retryAfterSeconds: 3600, provablyNotTaken: true }),
  );
  portal.faults.next({ does: 'refuse', status: 429, code: 'DAILY' });
  await expect(connection.search('Winter', never)).rejects.toMatchObject(
    refusedAs('rate_limited', { retryAfterSeconds: 900 }),
  );
});

test('a state of another version begins again', async () => {
  add({ firstname: 'Anna' });
  expect((await changesSince(await connect(), { strange: true })).written).toHaveLength(1);
});

test('a contact is made, changed and deleted there; nothing else of it is touched', async () => {
  const connection = await connect();
  const made = await connection.create(draft, 'draft-1', never);
  expect(made).toMatchObject({ ...draft, externalId: expect.stringMatching(/^\d+$/) });
  const stored = portal.objects.find('contacts', made.externalId);
  expect(stored?.properties).toMatchObject({
    firstname: 'Ulrike',
    phone: '+492214710562',
    mobilephone: '+491701234567',
  });
  if (stored) stored.properties['jobtitle'] = 'Dentist';
  const before = (await connection.get(made.externalId, never)) as SourceContact;
  const requests = asked();
  const changed = await connection.update(before, { ...draft, lastName: 'Winter', phoneNumbers: [] }, never);
  expect(asked() - requests).toBe(2);
  expect(changed).toEqual(await connection.get(made.externalId, never));
  expect(changed).toMatchObject({ lastName: 'Winter', phoneNumbers: [] });
  expect(stored?.properties).toMatchObject({ jobtitle: 'Dentist', phone: '' });
  await expect(connection.update(before, draft, never)).rejects.toMatchObject(refusedAs('conflict'));
  await connection.delete(changed, never);
  expect(await connection.get(made.externalId, never)).toBeNull();
  await connection.delete(changed, never);
});

test('the same draft again, after its answer was lost, makes no second contact', async () => {
  const connection = await connect();
  const withoutMail = { ...draft, email: null };
  portal.faults.next({ does: 'commitThenReset' }, { of: /^POST .*contacts$/ });
  await expect(connection.create(withoutMail, 'draft-2', never)).rejects.toMatchObject(
    refusedAs('unreachable', { provablyNotTaken: false }),
  );
  const again = await connection.create(withoutMail, 'draft-2', never);
  expect(portal.objects.of('contacts').map(({ id }) => id)).toEqual([again.externalId]);
  await connection.create({ ...withoutMail, lastName: 'Winter' }, 'draft-3', never);
  expect(portal.objects.of('contacts')).toHaveLength(2);
});

test('two contacts cannot have one address', async () => {
  const connection = await connect();
  await connection.create(draft, null, never);
  await expect(connection.create({ ...draft, firstName: 'Uta' }, null, never)).rejects.toMatchObject(
    refusedAs('email_conflict'),
  );
});

test('contacts are searched for, and found by a number however it is written there', async () => {
  add({ firstname: 'Uta', phone: '+49 221 4710-562' });
  add({ firstname: 'Uwe', mobilephone: '0170 1234567' });
  add({ firstname: 'Udo', phone: '+49 221 4710-563' });
  const connection = await connect();
  const namesOf = (all: readonly SourceContact[]) => all.map(({ firstName }) => firstName);
  expect(namesOf(await connection.search('uwe', never))).toEqual(['Uwe']);
  expect(namesOf(await connection.findByNumber('+492214710562', never))).toEqual(['Uta']);
  expect(namesOf(await connection.findByNumber('+491701234567', never))).toEqual(['Uwe']);
});

test('SCONTACT-007: companies, deals and tickets of a contact come with names, links, and whether a deal is closed', async () => {
  const contact = add({ firstname: 'Uta' });
  const company = portal.objects.add('companies', { name: 'Rheinwerk Dental AG' });
  const open = portal.objects.add('deals', { dealname: 'Cooling 2026', hs_is_closed: 'false' });
  const closed = portal.objects.add('deals', { dealname: 'Cooling 2025', hs_is_closed: 'true' });
  for (const other of [company, open, closed]) portal.objects.associate(contact, other);
  const connection = await connect();
  const before = asked();
  const all = await connection.entities(contact.id, never);
  expect(all).toMatchObject([
    { type: 'companies', label: 'Rheinwerk Dental AG', isOpen: null },
    { type: 'deals', label: 'Cooling 2026', isOpen: true },
    { type: 'deals', label: 'Cooling 2025', isOpen: false },
  ]);
  expect(all[0]?.url).toBe(`https://app.hubspot.com/contacts/4711/record/0-2/${company.id}`);
  expect(asked() - before).toBe(3);
});

test('each trouble has its kind, and none tells the key', async () => {
  await expect(connect('pat-wrong')).rejects.toMatchObject(refusedAs('refresh', { translationKey: 'signedOut' }));
  await expect(connect(null)).rejects.toMatchObject(refusedAs('refresh'));
  const connection = await connect();
  const { state } = await changesSince(connection, null);
  const trouble = async (fault: Parameters<typeof portal.faults.next>[0]) => {
    portal.faults.next(fault);
    const error: unknown = await changesSince(connection, state).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(IntegrationError);
    expect(String(error) + JSON.stringify(error)).not.toContain(portal.key);
    return error;
  };
  expect(await trouble({ does: 'refuse', status: 429, headers: { 'retry-after': '7' } })).toMatchObject(
    refusedAs('rate_limited', { retryAfterSeconds: 7, provablyNotTaken: true }),
  );
  expect(await trouble({ does: 'refuse', status: 403 })).toMatchObject(refusedAs('forbidden'));
  expect(await trouble({ does: 'refuse', status: 500 })).toMatchObject(
    refusedAs('failed', { provablyNotTaken: false }),
  );
  expect(await trouble({ does: 'refuse', status: 400 })).toMatchObject(refusedAs('invalid'));
  expect(await trouble({ does: 'breakSchema' })).toMatchObject(refusedAs('failed'));
  expect(await trouble({ does: 'cutAnswer' })).toMatchObject(refusedAs('unreachable'));
  expect(await trouble({ does: 'flood', bytes: 17 * 1024 * 1024 })).toMatchObject({
    name: 'AnswerTooLarge',
    translationKey: 'tooLarge',
  });
});

test('the key goes to HubSpot alone: a redirect elsewhere is an error', async () => {
  const other = await openHubSpot();
  portal.faults.next({ does: 'refuse', status: 302, headers: { location: `${other.url}/account-info/v3/details` } });
  await expect(connect()).rejects.toMatchObject(refusedAs('not_found'));
  expect(other.journal).toEqual([]);
  other.close();
});
