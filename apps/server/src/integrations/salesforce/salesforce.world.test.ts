import { openSalesforce, type Salesforce } from '@sidetone/simulator/crm/salesforce/salesforce.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { privateHosts } from '../../network/private-hosts.ts';
import { type Connection, IntegrationError, type Portion, type SourceContact } from '../connector.ts';
import { type GuardedFetch, guardedFetch } from '../guarded-fetch.ts';
import { salesforce } from './salesforce.ts';

let company: Salesforce;
let reach: GuardedFetch;
beforeEach(async () => {
  company = await openSalesforce();
  reach = guardedFetch(privateHosts(['127.0.0.1']), 5_000);
});
afterEach(() => {
  reach.close();
  company.close();
});

const never = new AbortController().signal;
const connect = (key: string | null = company.key, origins: readonly string[] | null = null): Promise<Connection> =>
  salesforce(reach.fetch, { loginUrl: company.url }).connect({ url: company.url, key, origins }, never);
const add = (values: Record<string, string>, object = 'Contact') => company.store.add(object, values);
const hour = 3_600_000;
/** What there is was there for hours. */
const age = () => {
  const at = `${new Date(Date.now() - 3 * hour).toISOString().slice(0, 19)}.000+0000`;
  for (const one of company.store.all.values()) one.changedAt = at;
};

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
const asked = () => company.journal.length;
const refusedAs = (type: string, more: object = {}) => ({ name: 'IntegrationError', type, ...more });
const draft = {
  name: null,
  firstName: 'Ulrike',
  lastName: 'Sommerfeld',
  organization: null,
  email: 'ulrike@rheinwerk.example',
  phoneNumbers: [
    { label: 'work', number: '+492214710562' },
    { label: 'home', number: '+491701234567' },
  ],
};

test('GEN-007: contacts, leads and accounts with a phone come with their numbers, company, type and link', async () => {
  const account = add({ Name: 'Rheinwerk Dental AG', Phone: '+49 221 4710-0' }, 'Account');
  add({ Name: 'Silent GmbH' }, 'Account');
  const contact = add({
    FirstName: 'Uta',
    LastName: 'Winter',
    AccountId: account.id,
    Phone: '+49 221 4710-562',
    OtherPhone: '0221 1',
  });
  const lead = add({ LastName: 'Neu', Company: 'Neuland', MobilePhone: '0170 1234567' }, 'Lead');
  const converted = add({ LastName: 'Old', Company: 'Neuland' }, 'Lead');
  company.store.change(converted, { IsConverted: true });
  const { written } = await changesSince(await connect(), null);
  expect(written).toMatchObject([
    {
      externalId: contact.id,
      type: 'contacts',
      firstName: 'Uta',
      organization: 'Rheinwerk Dental AG',
      phoneNumbers: [
        { label: 'work', number: '+49 221 4710-562' },
        { label: 'other', number: '0221 1' },
      ],
      contactUrl: `${company.url}/lightning/r/Contact/${contact.id}/view`,
      readonly: false,
    },
    { externalId: lead.id, type: 'leads', organization: 'Neuland', readonly: false },
    { externalId: account.id, type: 'accounts', organization: 'Rheinwerk Dental AG', readonly: true },
  ]);
});

test('whose company it is stays the same, so that records of another one are not taken for its own', async () => {
  expect((await connect()).tenant).toBe(new URL(company.url).host);
});

test('more contacts than a page has, all of the same second, come without a gap or a second time, and continue where they were cut off', async () => {
  for (let count = 0; count < 10_001; count += 1) add({ LastName: `Last ${count}` });
  const connection = await connect();
  const first: Portion[] = [];
  for await (const portion of connection.changes(null, async () => new Map(), never)) {
    first.push(portion);
    if (first.length === 2) break;
  }
  const rest = await changesSince(connection, JSON.parse(JSON.stringify(first[1]?.state)));
  const ids = [...first.flatMap(({ written }) => written), ...rest.written].map(({ externalId }) => externalId);
  expect([ids.length, new Set(ids).size]).toEqual([10_001, 10_001]);
});

