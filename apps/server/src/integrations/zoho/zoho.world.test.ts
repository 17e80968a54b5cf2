import { openZoho, type Zoho } from '@sidetone/simulator/crm/zoho/zoho.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { privateHosts } from '../../network/private-hosts.ts';
import { type Connection, IntegrationError, type Portion, type SourceContact } from '../connector.ts';
import { type GuardedFetch, guardedFetch } from '../guarded-fetch.ts';
import { zoho } from './zoho.ts';

let company: Zoho;
let reach: GuardedFetch;
beforeEach(async () => {
  company = await openZoho();
  reach = guardedFetch(privateHosts(['127.0.0.1']), 5_000);
});
afterEach(() => {
  reach.close();
  company.close();
});

const never = new AbortController().signal;
const hour = 3_600_000;
const address = () => `${company.url}/crm/org2000/tab/Home`;
const connect = (key: string | null = company.key, origins: readonly string[] | null = null): Promise<Connection> =>
  zoho(reach.fetch, { accountsUrl: company.url }).connect({ url: address(), key, origins }, never);
const add = (values: Record<string, unknown>, module = 'Contacts') => company.store.add(module, values);
/** What there is was there for hours. */
const age = () => {
  const at = `${new Date(Date.now() - 5 * hour).toISOString().slice(0, 19)}+00:00`;
  for (const one of company.store.all.values()) one.changedAt = at;
};

/** What changed since a state, all portions of it, and the state afterwards. */
async function changesSince(connection: Connection, state: unknown, ours: readonly string[] = []) {
  const portions: Portion[] = [];
  const mirrored = async () => new Map(ours.map((id) => [id, null]));
  for await (const portion of connection.changes(state, mirrored, never)) portions.push(portion);
  return {
    written: portions.flatMap(({ written }) => written),
    gone: portions.flatMap(({ gone }) => gone),
    state: JSON.parse(JSON.stringify(portions.at(-1)?.state ?? state)) as object,
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
    { label: 'mobile', number: '+491701234567' },
  ],
};
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString();

test('GEN-007: contacts, leads and accounts with a phone come with their numbers, company, type and link', async () => {
  const account = add({ Account_Name: 'Rheinwerk Dental AG', Phone: '+49 221 4710-0' }, 'Accounts');
  add({ Account_Name: 'Silent GmbH' }, 'Accounts');
  const belongs = { Account_Name: { id: account.id } };
  const contact = add({ First_Name: 'Uta', Last_Name: 'Winter', ...belongs, Phone: '0221 4710-562', Home_Phone: '1' });
  const lead = add({ Last_Name: 'Neu', Company: 'Neuland', Mobile: '0170 1234567' }, 'Leads');
  const { written } = await changesSince(await connect(), null);
  expect(written).toMatchObject([
    {
      externalId: contact.id,
      type: 'contacts',
      firstName: 'Uta',
      organization: 'Rheinwerk Dental AG',
      phoneNumbers: [
        { label: 'work', number: '0221 4710-562' },
        { label: 'home', number: '1' },
      ],
      contactUrl: `${company.url}/crm/org2000/tab/Contacts/${contact.id}`,
      readonly: false,
    },
    { externalId: lead.id, type: 'leads', organization: 'Neuland', readonly: false },
    { externalId: account.id, type: 'accounts', organization: 'Rheinwerk Dental AG', readonly: true },
  ]);
});

test('whose company it is stays the same, so that records of another one are not taken for its own', async () => {
  expect((await connect()).tenant).toBe('org 2000');
});

