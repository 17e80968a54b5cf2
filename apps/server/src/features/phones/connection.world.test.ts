import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { secretBox } from '../../storage/secret-box.ts';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { setConnection } from './connection.ts';
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
  phoneNumbers: [],
};
let first: string;
let second: string;

beforeEach(async () => {
  const { db } = database;
  await db.deleteFrom('phones').execute();
  const phones = sipPhones(db, box);
  [first, second] = [await phones.add('anna@example.com', account), await phones.add('anna@example.com', account)];
  await db.updateTable('phones').set({ state: 'REGISTER_SUCCESS' }).execute();
  await db
    .updateTable('users')
    .set({ settings: JSON.stringify({ defaultPhoneId: first, loggedCallDuration: 5 }) })
    .where('id', '=', 'wanna')
    .execute();
});

const defaultPhone = async () => {
  const { settings } = await database.db
    .selectFrom('users')
    .select('settings')
    .where('id', '=', 'wanna')
    .executeTakeFirstOrThrow();
  return settings;
};
const off = (phoneId: string, isUserConfigured = true) =>
  setConnection(database.db, 'wanna', phoneId, { isConnected: false, isUserConfigured });

test('while another phone is online the default phone stays, also where it is the one that goes', async () => {
  await off(first);
  expect(await defaultPhone()).toEqual({ defaultPhoneId: first, loggedCallDuration: 5 });
});

test('with the last phone that is online the default phone goes, and nothing else of the settings', async () => {
  await off(first);
  await off(second);
  expect(await defaultPhone()).toEqual({ defaultPhoneId: null, loggedCallDuration: 5 });
});

test('two that are switched off at the same moment are the last ones together', async () => {
  await Promise.all([off(first), off(second)]);
  expect(await defaultPhone()).toMatchObject({ defaultPhoneId: null });
});

test('a phone that was not online is no last one, and an app that ends takes no default away', async () => {
  await database.db.updateTable('phones').set({ state: 'REGISTER_FAILED' }).where('id', '=', second).execute();
  await off(second);
  await off(first, false);
  expect(await defaultPhone()).toMatchObject({ defaultPhoneId: first });
});

test("nobody switches somebody else's phone", async () => {
  const change = { isConnected: false, isUserConfigured: true };
  await expect(setConnection(database.db, 'wben', first, change)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
