import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noPassword } from '../../identity/let-devices-go.ts';
import { secretBox } from '../../storage/secret-box.ts';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { credentials } from './credentials.ts';

const box = secretBox(randomBytes(32));
const md5 = (text: string) => createHash('md5').update(text).digest('hex');
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  await someCompany(db);
  await db
    .insertInto('endpoints')
    .values([
      {
        id: 'p1',
        sip_username: 'desk',
        account_id: 's1',
        user_id: 'wanna',
        kind: 'phone',
        alias: 'Desk',
        password_sealed: box.seal('north wind'),
      },
      {
        id: 'p2',
        sip_username: 'app',
        account_id: 's1',
        user_id: 'wanna',
        kind: 'app',
        alias: 'App',
        password_sealed: noPassword,
      },
    ])
    .execute();
});
afterAll(() => database.drop());

test('what a device proves itself with is made of its sealed password', async () => {
  expect(await credentials(database.db, box).bySipUsername('desk')).toEqual({
    endpointId: 'p1',
    accountId: 's1',
    userId: 'wanna',
    kind: 'phone',
    ha1: md5('desk:sidetone:north wind'),
    ha1Sha256: createHash('sha256').update('desk:sidetone:north wind').digest('hex'),
  });
});

test('it is read of the devices that are there', async () => {
  const { ha1sOf } = credentials(database.db, box);
  expect(await ha1sOf(['p1', 'gone'])).toEqual(new Map([['p1', md5('desk:sidetone:north wind')]]));
  expect(await ha1sOf([])).toEqual(new Map());
});

test('a password that was withdrawn fits nothing, and is never the same twice', async () => {
  const known = credentials(database.db, box);
  const read = async () => (await known.bySipUsername('app'))?.ha1;
  const [first, second] = [await read(), await read()];
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).not.toBe(first);
  expect(first).not.toBe(md5('app:sidetone:'));
});

test('without the key that passwords were sealed with nobody is let in', async () => {
  const stranger = credentials(database.db, secretBox(randomBytes(32)));
  await expect(stranger.bySipUsername('desk')).rejects.toThrow();
});

test('the database holds nothing that a challenge can be answered with', async () => {
  const { rows } = await sql<{ text: string }>`select endpoints::text as text from endpoints`.execute(database.db);
  const all = rows.map(({ text }) => text).join('\n');
  expect(all).toContain('desk');
  for (const secret of ['north wind', md5('desk:sidetone:north wind')]) expect(all).not.toContain(secret);
  await expect(sql`update endpoints set ha1 = 'x'`.execute(database.db)).rejects.toThrow('endpoints_no_ha1');
});

test('who is deactivated is not let in', async () => {
  const { db } = database;
  await db.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', 'wanna').execute();
  expect(await credentials(db, box).bySipUsername('desk')).toBeNull();
});
