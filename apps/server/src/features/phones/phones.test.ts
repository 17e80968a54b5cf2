import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { secretBox } from '../../storage/secret-box.ts';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { phones } from './phones.ts';

let database: TestDatabase;
const box = secretBox(randomBytes(32));
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
});
afterAll(() => database.drop());

test('a phone is added, listed and removed', async () => {
  const desk = phones(database.db, box);
  const phone = await desk.add('Anna@Example.com', 'Desk');
  expect(phone).toMatchObject({ userId: 'wanna', alias: 'Desk', username: expect.stringMatching(/^p[a-z0-9]{10}$/) });
  expect(await desk.list()).toMatchObject([{ username: phone.username, email: 'anna@example.com', alias: 'Desk' }]);
  await desk.remove(phone.username);
  expect(await desk.list()).toEqual([]);
});

test('the database holds the password sealed and as HA1 only', async () => {
  const { username, password } = await phones(database.db, box).add('ben@example.com', 'Desk');
  const row = await database.db
    .selectFrom('endpoints')
    .selectAll()
    .where('sip_username', '=', username)
    .executeTakeFirstOrThrow();
  expect(row.ha1).toBe(createHash('md5').update(`${username}:sidetone:${password}`).digest('hex'));
  expect(row.password_sealed.toString('latin1')).not.toContain(password);
  expect(box.unseal(row.password_sealed)).toBe(password);
});

test('an unknown person or phone is said plainly', async () => {
  const desk = phones(database.db, box);
  await expect(desk.add('nobody@example.com', 'Desk')).rejects.toMatchObject({ code: 'NO_SUCH_USER' });
  await expect(desk.remove('p-none')).rejects.toMatchObject({ code: 'NO_SUCH_PHONE' });
});
