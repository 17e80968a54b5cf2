import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appPassword } from '../identity/app-password.ts';
import { noPassword } from '../identity/let-devices-go.ts';
import { endGrants } from '../identity/openid/oidc-adapter.ts';
import { secretBox } from '../storage/secret-box.ts';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
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

/** A sign-in with a token that is good for so many days. */
const signIn = async (id: string, iat = 1, accountId = 'wanna', days = 1) => {
  const row = { grant_id: null, uid: null, expires_at: null };
  const expires_at = new Date(Date.now() + days * 86_400_000);
  await database.db
    .insertInto('oidc_documents')
    .values([
      { ...row, model: 'Grant', id, payload: JSON.stringify({ accountId, iat }) },
      { ...row, model: 'RefreshToken', id: `token of ${id}`, payload: '{}', grant_id: id, expires_at },
    ])
    .execute();
};

test('what a device proves itself with is made of its sealed password', async () => {
  expect(await credentials(database.db, box).bySipUsername('desk')).toEqual([
    {
      endpointId: 'p1',
      accountId: 's1',
      userId: 'wanna',
      kind: 'phone',
      ha1: md5('desk:sidetone:north wind'),
      ha1Sha256: createHash('sha256').update('desk:sidetone:north wind').digest('hex'),
    },
  ]);
});

test('it is read of the devices that are there', async () => {
  const { ha1sOf } = credentials(database.db, box);
  expect(await ha1sOf(['p1', 'gone'])).toEqual(new Map([['p1', [md5('desk:sidetone:north wind')]]]));
  expect(await ha1sOf([])).toEqual(new Map());
});

test('a password that was withdrawn fits nothing, and is never the same twice', async () => {
  const known = credentials(database.db, box);
  await signIn('g1');
  const read = async () => (await known.bySipUsername('app'))[0]?.ha1;
  const [first, second] = [await read(), await read()];
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).not.toBe(first);
  expect(first).not.toBe(md5('app:sidetone:'));
});

test('an app proves itself with a password of each live sign-in of its user, and with its secret not at all', async () => {
  const { db } = database;
  await db.deleteFrom('oidc_documents').execute();
  await db
    .updateTable('endpoints')
    .set({ password_sealed: box.seal('secret') })
    .where('id', '=', 'p2')
    .execute();
  const known = credentials(db, box);
  const ha1s = async () => (await known.bySipUsername('app')).map(({ ha1 }) => ha1);
  const of = (signInId: string) => md5(`app:sidetone:${appPassword('secret', signInId)}`);
  expect(await ha1s()).toEqual([]);
  await signIn('g1', 1);
  await signIn('g2', 2);
  await signIn('of another', 3, 'wbob');
  await signIn('run out', 4, 'wanna', -1);
  expect(await ha1s()).toEqual([of('g2'), of('g1')]);
  expect(await known.ha1sOf(['p1', 'p2'])).toEqual(
    new Map([
      ['p1', [md5('desk:sidetone:north wind')]],
      ['p2', [of('g2'), of('g1')]],
    ]),
  );
  await endGrants(db, ['g2']);
  expect(await ha1s()).toEqual([of('g1')]);
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

test('a deactivated user is refused', async () => {
  const { db } = database;
  await db.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', 'wanna').execute();
  expect(await credentials(db, box).bySipUsername('desk')).toEqual([]);
});
