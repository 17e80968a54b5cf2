import { isOffered } from '@sidetone/contract/rules/offered-integrations.ts';
import { openSipgate, type Sipgate } from '@sidetone/simulator/crm/sipgate/sipgate.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { privateHosts } from '../../network/private-hosts.ts';
import type { Connection, Portion } from '../connector.ts';
import { type GuardedFetch, guardedFetch } from '../guarded-fetch.ts';
import { sipgate } from './sipgate.ts';

let there: Sipgate;
let reach: GuardedFetch;
beforeEach(async () => {
  there = await openSipgate();
  reach = guardedFetch(privateHosts(['127.0.0.1']), 5_000);
});
afterEach(() => {
  reach.close();
  there.close();
});

const never = new AbortController().signal;
const connect = (key: string | null = there.key): Promise<Connection> =>
  sipgate(reach.fetch, there.url).connect({ url: null, key, origins: null }, never);
const known = new Map<string, string | null>();
beforeEach(() => known.clear());

/** Synchronises with a mirror on paper. */
async function synchronise(connection: Connection): Promise<Portion[]> {
  const portions: Portion[] = [];
  for await (const portion of connection.changes(null, async () => new Map(known), never)) {
    portions.push(portion);
    for (const { externalId, etag } of portion.written) known.set(externalId, etag);
    for (const id of portion.gone) known.delete(id);
  }
  return portions;
}
const refusedAs = (type: string, more: object = {}) => ({ name: 'IntegrationError', type, ...more });

test('VAL-027, SINTEG-024: a provider of telephony is offered to test accounts alone, with a token and its id', () => {
  const { offer } = sipgate(reach.fetch, there.url);
  expect(offer).toMatchObject({ isTelephonyProvider: true, configurationValues: ['user_name', 'key'], features: [] });
  expect(isOffered(offer, { allowlist: [], isTestAccount: false })).toBe(false);
  expect(isOffered(offer, { allowlist: [], isTestAccount: true })).toBe(true);
});

test('contacts come page by page, with their numbers; afterwards those that changed, and what is gone', async () => {
  for (let count = 0; count < 1_100; count += 1) there.add(`c${count}`, { name: `Name ${count}` });
  there.add('full', {
    name: 'Ada Lovelace',
    organization: [['Analytical Engines Ltd', 'Research']],
    emails: [{ email: 'ada@engines.example', type: ['work'] }],
    numbers: [
      { number: '+4915799912345', type: ['cell'] },
      { number: '+492114712', type: ['fax', 'work'] },
      { number: '+492114711', type: [] },
    ],
  });
  const connection = await connect();
  const portions = await synchronise(connection);
  expect(portions.map(({ written }) => written.length)).toEqual([500, 499, 102, 0]);
  expect(portions[2]?.written.at(-1)).toMatchObject({
    name: 'Ada Lovelace',
    organization: 'Analytical Engines Ltd',
    email: 'ada@engines.example',
    phoneNumbers: [
      { label: 'mobile', number: '+4915799912345' },
      { label: 'fax', number: '+492114712' },
      { label: 'work', number: '+492114711' },
    ],
    readonly: true,
  });
  const [first] = there.contacts.splice(0, 1);
  const changed = there.contacts[0];
  if (changed) changed.name = 'Another name';
  const later = await synchronise(connection);
  expect(later.flatMap(({ written }) => written)).toMatchObject([{ externalId: 'c1', name: 'Another name' }]);
  expect(later.flatMap(({ gone }) => gone)).toEqual([first?.id]);
});

test('private contacts are nobody else’s, and leave when they become private', async () => {
  there.add('mine', { name: 'Mine', scope: 'PRIVATE', numbers: [{ number: '+49211999', type: [] }] });
  there.add('ours', { name: 'Ours', numbers: [{ number: '+49211888', type: [] }] });
  const connection = await connect();
  known.set('mine', 'when it was shared');
  await synchronise(connection);
  expect([...known.keys()]).toEqual(['ours']);
  expect(await connection.findByNumber('+49211999', never)).toEqual([]);
  expect(await connection.findByNumber('+49211888', never)).toMatchObject([{ name: 'Ours' }]);
  expect(await connection.search('our', never)).toMatchObject([{ name: 'Ours' }]);
  expect(await connection.search('mine', never)).toEqual([]);
  expect([await connection.get('ours', never), await connection.get('mine', never)]).toMatchObject([
    { name: 'Ours' },
    null,
  ]);
});

test.each([
  ['one was deleted', 0],
  ['as many were deleted as made', 1],
])('nobody is gone by a list whose pages moved because %s meanwhile', async (_why, made) => {
  for (let count = 0; count < 600; count += 1) there.add(`c${count}`, { name: `Name ${count}` });
  const connection = await connect();
  await synchronise(connection);
  const before = known.size;
  let isFirst = true;
  for await (const portion of connection.changes(null, async () => new Map(known), never)) {
    expect(portion.gone).toEqual([]);
    if (isFirst) {
      there.contacts.shift();
      if (made === 1) there.add('new', { name: 'New' });
    }
    isFirst = false;
  }
  await synchronise(connection);
  expect(known.size).toBe(before - 1 + made);
  expect(known.has('c0')).toBe(false);
});

test('pages with large pictures are asked for in smaller ones', async () => {
  for (let count = 0; count < 600; count += 1)
    there.add(`c${count}`, { name: `Name ${count}`, picture: 'x'.repeat(40_000) });
  await synchronise(await connect());
  expect(known.size).toBe(600);
});

test('sipgate takes no changes from here', async () => {
  const connection = await connect();
  const draft = { name: 'A', firstName: null, lastName: null, organization: null, email: null, phoneNumbers: [] };
  await expect(connection.create(draft, null, never)).rejects.toMatchObject(
    refusedAs('forbidden', { provablyNotTaken: true }),
  );
});

test('each trouble has its kind, none tells the token, and it goes to sipgate alone', async () => {
  await expect(connect('token-A1B2C3:wrong')).rejects.toMatchObject(
    refusedAs('refresh', { translationKey: 'signedOut' }),
  );
  await expect(connect(null)).rejects.toMatchObject(refusedAs('refresh'));
  const trouble = async (fault: Parameters<typeof there.faults.next>[0]) => {
    there.faults.next(fault);
    const error: unknown = await connect().catch((reason: unknown) => reason);
    expect(String(error) + JSON.stringify(error)).not.toContain('right-token');
    return error;
  };
  expect(await trouble({ does: 'refuse', status: 429, headers: { 'retry-after': '9' } })).toMatchObject(
    refusedAs('rate_limited', { retryAfterSeconds: 9 }),
  );
  expect(await trouble({ does: 'refuse', status: 403 })).toMatchObject(refusedAs('forbidden'));
  expect(await trouble({ does: 'refuse', status: 500 })).toMatchObject(refusedAs('failed'));
  expect(await trouble({ does: 'breakSchema' })).toMatchObject(refusedAs('failed'));
  expect(await trouble({ does: 'cutAnswer' })).toMatchObject(refusedAs('unreachable'));
  const other = await openSipgate();
  const elsewhere = { location: `${other.url}/v2/contacts` };
  expect(await trouble({ does: 'refuse', status: 302, headers: elsewhere })).toMatchObject(refusedAs('not_found'));
  expect(other.journal).toEqual([]);
  other.close();
});
