import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { presenceOf } from '../../identity/presence.ts';
import { secretBox } from '../../storage/secret-box.ts';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { phoneStore, registerHere } from './sip-accounts.ts';
import { phones } from './testing/desk-phones.ts';
import { sipPhones } from './testing/sip-phones.ts';

let database: TestDatabase;
const box = secretBox(randomBytes(32));
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
});
afterAll(() => database.drop());

const account = {
  name: 'Provider',
  username: 'line-1',
  authUsername: null,
  password: 'north-wind',
  registrar: 'provider.example',
  outboundProxy: null,
  phoneNumbers: [{ phoneNumber: '+4969900091', label: null }],
};
/** Stands for the public internet. */
const onlyPublic = (_host: string, address: string) => address === '9.9.9.9';
const rowOf = (id: string) =>
  database.db.selectFrom('phones').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('a SIP account is kept with its password sealed, and its contact stays the same after a restart', async () => {
  const { db } = database;
  const id = await sipPhones(db, box).add('Anna@Example.com', account);
  const row = await rowOf(id);
  expect(row).toMatchObject({ user_id: 'wanna', state: 'CREATED', caller_id: '+4969900091', is_connected: true });
  expect(row.password_sealed.toString('latin1')).not.toContain('north-wind');
  const [store, afterRestart] = [await phoneStore(db, box, onlyPublic), await phoneStore(db, box, onlyPublic)];
  const known = await store.byId(id);
  expect(known).toMatchObject({ phoneId: id, userId: 'wanna', password: 'north-wind', registrar: 'provider.example' });
  expect(known?.contactToken).toMatch(/^[0-9a-f]{32}$/);
  expect(await afterRestart.all()).toEqual([known]);
  await sipPhones(db, box).remove(id);
  expect(await store.byId(id)).toBeNull();
});

test('a phone that is switched off, or whose app is closed, is not to be registered', async () => {
  const { db } = database;
  const id = await sipPhones(db, box).add('anna@example.com', account);
  const store = await phoneStore(db, box, onlyPublic);
  for (const off of [{ is_disconnected_by_user: true }, { is_disconnected_by_user: false, is_connected: false }]) {
    await db.updateTable('phones').set(off).where('id', '=', id).execute();
    expect(await store.byId(id)).toBeNull();
  }
  await sipPhones(db, box).remove(id);
});

test('a state is written once, and in the classic generation it makes its user reachable while a client is there', async () => {
  const { db } = database;
  const id = await sipPhones(db, box).add('ben@example.com', account);
  const store = await phoneStore(db, box, onlyPublic);
  await store.stateChanged(id, 'REGISTER_SUCCESS', null);
  const { rev } = await rowOf(id);
  await store.stateChanged(id, 'REGISTER_SUCCESS', null);
  expect((await rowOf(id)).rev).toBe(rev);
  expect((await presenceOf(db, 's1')).get('wben')).toBe('OFFLINE');
  await db
    .updateTable('accounts')
    .set({ flags: JSON.stringify({ hasNeoPbx: false }) })
    .execute();
  await db.insertInto('client_lines').values({ user_id: 'wben', node: 'node-1' }).execute();
  expect((await presenceOf(db, 's1')).get('wben')).toBe('ONLINE');
  await store.stateChanged(id, 'REGISTER_FAILED', 'User name or password is wrong');
  expect((await presenceOf(db, 's1')).get('wben')).toBe('OFFLINE');
  await sipPhones(db, box).remove(id);
});

test('a phone that is one of our own desk phones follows this server wherever it listens; others stay', async () => {
  const { db } = database;
  const desk = await phones(db, box).add('ben@example.com', 'Line');
  const ours = await sipPhones(db, box).add('anna@example.com', { ...account, username: desk.username });
  const theirs = await sipPhones(db, box).add('anna@example.com', account);
  await registerHere(db, '127.0.0.1:5099');
  expect((await rowOf(ours)).registrar).toBe('127.0.0.1:5099');
  expect((await rowOf(theirs)).registrar).toBe('provider.example');
});

test('what an administrator named leads only where that may lead; what the operator named leads everywhere', async () => {
  const store = await phoneStore(database.db, box, onlyPublic);
  const leads = (reaches: 'public' | 'everywhere', address: string) =>
    store.mayReach({ reaches }, 'pbx.example', address, 5060);
  expect([leads('public', '9.9.9.9'), leads('public', '10.0.0.7')]).toEqual([true, false]);
  expect([leads('everywhere', '9.9.9.9'), leads('everywhere', '10.0.0.7')]).toEqual([true, true]);
});
