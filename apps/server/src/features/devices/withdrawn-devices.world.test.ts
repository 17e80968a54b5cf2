import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notifyFeed } from '../../documents/change-feed.ts';
import { createAccount, createUser } from '../../identity/accounts.ts';
import { secretBox } from '../../storage/secret-box.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { phones } from '../phones/testing/desk-phones.ts';
import { hearWithdrawnDevices } from './withdrawn-devices.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database.drop();
});

test('a removed phone is reported by its id, and missed ones are looked for', async () => {
  const { db, url } = database;
  const accountId = await createAccount(db, { name: 'A' });
  await createUser(db, { accountId, firstName: 'A', lastName: 'B', email: 'a@b.example' });
  const desk = phones(db, secretBox(Buffer.alloc(32)));
  const heard: string[] = [];
  const looks: string[] = [];
  const troubles: unknown[] = [];
  const feed = await notifyFeed(url, (error) => troubles.push(error));
  hearWithdrawnDevices(
    feed,
    (id) => heard.push(id),
    (id) => looks.push(id ?? 'all'),
  );
  const phone = await desk.add('a@b.example', 'Desk');
  await desk.remove(phone.username);
  await expect.poll(() => heard).toEqual([phone.id]);
  expect(troubles).toEqual([]);
  expect(looks).toEqual([]);

  // What was withdrawn while nobody listened is looked for.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'listen changes'`.execute(db);
  await expect.poll(() => looks).toEqual(['all']);
  await feed.stop();
});
