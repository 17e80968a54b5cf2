import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { openRegistrationStore, type RegistrationStore, type StoredRegistration } from './registration-store.ts';

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

/** Writes one. */
const save = (store: RegistrationStore, one: StoredRegistration) => store.write({ saved: [one], removed: [] });

test('after a restart phones are still registered, and browsers and what expired are not', async () => {
  const before = openRegistrationStore(database.db, { node: 'one', epoch: 1 });
  const phone = registration({});
  await save(before, phone);
  await save(before, registration({ id: 'r2', transport: 'ws' }));
  await save(before, registration({ id: 'r3', expiresAt: new Date(Date.now() - 1000) }));
  await save(
    openRegistrationStore(database.db, { node: 'two', epoch: 1 }),
    registration({ id: 'r4', transport: 'ws' }),
  );

  expect(await openRegistrationStore(database.db, { node: 'one', epoch: 2 }).load()).toEqual([phone]);
  const left = await database.db.selectFrom('registrations').select('id').orderBy('id').execute();
  expect(left.map(({ id }) => id)).toEqual(['r1', 'r4']);
});

test('a registration saved again takes its own place, and can be removed', async () => {
  const store = openRegistrationStore(database.db, { node: 'three', epoch: 1 });
  await save(store, registration({ id: 'r9', cseq: 1 }));
  await save(store, registration({ id: 'r9', cseq: 2, remotePort: 5071 }));
  expect(await store.load()).toMatchObject([{ id: 'r9', cseq: 2, remotePort: 5071 }]);
  await store.write({ saved: [], removed: ['r9'] });
  expect(await store.load()).toEqual([]);
});

test('many are written at once, and either all of it or nothing', async () => {
  const store = openRegistrationStore(database.db, { node: 'four', epoch: 1 });
  const many = Array.from({ length: 300 }, (_, at) =>
    registration({
      id: `m${at}`,
      userAgent: `it's "quoted" \\ ${at}`,
      path: at % 2 === 0 ? [] : ['<sip:a;lr>', '<sip:b;lr>'],
    }),
  );
  await store.write({ saved: many, removed: [] });
  const byId = (one: StoredRegistration, two: StoredRegistration) => (one.id < two.id ? -1 : 1);
  expect((await store.load()).toSorted(byId)).toEqual(many.toSorted(byId));
  const stranger = registration({ id: 'm-stranger', endpointId: 'nobodys' });
  await expect(
    store.write({ saved: [registration({ id: 'm0', cseq: 9 }), stranger], removed: ['m1'] }),
  ).rejects.toThrow();
  const left = await store.load();
  expect([left.length, left.find(({ id }) => id === 'm0')?.cseq]).toEqual([300, 1]);
  await store.write({ saved: [registration({ id: 'm0', cseq: 9 })], removed: many.slice(1).map(({ id }) => id) });
  expect(await store.load()).toMatchObject([{ id: 'm0', cseq: 9 }]);
});