test('more contacts than a page has, all of the same second, come without a gap or a second time, and continue where they were cut off', async () => {
  for (let count = 0; count < 10_001; count += 1) add({ Last_Name: `Last ${count}` });
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

test('afterwards only what changed is asked for, by the clock of Zoho', async () => {
  const all = Array.from({ length: 100 }, (_none, at) => add({ Last_Name: `Last ${at}`, Phone: '030 12345' }));
  const account = add({ Account_Name: 'Rheinwerk', Phone: '0221 4710' }, 'Accounts');
  age();
  company.setClock(-2 * hour);
  const connection = await connect();
  const { state } = await changesSince(connection, null);
  const recent = { ...state, goneAt: ago(0.5), comparedAt: ago(0.5) };
  const [one] = all as [(typeof all)[0]];
  company.store.change(one, { Phone: '030 99999' });
  company.store.change(account, { Phone: null });
  const before = asked();
  const later = await changesSince(connection, recent);
  expect(later.written.map(({ externalId }) => externalId)).toEqual([one.id]);
  expect(later.gone).toEqual([account.id]);
  expect(asked() - before).toBe(3);
});

test('what was deleted is told each hour, and leads that became contacts once a day', async () => {
  const connection = await connect();
  const [one, two] = [add({ Last_Name: 'Gone' }), add({ Last_Name: 'Stays' })];
  const lead = add({ Last_Name: 'Neu', Company: 'Neuland' }, 'Leads');
  const { state } = await changesSince(connection, null);
  company.store.remove(one);
  company.store.convert(lead);
  const ours = [one.id, two.id, lead.id];
  expect((await changesSince(connection, { ...state, goneAt: ago(0.5) }, ours)).gone).toEqual([]);
  const hourly = await changesSince(connection, { ...state, goneAt: ago(2) }, ours);
  expect(hourly.gone).toEqual([one.id]);
  expect((await changesSince(connection, hourly.state, ours)).gone).toEqual([]);
  const daily = await changesSince(connection, { ...state, comparedAt: ago(25) }, ours);
  expect(daily.gone.sort()).toEqual([one.id, lead.id].sort());
});

test('a kind that may no longer be seen is gone, and is read as a whole once it may be', async () => {
  const one = add({ Last_Name: 'Winter' });
  const lead = add({ Last_Name: 'Neu', Company: 'Neuland' }, 'Leads');
  age();
  const { state } = await changesSince(await connect(), null);
  company.hidden.add('Leads');
  const blind = await changesSince(await connect(), state, [one.id, lead.id]);
  expect(blind.gone).toEqual([lead.id]);
  expect((await changesSince(await connect(), blind.state, [one.id])).gone).toEqual([]);
  company.hidden.delete('Leads');
  const sees = await changesSince(await connect(), blind.state, [one.id]);
  expect(sees.written.map(({ externalId }) => externalId)).toContain(lead.id);
  expect(sees.state).toMatchObject({ hidden: [] });
});

test('a contact is made, changed and deleted there; nothing else of it is touched', async () => {
  const connection = await connect();
  const created = await connection.create(draft, 'draft-1', never);
  expect(created).toMatchObject({ ...draft, type: 'contacts' });
  const stored = company.store.find('Contacts', created.externalId);
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

test('a last name is needed, numbers need a field, and accounts are changed there alone', async () => {
  const connection = await connect();
  await expect(connection.create({ ...draft, firstName: null, lastName: null }, null, never)).rejects.toMatchObject(
    refusedAs('invalid'),
  );
  const lead = add({ Last_Name: 'Neu', Company: 'Neuland' }, 'Leads');
  const before = (await connection.get(lead.id, never)) as SourceContact;
  const three = ['work', 'fax', 'home'].map((label, at) => ({ label, number: `+4930${at}` }));
  await expect(connection.update(before, { ...draft, phoneNumbers: three }, never)).rejects.toMatchObject(
    refusedAs('too_many_numbers'),
  );
  expect(await connection.update(before, draft, never)).toMatchObject({
    lastName: 'Sommerfeld',
    organization: 'Neuland',
  });
  const account = add({ Account_Name: 'Rheinwerk', Phone: '0221 4710' }, 'Accounts');
  const firm = (await connection.get(account.id, never)) as SourceContact;
  await expect(connection.update(firm, draft, never)).rejects.toMatchObject(refusedAs('forbidden'));
});

test('the same draft again, after its answer was lost, makes no second contact', async () => {
  const connection = await connect();
  company.faults.next({ does: 'commitThenReset' }, { of: /^POST .*Contacts$/ });
  await expect(connection.create(draft, 'draft-2', never)).rejects.toMatchObject(
    refusedAs('unreachable', { provablyNotTaken: false }),
  );
  const again = await connection.create(draft, 'draft-2', never);
  expect(company.store.of('Contacts').map(({ id }) => id)).toEqual([again.externalId]);
  await connection.create({ ...draft, lastName: "O'Winter" }, 'draft-3', never);
  expect(company.store.of('Contacts')).toHaveLength(2);
});

test('what may be there only once is a conflict that names who is there, or an address that is taken', async () => {
  const connection = await connect();
  await connection.create(draft, null, never);
  company.rules.unique.add('Phone');
  await expect(connection.create({ ...draft, email: null }, null, never)).rejects.toMatchObject(
    refusedAs('conflict', { detail: 'Zoho has this contact already: Ulrike Sommerfeld', provablyNotTaken: true }),
  );
  company.rules.unique.clear();
  company.rules.unique.add('Email');
  await expect(connection.create(draft, null, never)).rejects.toMatchObject(refusedAs('email_conflict'));
});

test('contacts are searched for, and found by a number however it is written there', async () => {
  add({ First_Name: 'Uta', Last_Name: 'A', Phone: '+49 221 4710-562' });
  add({ First_Name: 'Uwe', Last_Name: 'B', Mobile: '0170 1234567' });
  add({ First_Name: 'Udo', Last_Name: 'C', Phone: '+49 221 4710563' });
  add({ Last_Name: 'D', Company: 'Neuland', Phone: '02214710562' }, 'Leads');
  const connection = await connect();
  const namesOf = (all: readonly SourceContact[]) => all.map(({ lastName }) => lastName);
  expect(namesOf(await connection.search('uw', never))).toEqual(['B']);
  expect(await connection.search('u', never)).toEqual([]);
  expect(namesOf(await connection.findByNumber('+492214710562', never))).toEqual(['A', 'D']);
  expect(namesOf(await connection.findByNumber('+491701234567', never))).toEqual(['B']);
});

test('a self client that may not search has everything else', async () => {
  company.scopes.delete('ZohoSearch.securesearch.READ');
  const one = add({ Last_Name: 'Winter' });
  const connection = await connect();
  expect(await connection.search('Winter', never)).toEqual([]);
  expect(await connection.get(one.id, never)).toMatchObject({ lastName: 'Winter' });
  // The first token was asked for with searches as well; the one after it ended, without.
  const tokens = () => company.journal.filter(({ path }) => path === '/oauth/v2/token').length;
  expect(tokens()).toBe(2);
  vi.setSystemTime(Date.now() + 2 * 60 * 60_000);
  try {
    expect(await connection.get(one.id, never)).toMatchObject({ lastName: 'Winter' });
  } finally {
    vi.useRealTimers();
  }
  expect(tokens()).toBe(3);
  company.scopes.clear();
  await expect(connect('1000.CLIENT:right-secret', [])).rejects.toMatchObject(refusedAs('refresh'));
});

test('few tokens are fetched, all connections use the same, and a new one once it is no longer taken', async () => {
  const connector = zoho(reach.fetch, { accountsUrl: company.url });
  const open = () => connector.connect({ url: address(), key: company.key, origins: [] }, never);
  const tokens = () => company.journal.filter(({ path }) => path === '/oauth/v2/token').length;
  for (let count = 0; count < 20; count += 1) await open();
  expect(tokens()).toBe(1);
  const one = add({ Last_Name: 'Winter' });
  const connection = await open();
  company.endSessions();
  expect(await connection.get(one.id, never)).toMatchObject({ lastName: 'Winter' });
  expect(tokens()).toBe(2);
  company.faults.next({ does: 'refuse', status: 401, code: 'OAUTH_SCOPE_MISMATCH', words: 'invalid oauth scope' });
  await expect(connection.get(one.id, never)).rejects.toMatchObject(refusedAs('forbidden', { provablyNotTaken: true }));
  expect(tokens()).toBe(2);
});

test('a connection that was signed in at the page of Zoho asks for its token each time', async () => {
  const accessToken = async () => company.token;
  const entered = { url: company.url, key: null, origins: [], accessToken };
  const connection = await zoho(reach.fetch, { accountsUrl: company.url }).connect(entered, never);
  company.endSessions();
  await expect(connection.search('Winter', never)).rejects.toMatchObject(refusedAs('refresh'));
  expect(company.journal.filter(({ path }) => path.startsWith('/oauth'))).toEqual([]);
});

test('each trouble has its kind, and none tells the secret or a token', async () => {
  await expect(connect('1000.CLIENT:wrong')).rejects.toMatchObject(
    refusedAs('refresh', { translationKey: 'wrongCredentials' }),
  );
  await expect(connect('1000.CLIENT:wrong', [])).rejects.toMatchObject(
    refusedAs('refresh', { translationKey: 'signedOut' }),
  );
  await expect(connect(null)).rejects.toMatchObject(refusedAs('refresh'));
  add({ Last_Name: 'Winter' });
  const connection = await connect();
  const { state } = await changesSince(connection, null);
  const trouble = async (...fault: Parameters<typeof company.faults.next>) => {
    company.faults.next(...fault);
    const error: unknown = await changesSince(connection, state).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(IntegrationError);
    expect(String(error) + JSON.stringify(error)).not.toMatch(/right-secret|1000\.self/);
    return error;
  };
  expect(await trouble({ does: 'refuse', status: 429, headers: { 'retry-after': '7' } })).toMatchObject(
    refusedAs('rate_limited', { retryAfterSeconds: 7, provablyNotTaken: true }),
  );
  expect(await trouble({ does: 'refuse', status: 403, code: 'NO_PERMISSION' })).toMatchObject(refusedAs('forbidden'));
  expect(await trouble({ does: 'refuse', status: 401 }, { times: 2, of: /coql/ })).toMatchObject(
    refusedAs('refresh', { translationKey: 'signedOut' }),
  );
  expect(await trouble({ does: 'refuse', status: 500 })).toMatchObject(
    refusedAs('failed', { provablyNotTaken: false }),
  );
  expect(await trouble({ does: 'breakSchema' })).toMatchObject(refusedAs('failed'));
  expect(await trouble({ does: 'cutAnswer' })).toMatchObject(refusedAs('unreachable'));
  expect(await trouble({ does: 'flood', bytes: 17 * 1024 * 1024 })).toMatchObject({ name: 'AnswerTooLarge' });
});
