import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount, createUser } from '../../identity/accounts.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { findByNumber, phoneNumberMap } from './by-number.ts';
import { writeContacts } from './testing/own-contacts.ts';

let database: TestDatabase;
let accountId: string;
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  accountId = await createAccount(db, { name: 'Company', areaCode: '30' });
  const { channelId } = await createUser(db, {
    accountId,
    firstName: 'Cora',
    lastName: 'Colleague',
    email: 'c@c.example',
  });
  await db.insertInto('numbers').values({ e164: '+4930100', account_id: accountId, channel_id: channelId }).execute();
  await writeContacts(db, accountId, [{ id: 'k1', name: 'Reception', e164s: ['+4930100', '+4930200'] }]);
  await writeContacts(db, accountId, [{ id: 'k2', name: 'First', e164s: ['+4930200'] }]);
  await writeContacts(db, accountId, [
    { id: 'k3', name: 'Zoho', e164s: ['+4930200'] },
    { id: 'k4', name: 'Hubspot', e164s: ['+4930200', '+4930300'] },
  ]);
  await db.updateTable('contacts').set({ source: 'ZOHO' }).where('id', '=', 'k3').execute();
  await db.updateTable('contacts').set({ source: 'HUBSPOT' }).where('id', '=', 'k4').execute();
  const other = await createAccount(db, { name: 'Another company' });
  await writeContacts(db, other, [{ id: 'k5', name: 'Elsewhere', e164s: ['+4930200'] }]);
});
afterAll(() => database.drop());

test('everyone with a number, by the precedence of their source, then by who was there first', async () => {
  const found = await findByNumber(database.db, accountId, '+4930200');
  expect(found.map(({ name }) => name)).toEqual(['Hubspot', 'Zoho', 'Reception', 'First']);
  expect(await findByNumber(database.db, accountId, '+4930999')).toEqual([]);
});

test('a number shows its colleague, else the first contact', async () => {
  const map = await phoneNumberMap(database.db, accountId, ['+4930100', '+4930200', '+4930300', '+4930999']);
  expect(Object.fromEntries(Object.entries(map).map(([number, { name }]) => [number, name]))).toEqual({
    '+4930100': 'Cora Colleague',
    '+4930200': 'Hubspot',
    '+4930300': 'Hubspot',
  });
  expect(await phoneNumberMap(database.db, accountId, [])).toEqual({});
});

test('of a number that very many have, a hundred are returned, and the map returns the first', async () => {
  const { db } = database;
  const many = Array.from({ length: 120 }, (_, at) => ({ id: `m${at}`, name: `Desk ${at}`, e164s: ['+4930400'] }));
  await writeContacts(db, accountId, many);
  await db.updateTable('contacts').set({ source: 'HUBSPOT' }).where('id', '=', 'm119').execute();
  const found = await findByNumber(db, accountId, '+4930400');
  expect([found.length, found[0]?.name, found[1]?.name]).toEqual([100, 'Desk 119', 'Desk 0']);
  expect((await phoneNumberMap(db, accountId, ['+4930400', '+4930400']))['+4930400']?.name).toBe('Desk 119');
});
