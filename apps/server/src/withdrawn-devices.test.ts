import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { phones } from './features/phones/phones.ts';
import { createAccount, createUser } from './identity/accounts.ts';
import { secretBox } from './storage/secret-box.ts';
import { type TestDatabase, testDatabase } from './storage/testing/test-database.ts';
import { hearWithdrawnDevices } from './withdrawn-devices.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database.drop();
});

test('a phone that is taken away is heard of, by its id', async () => {
  const { db, url } = database;
  const accountId = await createAccount(db, { name: 'A' });
  await createUser(db, { accountId, firstName: 'A', lastName: 'B', email: 'a@b.example' });
  const desk = phones(db, secretBox(Buffer.alloc(32)));
  const heard: string[] = [];
  const troubles: unknown[] = [];
  const stop = hearWithdrawnDevices(
    url,
    (id) => heard.push(id),
    (error) => troubles.push(error),
  );
  // Listening begins by itself some milliseconds later, so phones are taken away until one is heard of.
  await vi.waitFor(
    async () => {
      const phone = await desk.add('a@b.example', 'Desk');
      await desk.remove(phone.username);
      expect(heard.length).toBeGreaterThan(0);
    },
    { timeout: 10_000, interval: 50 },
  );
  expect(heard.every((id) => /^p/.test(id))).toBe(true);
  await stop();
  expect(troubles).toEqual([]);
});