test('afterwards only what changed is asked for, by the clock of Salesforce, with what was deleted or is no contact any more', async () => {
  const all = Array.from({ length: 100 }, (_none, at) => add({ LastName: `Last ${at}`, Phone: '030 12345' }));
  const account = add({ Name: 'Rheinwerk', Phone: '0221 4710' }, 'Account');
  const lead = add({ LastName: 'Neu', Company: 'Neuland' }, 'Lead');
  age();
  company.setClock(-2 * hour);
  const connection = await connect();
  const { state } = await changesSince(connection, null);
  const [one, two] = all as [(typeof all)[0], (typeof all)[0]];
  company.store.change(one, { Phone: '030 99999' });
  company.store.remove(two);
  company.store.change(account, { Phone: null });
  company.store.change(lead, { IsConverted: true });
  const before = asked();
  const later = await changesSince(connection, state);
  expect(later.written.map(({ externalId }) => externalId)).toEqual([one.id]);
  expect(later.gone.sort()).toEqual([two.id, account.id, lead.id].sort());
  expect(asked() - before).toBe(3);
});

test('what left the recycle bin is told once a day, and after a long break what is there is compared', async () => {
  const connection = await connect();
  const [one, two] = [add({ LastName: 'Gone' }), add({ LastName: 'Stays' })];
  const { state } = await changesSince(connection, null);
  company.store.purge(one);
  expect((await changesSince(connection, state)).gone).toEqual([]);
  const since = (days: number) => ({
    ...(state as object),
    goneAt: new Date(Date.now() - days * 24 * hour).toISOString(),
  });
  expect((await changesSince(connection, since(2))).gone).toEqual([one.id]);
  expect((await changesSince(connection, since(40), [one.id, two.id])).gone).toEqual([one.id]);
  const { state: later } = await changesSince(connection, since(2));
  expect((await changesSince(connection, later)).gone).toEqual([]);
});

test('a page that Salesforce made smaller than it was asked for is not the last one, and nobody is gone by it', async () => {
  const all = Array.from({ length: 7 }, (_none, at) => add({ LastName: `Last ${at}` }));
  company.setBatch(3);
  const connection = await connect();
  const { written, state } = await changesSince(connection, null);
  expect(written).toHaveLength(7);
  const ids = all.map(({ id }) => id);
  const afterMonths = { ...(state as object), goneAt: new Date(Date.now() - 90 * 24 * hour).toISOString() };
  expect((await changesSince(connection, afterMonths, [...ids, '003000000000999AAA'])).gone).toEqual([
    '003000000000999AAA',
  ]);
});

test('deletions that Salesforce no longer names are found, and those that it names late are asked for again', async () => {
  const connection = await connect();
  const [one, two] = [add({ LastName: 'Gone' }), add({ LastName: 'Stays' })];
  const { state } = await changesSince(connection, null);
  const daysAgo = (days: number) => ({
    ...(state as object),
    goneAt: new Date(Date.now() - days * 24 * hour).toISOString(),
  });
  const began = Date.now();
  const { state: covered } = await changesSince(connection, daysAgo(2));
  expect(Date.parse((covered as { goneAt: string }).goneAt)).toBeLessThan(began - 50_000);
  company.store.purge(one);
  company.store.cutLog();
  expect((await changesSince(connection, daysAgo(2), [one.id, two.id])).gone).toEqual([one.id]);
});

test('contacts leave a tenth of the day’s requests to other programs and to calls', async () => {
  const connection = await connect();
  for (let count = 0; count < 2_000; count += 1) add({ LastName: `Last ${count}` });
  company.setUsed(13_500, 15_000);
  await expect(changesSince(connection, null)).rejects.toMatchObject(
    refusedAs('limit', { translationKey: 'limit', retryAfterSeconds: null }),
  );
  expect(await connection.search('Last 17', never)).toHaveLength(1);
});

test('a contact is made, changed and deleted there; nothing else of it is touched', async () => {
  const connection = await connect();
  const created = await connection.create(draft, 'draft-1', never);
  expect(created).toMatchObject({ ...draft, type: 'contacts' });
  const stored = company.store.find(created.externalId);
  expect(stored?.values).toMatchObject({ LastName: 'Sommerfeld', Phone: '+492214710562', HomePhone: '+491701234567' });
  if (stored) stored.values['Title'] = 'Dentist';
  const before = (await connection.get(created.externalId, never)) as SourceContact;
  company.setClock(5_000);
  const changed = await connection.update(before, { ...draft, lastName: 'Winter', phoneNumbers: [] }, never);
  expect(changed).toMatchObject({ lastName: 'Winter', phoneNumbers: [] });
  expect(stored?.values).toMatchObject({ Title: 'Dentist', Phone: null });
  await expect(connection.update(before, draft, never)).rejects.toMatchObject(refusedAs('conflict'));
  await connection.delete(changed, never);
  expect(await connection.get(created.externalId, never)).toBeNull();
  await connection.delete(changed, never);
});

