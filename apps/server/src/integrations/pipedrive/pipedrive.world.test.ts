import { openPipedrive, type Pipedrive } from '@sidetone/simulator/crm/pipedrive/pipedrive.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { privateHosts } from '../../network/private-hosts.ts';
import { type Connection, IntegrationError, type Portion, type SourceContact } from '../connector.ts';
import { type GuardedFetch, guardedFetch } from '../guarded-fetch.ts';
import { pipedrive } from './pipedrive.ts';

let company: Pipedrive;
let reach: GuardedFetch;
beforeEach(async () => {
  company = await openPipedrive();
  reach = guardedFetch(privateHosts(['127.0.0.1']), 5_000);
});
afterEach(() => {
  reach.close();
  company.close();
});

const never = new AbortController().signal;
const connect = (key: string | null = company.key): Promise<Connection> =>
  pipedrive(reach.fetch, company.url).connect({ url: null, key, origins: null }, never);
const phonesOf = (...numbers: string[]) =>
  numbers.map((value, at) => ({ value, label: at === 0 ? 'work' : 'mobile', primary: at === 0 }));
const add = (name: string, values: object = {}) => company.records.add('persons', { name, ...values });

/** What changed since a state, all portions of it, and the state afterwards. */
async function changesSince(connection: Connection, state: unknown, mirror: readonly string[] = []) {
  const portions: Portion[] = [];
  const mirrored = async () => new Map(mirror.map((id) => [id, null]));
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
const aged = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const draft = {
  name: 'Ulrike Sommerfeld',
  firstName: null,
  lastName: null,
  organization: 'Rheinwerk Dental AG',
  email: 'ulrike@rheinwerk.example',
  phoneNumbers: [
    { label: 'work', number: '+492214710562' },
    { label: 'mobile', number: '+491701234567' },
  ],
};

test('GEN-007: persons come with all their numbers, the name of their company and a link, page by page', async () => {
  const firm = company.records.add('organizations', { name: 'Rheinwerk Dental AG' });
  for (let count = 0; count < 1_200; count += 1)
    add(`Person ${count}`, { phones: phonesOf(`+49301${count}`, '0170 1'), org_id: firm.id });
  const connection = await connect();
  const { written, portions } = await changesSince(connection, null);
  expect(new Set(written.map(({ externalId }) => externalId)).size).toBe(1_200);
  expect(written[0]).toMatchObject({
    name: 'Person 0',
    organization: 'Rheinwerk Dental AG',
    phoneNumbers: [
      { label: 'work', number: '+493010' },
      { label: 'mobile', number: '0170 1' },
    ],
    contactUrl: 'https://rheinwerk.pipedrive.com/person/102',
    readonly: false,
  });
  // Three pages, one that says whose key it is, and one for the name of the company.
  expect([portions.length, asked()]).toEqual([3, 5]);
});

test('whose company it is stays the same, so that records of another one are not taken for its own', async () => {
  expect((await connect()).tenant).toBe('company 77');
});

test('a list that was cut off continues where it was, and begins again where its cursor has expired', async () => {
  for (let count = 0; count < 1_200; count += 1) add(`Person ${count}`);
  const connection = await connect();
  const first: Portion[] = [];
  for await (const portion of connection.changes(null, async () => new Map(), never)) {
    first.push(portion);
    if (first.length === 2) break;
  }
  const stopped: unknown = JSON.parse(JSON.stringify(first[1]?.state));
  expect((await changesSince(connection, stopped)).written).toHaveLength(200);
  company.expireCursors();
  expect((await changesSince(connection, stopped)).written).toHaveLength(1_200);
});

test('afterwards only what changed is asked for, by the clock of Pipedrive: two requests for ten changes', async () => {
  const firm = company.records.add('organizations', { name: 'Rheinwerk' });
  company.setClock(-60 * 60_000);
  const all = Array.from({ length: 300 }, (_none, at) => add(`Person ${at}`, { org_id: firm.id }));
  for (const one of all) one.updateTime = aged(9).replace(/\.\d+Z$/, 'Z');
  const connection = await connect();
  const { state } = await changesSince(connection, null);
  for (const one of all.slice(0, 10)) company.records.change(one, { phones: phonesOf('030 99999') });
  const before = asked();
  const later = await changesSince(connection, state);
  expect(later.written.map(({ externalId }) => externalId)).toEqual(all.slice(0, 10).map(({ id }) => String(id)));
  expect(later.written[0]).toMatchObject({ organization: 'Rheinwerk' });
  expect(asked() - before).toBeLessThanOrEqual(2);
});

test('10,500 persons that changed in the same second come without a gap or a second time, also after a pause', async () => {
  const connection = await connect();
  const { state } = await changesSince(connection, null);
  const at = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  for (let count = 0; count < 10_500; count += 1) add(`Person ${count}`).updateTime = at;
  const found: string[] = [];
  let now: unknown = state;
  for (let turn = 0; turn < 21; turn += 1) {
    for await (const portion of connection.changes(now, async () => new Map(), never)) {
      found.push(...portion.written.map(({ externalId }) => externalId));
      now = JSON.parse(JSON.stringify(portion.state));
      break;
    }
  }
  expect([found.length, new Set(found).size]).toEqual([10_500, 10_500]);
  expect(now).toMatchObject({ cursor: null, reads: 'changed' });
});

test('what was deleted is told once a week, wherever it is between the pages', async () => {
  const all = Array.from({ length: 1_001 }, (_none, at) => add(`Person ${at}`));
  const ids = all.map(({ id }) => String(id));
  const connection = await connect();
  const { state } = await changesSince(connection, null);
  const places = [0, 499, 500, 999, 1_000];
  for (const at of places) company.records.remove(all[at] as (typeof all)[number]);
  expect((await changesSince(connection, state, ids)).gone).toEqual([]);
  const lastWeek = { ...(state as object), listedAt: aged(8 * 24) };
  const { gone, written } = await changesSince(connection, lastWeek, ids);
  expect(gone.sort()).toEqual(places.map((at) => ids[at]).sort());
  expect(written).toHaveLength(996);
});

test('a company that has nobody left takes everyone with it', async () => {
  const gone = add('Gone');
  company.records.remove(gone);
  expect((await changesSince(await connect(), null, [String(gone.id)])).gone).toEqual([String(gone.id)]);
});

test('what is mirrored is read before the list, so that people who are added in the meantime stay', async () => {
  add('Uta');
  const connection = await connect();
  const before = asked();
  const mirrored = async () => {
    expect(asked()).toBe(before);
    return new Map([['999999', null]]);
  };
  const portions: Portion[] = [];
  for await (const portion of connection.changes(null, mirrored, never)) portions.push(portion);
  expect(portions.flatMap(({ gone }) => gone)).toEqual(['999999']);
});

test('a state of another version begins again', async () => {
  add('Anna');
  expect((await changesSince(await connect(), { strange: true })).written).toHaveLength(1);
});

test('people with so many fields that a page of them is too large come in smaller pages', async () => {
  for (let count = 0; count < 250; count += 1) add(`Person ${count}`);
  const connection = await connect();
  company.faults.next({ does: 'flood', bytes: 9 * 1024 * 1024 }, { of: /persons/ });
  expect((await changesSince(connection, null)).written).toHaveLength(250);
  const limits = company.journal.flatMap(({ path }) => /limit=(\d+)/.exec(path)?.[1] ?? []);
  expect(limits).toEqual(['500', '100', '100', '100']);
});

test('a page that comes again ends the synchronisation with an error', async () => {
  for (let count = 0; count < 501; count += 1) add(`Person ${count}`);
  const connection = await connect();
  const [first] = (await changesSince(connection, null)).portions;
  const again = { ...(first?.state as object), lastId: 9_999_999 };
  await expect(changesSince(connection, again)).rejects.toMatchObject(
    refusedAs('failed', { detail: 'Pipedrive repeats a page' }),
  );
});

test('a person is made, changed and deleted there; nothing else of it is touched', async () => {
  const connection = await connect();
  const made = await connection.create(draft, 'draft-1', never);
  expect(made).toMatchObject({ ...draft, externalId: expect.stringMatching(/^\d+$/) });
  const stored = company.records.find('persons', made.externalId);
  expect(stored?.values).toMatchObject({ name: 'Ulrike Sommerfeld', phones: [{ primary: true }, { label: 'mobile' }] });
  if (stored) {
    const emails = [...(stored.values['emails'] as object[]), { value: 'second@mail.example', label: 'home' }];
    stored.values = { ...stored.values, label_ids: [7], emails };
  }
  const before = (await connection.get(made.externalId, never)) as SourceContact;
  company.setClock(2_000);
  const wanted = { ...draft, name: 'Ulrike Winter', email: 'winter@rheinwerk.example', phoneNumbers: [] };
  const changed = await connection.update(before, wanted, never);
  expect(changed).toMatchObject({ name: 'Ulrike Winter', phoneNumbers: [], organization: 'Rheinwerk Dental AG' });
  expect(stored?.values).toMatchObject({
    label_ids: [7],
    phones: [],
    emails: [
      { value: 'winter@rheinwerk.example', primary: true },
      { value: 'second@mail.example', primary: false },
    ],
  });
  expect(company.records.of('organizations')).toHaveLength(1);
  await expect(connection.update(before, draft, never)).rejects.toMatchObject(refusedAs('conflict'));
  const alone = await connection.update(changed, { ...wanted, organization: null }, never);
  expect(alone.organization).toBeNull();
  await connection.delete(alone, never);
  expect(await connection.get(made.externalId, never)).toBeNull();
  await connection.delete(alone, never);
  await expect(connection.update(alone, draft, never)).rejects.toMatchObject(refusedAs('not_found'));
  expect(await connection.get('../users/me', never)).toBeNull();
});

test('a label that only the company has stays as it is spelt until someone chooses another one', async () => {
  const phones = [
    { value: '030 1', label: 'Fax', primary: false },
    { value: '030 2', label: 'Mobile', primary: true },
  ];
  const uta = add('Uta', { phones });
  const connection = await connect();
  const before = (await connection.get(String(uta.id), never)) as SourceContact;
  expect(before.phoneNumbers).toEqual([
    { label: 'Fax', number: '030 1' },
    { label: 'mobile', number: '030 2' },
  ]);
  const changed = await connection.update(before, { ...before, name: 'Uta Winter' }, never);
  expect(uta.values).toMatchObject({ name: 'Uta Winter', phones });
  await connection.update(changed, { ...changed, phoneNumbers: [{ label: 'home', number: '030 1' }] }, never);
  expect(uta.values['phones']).toEqual([{ value: '030 1', label: 'home', primary: true }]);
});

test.each(['commitThenReset', 'commitThenHang', 'commitThenFail'] as const)(
  'the same draft again after %s makes no second person',
  async (does) => {
    reach.close();
    reach = guardedFetch(privateHosts(['127.0.0.1']), 1_000);
    const connection = await connect();
    company.faults.next({ does }, { of: /^POST .*persons$/ });
    await expect(connection.create(draft, 'draft-2', never)).rejects.toMatchObject({ provablyNotTaken: false });
    const again = await connection.create(draft, 'draft-2', never);
    expect(company.records.of('persons').map(({ id }) => String(id))).toEqual([again.externalId]);
    await connection.create({ ...draft, name: 'Uta Winter' }, 'draft-3', never);
    await connection.create(draft, null, never);
    expect(company.records.of('persons')).toHaveLength(3);
    expect(company.records.of('organizations')).toHaveLength(1);
  },
);

test('persons are searched for, and found by a number however it is written there', async () => {
  add('Uta', { phones: phonesOf('+49 221 4710-562') });
  add('Uwe', { phones: phonesOf('030 1', '0170 1234567') });
  add('Udo', { phones: phonesOf('+49 221 4710-5629') });
  const connection = await connect();
  const namesOf = (all: readonly SourceContact[]) => all.map(({ name }) => name);
  expect(namesOf(await connection.search('uwe', never))).toEqual(['Uwe']);
  expect(namesOf(await connection.search('u', never))).toEqual([]);
  expect(namesOf(await connection.findByNumber('+492214710562', never))).toEqual(['Uta']);
  expect(namesOf(await connection.findByNumber('+491701234567', never))).toEqual(['Uwe']);
});

test('SCONTACT-007: the company, deals and leads of a person come with names, links, and whether they are open', async () => {
  const firm = company.records.add('organizations', { name: 'Rheinwerk Dental AG' });
  const person = add('Uta', { org_id: firm.id });
  const open = company.records.add('deals', { title: 'Cooling 2026', person_id: person.id });
  company.records.add('deals', { title: 'Cooling 2025', person_id: person.id, status: 'won' });
  const lead = company.records.add('leads', { title: 'Chairs', person_id: person.id });
  const connection = await connect();
  const before = asked();
  const all = await connection.entities(String(person.id), never);
  expect(all).toEqual([
    expect.objectContaining({ type: 'companies', label: 'Rheinwerk Dental AG', isOpen: null }),
    expect.objectContaining({ type: 'deals', label: 'Cooling 2026', isOpen: true, id: String(open.id) }),
    expect.objectContaining({ type: 'deals', label: 'Cooling 2025', isOpen: false }),
    expect.objectContaining({
      type: 'leads',
      url: `https://rheinwerk.pipedrive.com/leads/inbox/${lead.id}`,
      isOpen: true,
    }),
  ]);
  expect(asked() - before).toBe(4);
});

test('each trouble has its kind, and none tells the key', async () => {
  await expect(connect('wrong')).rejects.toMatchObject(refusedAs('refresh', { translationKey: 'signedOut' }));
  await expect(connect(null)).rejects.toMatchObject(refusedAs('refresh'));
  const connection = await connect();
  const { state } = await changesSince(connection, null);
  const trouble = async (fault: Parameters<typeof company.faults.next>[0], times = 1) => {
    company.faults.next(fault, { times });
    const error: unknown = await changesSince(connection, state).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(IntegrationError);
    expect(String(error) + JSON.stringify(error)).not.toContain(company.key);
    return error;
  };
  const words = `No <b>entry</b> for ${company.key}`;
  expect(await trouble({ does: 'refuse', status: 403, words })).toMatchObject(
    refusedAs('forbidden', { detail: 'Pipedrive: No entry for …' }),
  );
  expect(await trouble({ does: 'showPage', status: 403 })).toMatchObject(
    refusedAs('rate_limited', { retryAfterSeconds: 900, provablyNotTaken: true }),
  );
  expect(await trouble({ does: 'refuse', status: 402 })).toMatchObject(refusedAs('forbidden'));
  expect(await trouble({ does: 'refuse', status: 500 })).toMatchObject(
    refusedAs('failed', { provablyNotTaken: false }),
  );
  expect(await trouble({ does: 'refuse', status: 422 })).toMatchObject(
    refusedAs('invalid', { provablyNotTaken: true }),
  );
  expect(await trouble({ does: 'refuse', status: 503, headers: { 'retry-after': '9' } })).toMatchObject(
    refusedAs('failed', { provablyNotTaken: true, retryAfterSeconds: 9 }),
  );
  expect(await trouble({ does: 'breakSchema' })).toMatchObject(refusedAs('failed'));
  expect(await trouble({ does: 'showPage' })).toMatchObject(refusedAs('failed'));
  expect(await trouble({ does: 'cutAnswer' })).toMatchObject(refusedAs('unreachable'));
  expect(await trouble({ does: 'flood', bytes: 17 * 1024 * 1024 }, 5)).toMatchObject({ translationKey: 'tooLarge' });
});

test('when the tokens of the day are used up it is left alone for the seconds that it names', async () => {
  const connection = await connect();
  company.company.tokens = 4;
  await expect(connection.create(draft, null, never)).rejects.toMatchObject(
    refusedAs('rate_limited', { retryAfterSeconds: 3_600, provablyNotTaken: true }),
  );
});

test('the key goes to Pipedrive alone: a redirect elsewhere is an error', async () => {
  const other = await openPipedrive();
  company.faults.next({ does: 'refuse', status: 302, headers: { location: `${other.url}/api/v1/users/me` } });
  await expect(connect()).rejects.toMatchObject(refusedAs('not_found'));
  expect(other.journal).toEqual([]);
  other.close();
});
