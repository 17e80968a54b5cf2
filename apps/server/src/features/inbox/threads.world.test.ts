import type { ThreadOf } from '@sidetone/contract/entities/thread.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { type SomeCall, writeCall } from './testing/some-calls.ts';
import { readThreadInfo } from './thread-info.ts';
import { readThread } from './threads.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  await someCompany(db);
  await db
    .insertInto('channel_members')
    .values([
      { channel_id: 'ca', user_id: 'wanna' },
      { channel_id: 'cb', user_id: 'wben' },
    ])
    .execute();
  const phones = [
    { id: '1', type: 'work', label: 'work', localized: '030 111', e164: '+4930111' },
    { id: '2', type: 'mobile', label: 'mobile', localized: '0170 1', e164: '+491701' },
    'broken',
  ];
  await sql`insert into contacts (id, account_id, name, first_name, e164s, phone_numbers) values
    ('k1', 's1', 'Jörg Müller', 'Jörg', array['+4930111', '+491701'], ${JSON.stringify(phones)}::jsonb),
    ('k2', 's1', 'Second', 'Second', array['+4930111', '+4930222'], '[]')`.execute(db);
  await sql`insert into accounts (id, name, plan) values ('s2', 'Another company', '{}')`.execute(db);
  await sql`insert into contacts (id, account_id, name, e164s) values ('k9', 's2', 'Secret', array['+4930111'])`.execute(
    db,
  );
});
afterAll(() => database.drop());
beforeEach(() => database.db.deleteFrom('inbox_events').execute());

const call = (id: string, about: SomeCall = {}) => writeCall(database.db, id, about);
const anna = { userId: 'wanna', accountId: 's1' };
const thread = async (of: ThreadOf, topic?: string) =>
  (await readThread(database.db, { channelId: 'cteam', of, limit: 100, topic })).map(({ id }) => id);
const info = async (of: ThreadOf) => (await readThreadInfo(database.db, anna, { channelId: 'cteam', of }))[0];
const ofContact = (contactId: string): ThreadOf => ({ kind: 'contact', contactId });

test("a contact's thread has the calls of all their numbers, each a row, and nobody else's", async () => {
  await call('work', { number: '+4930111', at: '2026-11-20T09:00:00Z' });
  await call('again', { number: '+4930111', at: '2026-11-20T10:00:00Z' });
  await call('mobile', { number: '+491701', at: '2026-11-18T09:00:00Z' });
  await call('seconds', { number: '+4930222' });
  await call('elsewhere', { number: '+4930111', channel: 'ca' });
  await call('going on', { number: '+4930111', ended: false });
  expect(await thread(ofContact('k1'))).toEqual(['again', 'work', 'mobile']);
  // The number that two contacts have is the older one's, as in the inbox.
  expect(await thread(ofContact('k2'))).toEqual(['seconds']);
  for (const id of ['k9', 'nobody', 'wanna']) expect(await thread(ofContact(id)), id).toEqual([]);
  expect(await info(ofContact('k9'))).toBeUndefined();
  expect(await info(ofContact('nobody'))).toBeUndefined();
});

test('SROUTE-037, SROUTE-038: a thread is read on from any place, and down to any', async () => {
  for (const hour of ['05', '06', '07', '08', '09'])
    await call(`at ${hour}`, { number: '+4930111', at: `2026-11-20T${hour}:00:00Z` });
  const place = (hour: string) => ({ startedAt: `2026-11-20T${hour}:00:00.000Z`, id: `at ${hour}` });
  const part = async (more: object) =>
    (await readThread(database.db, { channelId: 'cteam', of: ofContact('k1'), limit: 2, ...more })).map(({ id }) => id);
  expect(await part({})).toEqual(['at 09', 'at 08']);
  expect(await part({ after: place('08') })).toEqual(['at 07', 'at 06']);
  expect(await part({ after: place('06') })).toEqual(['at 05']);
  expect(await part({ after: place('09'), until: place('08') })).toEqual(['at 08']);
});

test('a call that was linked to a contact stays in their thread', async () => {
  await call('linked', { number: '+4930777' });
  await sql`update inbox_events set contact_id = 'k2'`.execute(database.db);
  expect(await thread(ofContact('k2'))).toEqual(['linked']);
  expect((await info(ofContact('k2')))?.calls).toBe(1);
});

test("a colleague's thread has calls from every device of theirs", async () => {
  await call('user', { number: '12', user: 'wben', at: '2026-11-20T09:00:00Z' });
  await call('extension', { number: '12', at: '2026-11-20T10:00:00Z' });
  await call('number', { number: '+4930555011' });
  expect(await thread(ofContact('wben'))).toEqual(['extension', 'user']);
  expect(await thread(ofContact('wanna'))).toEqual(['number']);
  expect(await info(ofContact('wben'))).toMatchObject({
    remote: { name: 'Ben Birke', isTeam: true, userId: 'wben' },
    phoneNumbers: [{ label: 'extension', number: '12' }],
    calls: 2,
  });
});