test('a change between reading and writing is a conflict', async () => {
  const one = add({ LastName: 'Winter' });
  age();
  const connection = await connect();
  const before = (await connection.get(one.id, never)) as SourceContact;
  const patched = connection.update(before, draft, never);
  const { changedAt } = one;
  // The record that is read says nothing yet; the one that is written to has changed.
  Object.defineProperty(one, 'changedAt', {
    get: () => {
      const reads = company.journal.filter(({ path }) => path.includes('WHERE Id ='));
      return reads.length > 1 ? '2099-01-01T00:00:00.000+0000' : changedAt;
    },
  });
  await expect(patched).rejects.toMatchObject(refusedAs('conflict', { provablyNotTaken: true }));
  expect(company.journal.at(-1)).toMatchObject({ method: 'PATCH', status: 412 });
  expect(one.values).toEqual({ LastName: 'Winter' });
});

test('a last name is needed, and numbers need a field', async () => {
  const connection = await connect();
  await expect(connection.create({ ...draft, firstName: null, lastName: null }, null, never)).rejects.toMatchObject(
    refusedAs('invalid'),
  );
  const four = ['work', 'work', 'mobile', 'fax'].map((label, at) => ({ label, number: `+4930${at}` }));
  const created = await connection.create({ ...draft, phoneNumbers: four }, null, never);
  expect(created.phoneNumbers.map(({ label }) => label)).toEqual(['work', 'mobile', 'home', 'other']);
  const five = [...four, { label: 'home', number: '+49309' }];
  await expect(connection.create({ ...draft, phoneNumbers: five }, null, never)).rejects.toMatchObject(
    refusedAs('too_many_numbers'),
  );
  const lead = add({ LastName: 'Neu', Company: 'Neuland' }, 'Lead');
  const before = (await connection.get(lead.id, never)) as SourceContact;
  await expect(connection.update(before, { ...draft, phoneNumbers: four }, never)).rejects.toMatchObject(
    refusedAs('too_many_numbers'),
  );
  expect(await connection.update(before, draft, never)).toMatchObject({
    lastName: 'Sommerfeld',
    organization: 'Neuland',
  });
});

test('the same draft again, after its answer was lost, makes no second contact', async () => {
  const connection = await connect();
  company.faults.next({ does: 'commitThenReset' }, { of: /^POST .*Contact$/ });
  await expect(connection.create(draft, 'draft-2', never)).rejects.toMatchObject(
    refusedAs('unreachable', { provablyNotTaken: false }),
  );
  const again = await connection.create(draft, 'draft-2', never);
  expect(company.store.of('Contact').map(({ id }) => id)).toEqual([again.externalId]);
  await connection.create({ ...draft, lastName: "O'Winter" }, 'draft-3', never);
  expect(await connection.create({ ...draft, lastName: "O'Winter" }, 'draft-3', never)).toBeTruthy();
  expect(company.store.of('Contact')).toHaveLength(2);
});

test('a rule of the company against duplicates is a conflict that names who is there', async () => {
  const connection = await connect();
  await connection.create(draft, null, never);
  company.rules.forbidsDuplicates = true;
  await expect(connection.create({ ...draft, firstName: 'Uta' }, null, never)).rejects.toMatchObject(
    refusedAs('conflict', { detail: 'Salesforce has this contact already: Ulrike Sommerfeld', provablyNotTaken: true }),
  );
});

test('contacts are searched for, and found by a number however it is written there', async () => {
  add({ FirstName: 'Uta', LastName: 'A', Phone: '+49 221 4710562' });
  add({ FirstName: 'Uwe', LastName: 'B', MobilePhone: '0170 1234567' });
  add({ FirstName: 'Udo', LastName: 'C', Phone: '+49 221 4710563' });
  add({ LastName: 'D', Company: 'Neuland', Phone: '02214710562' }, 'Lead');
  const connection = await connect();
  const namesOf = (all: readonly SourceContact[]) => all.map(({ lastName }) => lastName);
  expect(namesOf(await connection.search('uw', never))).toEqual(['B']);
  expect(namesOf(await connection.search("neu' OR {x}", never))).toEqual([]);
  expect(await connection.search('x', never)).toEqual([]);
  expect(namesOf(await connection.findByNumber('+492214710562', never))).toEqual(['A', 'D']);
  expect(namesOf(await connection.findByNumber('+491701234567', never))).toEqual(['B']);
});

test('without the right to see accounts and leads, contacts come nevertheless', async () => {
  company.hidden.add('Account').add('Lead');
  const one = add({ LastName: 'Winter', Phone: '030 1' });
  const connection = await connect();
  expect((await changesSince(connection, null)).written.map(({ externalId }) => externalId)).toEqual([one.id]);
  company.hidden.add('Contact');
  await expect(connect()).rejects.toMatchObject(refusedAs('forbidden'));
});

