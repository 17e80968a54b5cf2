import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAccount, createUser } from '../../identity/accounts.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import type { Registration } from './ports.ts';
import { registrations } from './registrations.ts';

let database: TestDatabase;
let phone: Registration;
beforeEach(async () => {
  database = await testDatabase();
  const { db } = database;
  const accountId = await createAccount(db, { name: 'A' });
  const { userId } = await createUser(db, { accountId, firstName: 'A', lastName: 'B', email: 'a@b.example' });
  const owner = { account_id: accountId, user_id: userId };
  await db
    .insertInto('endpoints')
    .values({
      ...owner,
      id: 'p1',
      kind: 'phone',
      alias: 'Desk',
      sip_username: 'p1',
      ha1: '',
      password_sealed: Buffer.of(),
    })
    .execute();
  phone = {
    ...{ id: 'r1', endpointId: 'p1', userId, contactUri: 'sip:p1@192.0.2.1', transport: 'udp', instanceId: '<urn:x>' },
    ...{ remoteAddress: '192.0.2.1', remotePort: 5062, regId: 1, path: ['<sip:proxy;lr>'], callId: 'c1', cseq: 7 },
    ...{ userAgent: 'baresip', expiresAt: new Date(Date.now() + 60_000), suspect: false },
  };
});
afterEach(async () => {
  await database.drop();
});

const store = (node = 'node-1', epoch = 1) => registrations({ db: database.db, node, epoch });

test('a binding outlives its process as it was saved last', async () => {
  await store().save(phone);
  await store().save({ ...phone, cseq: 8, suspect: true });
  expect(await store('node-1', 2).load()).toEqual([{ ...phone, cseq: 8, suspect: true }]);
  expect(await store('node-2').load()).toEqual([]);
});

test('connections and expired bindings are forgotten at the next start, for this node alone', async () => {
  await store().save({ ...phone, id: 'browser', transport: 'ws' });
  await store().save({ ...phone, id: 'expired', expiresAt: new Date(Date.now() - 1000) });
  await store('node-2').save({ ...phone, id: 'elsewhere', transport: 'ws' });
  expect(await store('node-1', 2).load()).toEqual([]);
  const left = await database.db.selectFrom('registrations').select('id').execute();
  expect(left).toEqual([{ id: 'elsewhere' }]);
});

test('removed bindings are gone', async () => {
  await store().save(phone);
  await store().remove([]);
  await store().remove(['r1', 'never there']);
  expect(await store().load()).toEqual([]);
});