test('a number has a thread, and so has each call without one', async () => {
  await call('unknown', { number: '+4930999', at: '2026-11-20T09:00:00Z' });
  await call('hidden1', { number: null });
  await call('hidden2', { number: null });
  await sql`update inbox_events set remote_name = 'Front door' where id = 'unknown'`.execute(database.db);
  expect(await thread({ kind: 'number', number: '+4930999' })).toEqual(['unknown']);
  expect(await thread({ kind: 'number', number: '+49 30 (999)' })).toEqual(['unknown']);
  expect(await thread({ kind: 'anonymous', docId: 'hidden1' })).toEqual(['hidden1']);
  expect(await thread({ kind: 'anonymous', docId: 'unknown' })).toEqual([]);
  expect(await info({ kind: 'number', number: '+4930999' })).toMatchObject({
    remote: { name: 'Front door', avatarType: 'unknown' },
    phoneNumbers: [{ label: null, number: '+4930999' }],
  });
  expect(await info({ kind: 'anonymous', docId: 'hidden1' })).toMatchObject({
    remote: { name: null, avatarType: 'anonymous' },
    phoneNumbers: [],
    calls: 1,
    alsoIn: [],
  });
  expect(await info({ kind: 'anonymous', docId: 'unknown' })).toBeUndefined();
});

test('around a thread are its topics, speakers, action items and other numbers', async () => {
  const documentation = (topics: string[], more: object = {}) => ({ summary: { status: 'success', topics }, ...more });
  const taken = { number: '+4930111', state: 'FINISHED', reason: 'HANGUP' };
  await call('1', {
    ...taken,
    at: '2026-11-18T09:00:00Z',
    owner: 'wanna',
    documentation: documentation(['Delivery', 'Billing'], {
      smallTalk: {
        status: 'success',
        items: [
          { id: 't1', topic: 'Dog', description: 'A puppy' },
          { id: 't2', topic: 'Rain', description: 'Wet', dismissed: true },
        ],
      },
    }),
  });
  await call('2', {
    ...taken,
    at: '2026-11-19T09:00:00Z',
    owner: 'wben',
    unresolved: true,
    documentation: documentation(['Billing'], {
      actionItem: {
        status: 'success',
        items: [
          { id: 'i1', text: 'Send the offer' },
          { id: 'i2', text: 'Done', checked: true },
        ],
      },
      smallTalk: { status: 'success', items: [{ id: 't3', topic: 'Sea', description: 'Swims', pinned: true }] },
    }),
  });
  await call('3', { ...taken, at: '2026-11-20T09:00:00Z', owner: 'wanna' });
  await call('missed', {
    number: '+4930111',
    owner: 'wcleo',
    documentation: { smallTalk: 7, actionItem: { items: [] } },
  });
  await call('private', { number: '+491701', channel: 'ca' });
  await call('not mine', { number: '+4930111', channel: 'cb' });
  const found = await info(ofContact('k1'));
  expect(found).toMatchObject({
    id: 'cteam',
    remote: { name: 'Jörg Müller', contactId: 'k1' },
    phoneNumbers: [
      { label: 'work', number: '+4930111' },
      { label: 'mobile', number: '+491701' },
    ],
    calls: 4,
    unresolvedCalls: 1,
    firstCallAt: '2026-11-18T09:00:00.000Z',
    topics: [
      { topic: 'Billing', calls: 2, unresolvedCalls: 1 },
      { topic: 'Delivery', calls: 1, unresolvedCalls: 0 },
    ],
    alsoIn: [{ channelId: 'ca', calls: 1 }],
    talkedBy: ['wanna', 'wben'],
  });
  expect(found?.openActionItems).toEqual([{ docId: '2', item: { id: 'i1', text: 'Send the offer', checked: false } }]);
  expect(found?.smallTalk.map(({ docId, item }) => [docId, item.id])).toEqual([
    ['2', 't3'],
    ['1', 't1'],
  ]);
  expect(await thread(ofContact('k1'), 'Billing')).toEqual(['2', '1']);
  expect(await thread(ofContact('k1'), 'Bill')).toEqual([]);
});

test('a contact who never called has a thread without calls', async () => {
  expect(await thread(ofContact('k2'))).toEqual([]);
  expect(await info(ofContact('k2'))).toMatchObject({ remote: { name: 'Second' }, calls: 0, firstCallAt: null });
});

test('a call that nobody can read leaves its place to the next, with a topic too', async () => {
  const about = { number: '+4930111', documentation: { summary: { status: 'success', topics: ['Billing'] } } };
  // Two of one moment stand where one part ends and the next begins.
  const at = ['09:01', '09:02', '09:02', '09:03', '09:04'];
  for (const [n, time] of at.entries()) await call(`c${n}`, { ...about, at: `2026-11-20T${time}:00Z` });
  await sql`update inbox_events set state = 'Confused' where id in ('c4', 'c1')`.execute(database.db);
  const of = ofContact('k1');
  for (const topic of [undefined, 'Billing']) {
    const skipped: string[] = [];
    const rows = await readThread(database.db, { channelId: 'cteam', of, limit: 3, topic }, ({ docId }) => {
      skipped.push(docId);
    });
    expect(rows.map(({ id }) => id)).toEqual(['c3', 'c2', 'c0']);
    expect(skipped).toEqual(['c4', 'c1']);
  }
});