test('a kind that may no longer be seen is gone, and is read as a whole once it may be', async () => {
  const one = add({ LastName: 'Winter', Phone: '030 1' });
  const account = add({ Name: 'Rheinwerk', Phone: '0221 4710' }, 'Account');
  age();
  const { state } = await changesSince(await connect(), null);
  company.hidden.add('Account');
  const blind = await changesSince(await connect(), state, [one.id, account.id]);
  expect(blind.gone).toEqual([account.id]);
  expect((await changesSince(await connect(), blind.state, [one.id])).gone).toEqual([]);
  company.hidden.delete('Account');
  const sees = await changesSince(await connect(), blind.state, [one.id]);
  expect(sees.written.map(({ externalId }) => externalId)).toContain(account.id);
  expect(sees.state).toMatchObject({ hidden: [] });
});

test('an app signs in again by itself once its session is over', async () => {
  const connection = await connect();
  const one = add({ LastName: 'Winter' });
  company.endSessions();
  expect(await connection.get(one.id, never)).toMatchObject({ lastName: 'Winter' });
  const tokens = company.journal.filter(({ path }) => path.startsWith('/services/oauth2/token'));
  expect(tokens).toHaveLength(2);
});

test('a connection that was signed in at the page of Salesforce asks for its token each time, and is not signed in again here', async () => {
  let asked = 0;
  const accessToken = async () => {
    asked += 1;
    return company.token;
  };
  const entered = { url: company.url, key: null, origins: [], accessToken };
  const connection = await salesforce(reach.fetch, { loginUrl: company.url }).connect(entered, never);
  const one = add({ LastName: 'Winter' });
  const before = asked;
  expect(await connection.get(one.id, never)).toMatchObject({ lastName: 'Winter' });
  expect(asked).toBeGreaterThan(before);
  company.endSessions();
  await expect(connection.get(one.id, never)).rejects.toMatchObject(refusedAs('refresh', { provablyNotTaken: true }));
  expect(company.journal.filter(({ path }) => path.startsWith('/services/oauth2'))).toEqual([]);
});

test('what was entered goes to Salesforce alone', async () => {
  const other = await openSalesforce();
  const elsewhere = salesforce(reach.fetch, { loginUrl: company.url });
  const entered = { url: other.url, key: company.key, origins: null };
  await expect(elsewhere.connect(entered, never)).rejects.toMatchObject(refusedAs('invalid_url'));
  company.faults.next({ does: 'refuse', status: 302, headers: { location: other.url } });
  await expect(connect()).rejects.toMatchObject({ name: 'IntegrationError' });
  expect(other.journal).toEqual([]);
  other.close();
});

test('each trouble has its kind, and none tells the secret or a token', async () => {
  await expect(connect('3MVG9.client:wrong')).rejects.toMatchObject(
    refusedAs('refresh', { translationKey: 'wrongCredentials' }),
  );
  await expect(connect('3MVG9.client:wrong', [])).rejects.toMatchObject(
    refusedAs('refresh', { translationKey: 'signedOut' }),
  );
  await expect(connect(null)).rejects.toMatchObject(refusedAs('refresh'));
  const connection = await connect();
  const { state } = await changesSince(connection, null);
  const trouble = async (...fault: Parameters<typeof company.faults.next>) => {
    company.faults.next(...fault);
    const error: unknown = await changesSince(connection, state).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(IntegrationError);
    expect(String(error) + JSON.stringify(error)).not.toMatch(/right-secret|00D!/);
    return error;
  };
  expect(await trouble({ does: 'refuse', status: 429, headers: { 'retry-after': '7' } })).toMatchObject(
    refusedAs('rate_limited', { retryAfterSeconds: 7, provablyNotTaken: true }),
  );
  expect(await trouble({ does: 'refuse', status: 403 })).toMatchObject(refusedAs('forbidden'));
  expect(await trouble({ does: 'refuse', status: 401 }, { times: 2, of: /query/ })).toMatchObject(
    refusedAs('refresh', { translationKey: 'signedOut' }),
  );
  expect(await trouble({ does: 'refuse', status: 500 })).toMatchObject(
    refusedAs('failed', { provablyNotTaken: false }),
  );
  expect(await trouble({ does: 'breakSchema' })).toMatchObject(refusedAs('failed'));
  expect(await trouble({ does: 'cutAnswer' })).toMatchObject(refusedAs('unreachable'));
  expect(await trouble({ does: 'flood', bytes: 17 * 1024 * 1024 })).toMatchObject({ name: 'AnswerTooLarge' });
});
