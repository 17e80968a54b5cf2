import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { openRegistrationStore, type StoredRegistration } from './registration-store.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  await db.insertInto('accounts').values({ id: 's1', name: 'Acme', plan: '{}' }).execute();
  await db
    .insertInto('users')
    .values({ id: 'wanna000001', account_id: 's1', first_name: 'Anna', last_name: 'A', email: 'anna@acme.example' })
    .execute();
  const endpoint = {
    account_id: 's1',
    user_id: 'wanna000001',
    alias: 'desk',
    password_sealed: Buffer.from(''),
  };
  await db
    .insertInto('endpoints')
    .values({ id: 'p1', kind: 'phone', sip_username: 'p1', ...endpoint })
    .execute();
});
afterAll(() => database.drop());

const registration = (change: Partial<StoredRegistration>): StoredRegistration => ({
  id: 'r1',
  endpointId: 'p1',
  userId: 'wanna000001',
  contactUri: 'sip:p1@127.0.0.1:5070',
  transport: 'udp',
  remoteAddress: '127.0.0.1',
  remotePort: 5070,
  instanceId: null,
  regId: null,
  path: ['<sip:proxy.example;lr>'],
  sipCallId: 'a',
  cseq: 1,
  userAgent: null,
  expiresAt: new Date(Date.now() + 60_000),
  suspect: false,
  ...change,
});

test('after a restart phones are still registered, and browsers and what expired are not', async () => {
  const before = openRegistrationStore(database.db, { node: 'one', epoch: 1 });
  const phone = registration({});
  await before.save(phone);
  await before.save(registration({ id: 'r2', transport: 'ws' }));
  await before.save(registration({ id: 'r3', expiresAt: new Date(Date.now() - 1000) }));
  await openRegistrationStore(database.db, { node: 'two', epoch: 1 }).save(registration({ id: 'r4', transport: 'ws' }));

  expect(await openRegistrationStore(database.db, { node: 'one', epoch: 2 }).load()).toEqual([phone]);
  const left = await database.db.selectFrom('registrations').select('id').orderBy('id').execute();
  expect(left.map(({ id }) => id)).toEqual(['r1', 'r4']);
});

test('a registration saved again takes its own place, and can be removed', async () => {
  const store = openRegistrationStore(database.db, { node: 'three', epoch: 1 });
  await store.save(registration({ id: 'r9', cseq: 1 }));
  await store.save(registration({ id: 'r9', cseq: 2, remotePort: 5071 }));
  expect(await store.load()).toMatchObject([{ id: 'r9', cseq: 2, remotePort: 5071 }]);
  await store.remove(['r9']);
  expect(await store.load()).toEqual([]);
});
