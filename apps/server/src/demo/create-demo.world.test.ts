import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { channelRouting } from '@sidetone/contract/entities/channel-routing.ts';
import { normalizeNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passwordMatches } from '../identity/passwords.ts';
import { readDemoSignIns } from '../storage/demo-sign-ins.ts';
import { sealingKey, secretBox } from '../storage/secret-box.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { company } from './company.ts';
import { createDemo } from './create-demo.ts';
import { workdayClock } from './workday-clock.ts';

const now = new Date('2026-11-20T11:00:00Z');
const dataDir = mkdtempSync(join(tmpdir(), 'sidetone-demo-'));
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  expect(await createDemo(database.db, dataDir, now)).toBe(true);
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

test('eight people can sign in with the passwords of the data folder; each company has an administrator', async () => {
  const users = await database.db.selectFrom('users').selectAll().where('password_hash', 'is not', null).execute();
  const signIns = readDemoSignIns(dataDir);
  expect(users).toHaveLength(8);
  expect(users.filter((user) => user.admin)).toHaveLength(2);
  expect(new Set(signIns.map(({ password }) => password)).size).toBe(8);
  expect(signIns).toHaveLength(8);
  for (const { email, password } of signIns) {
    const hash = users.find((user) => user.email === email)?.password_hash;
    expect(await passwordMatches(hash, password)).toBe(true);
  }
});

test('everyone has an extension and a number and shares one channel', async () => {
  const { db } = database;
  const extensions = await db.selectFrom('extensions').select('extension').orderBy('extension').execute();
  expect(extensions.map((row) => row.extension)).toEqual([
    '11',
    '12',
    '13',
    '14',
    '15',
    '16',
    '20',
    '30',
    '41',
    '42',
    '941',
    '942',
  ]);
  const numbers = await db.selectFrom('numbers').selectAll().execute();
  expect(numbers).toHaveLength(10);
  const shared = await db.selectFrom('channels').select('id').where('name', '=', 'Service').executeTakeFirstOrThrow();
  const members = await db.selectFrom('channel_members').where('channel_id', '=', shared.id).selectAll().execute();
  expect(members).toHaveLength(6);
});

test('the company runs the server, has a queue with hours and a voicemail, and a line that is switched off', async () => {
  const { db } = database;
  const account = await db.selectFrom('accounts').selectAll().where('runs_server', '=', true).executeTakeFirstOrThrow();
  expect(account).toMatchObject({ name: company.name, emergency_address: { city: 'Berlin' } });
  const queue = await db.selectFrom('channels').selectAll().where('name', '=', 'Support').executeTakeFirstOrThrow();
  expect(channelRouting.safeParse({ ...queue.routing, ringSeconds: queue.ring_seconds }).success).toBe(true);
  expect(queue.routing).toMatchObject({ strategy: 'longest-idle', closed: { kind: 'voicemail' } });
  const members = await db.selectFrom('channel_members').where('channel_id', '=', queue.id).selectAll().execute();
  expect(members).toHaveLength(3);
  expect(await db.selectFrom('trunks').select(['account_id', 'is_enabled']).execute()).toEqual([
    { account_id: account.id, is_enabled: false },
  ]);
});

test('every number is one that can be called and that Germany keeps free for fiction', async () => {
  const fiction = /^\+49(3023125|4066969|6990009)\d{3}$|^\+492214710\d{3}$|^\+4917139200\d{2}$/;
  const contacts = await database.db.selectFrom('contacts').selectAll().execute();
  const events = await database.db.selectFrom('inbox_events').select('remote_phone_number').execute();
  const outside = events.map((row) => row.remote_phone_number ?? '').filter((number) => number.startsWith('+'));
  expect(contacts).toHaveLength(15);
  const own = await database.db.selectFrom('numbers').select('e164').execute();
  for (const number of [...contacts.flatMap((row) => row.e164s), ...outside, ...own.map(({ e164 }) => e164)]) {
    expect(number).toMatch(fiction);
    expect(normalizeNumber(number, company)).toBe(number);
  }
});

test('the history is on past working days, ended, and a call between colleagues is in both inboxes', async () => {
  const events = await database.db.selectFrom('inbox_events').selectAll().execute();
  expect(events.length).toBeGreaterThan(35);
  for (const event of events) {
    expect(event.terminated_at?.getTime()).toBeLessThan(now.getTime());
    expect([0, 6]).not.toContain(event.started_at.getUTCDay());
    if (event.unresolved) expect(event.direction === 'INCOMING' || event.established_at !== null).toBe(true);
  }
  for (const mine of events.filter((event) => event.remote_user_id !== null && event.direction === 'OUTGOING')) {
    const both = events.filter((event) => event.session_id === mine.session_id);
    expect(both.map((event) => event.direction).sort()).toEqual(['INCOMING', 'OUTGOING']);
  }
});

test('the classic company calls by a telephone company that this server plays: each phone is one of its lines', async () => {
  const { db } = database;
  const box = secretBox(sealingKey(dataDir));
  const phones = await db
    .selectFrom('phones')
    .innerJoin('accounts', 'accounts.id', 'phones.account_id')
    .innerJoin('endpoints', 'endpoints.sip_username', 'phones.username')
    .innerJoin('numbers', 'numbers.account_id', 'endpoints.account_id')
    .innerJoin('channels', (join) =>
      join.onRef('channels.id', '=', 'numbers.channel_id').onRef('channels.owner_user_id', '=', 'endpoints.user_id'),
    )
    .selectAll('phones')
    .select(['accounts.flags', 'endpoints.password_sealed as endpoint_password_sealed', 'numbers.e164'])
    .execute();
  expect(phones).toHaveLength(2);
  for (const phone of phones) {
    expect(phone.flags).toEqual({ hasNeoPbx: false });
    expect(phone.caller_id).toBe(phone.e164);
    expect(box.unseal(phone.endpoint_password_sealed)).toBe(box.unseal(phone.password_sealed));
  }
});

test('a database with people in it is left alone', async () => {
  const before = readDemoSignIns(dataDir);
  expect(await createDemo(database.db, dataDir, now)).toBe(false);
  expect(readDemoSignIns(dataDir)).toEqual(before);
});

test.each([
  ['a Friday noon', '2026-11-20T11:00:00Z', ['2026-11-20T08:00:00.000Z', '2026-11-19T08:00:00.000Z']],
  ['early on a Friday', '2026-11-20T05:00:00Z', ['2026-11-19T08:00:00.000Z', '2026-11-18T08:00:00.000Z']],
  ['a Sunday', '2026-11-22T11:00:00Z', ['2026-11-20T08:00:00.000Z', '2026-11-19T08:00:00.000Z']],
  ['the Monday after clocks changed', '2026-10-26T11:00:00Z', ['2026-10-26T08:00:00.000Z', '2026-10-23T07:00:00.000Z']],
])('seen from %s, the youngest days of history are past working days', (_, moment, expected) => {
  const clock = workdayClock(new Date(moment));
  expect([clock(0, '09:00').toISOString(), clock(1, '09:00').toISOString()]).toEqual(expected);
});
