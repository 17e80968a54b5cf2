import { newTrunk } from '@sidetone/contract/entities/trunk.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLineOperator } from '../features/administration/company/companies.ts';
import { moveCompany } from '../features/administration/company/move-company.ts';
import { addTrunk } from '../features/administration/devices/trunks.ts';
import { phoneStore, registerHere } from '../features/phones/sip-accounts.ts';
import { recordingKind } from '../features/sounds/kinds.ts';
import { failAsked, selectLeft } from '../features/sounds/rows.ts';
import { trunkStore } from '../features/trunks/trunk-store.ts';
import { createAccount } from '../identity/accounts.ts';
import { claimNode } from '../storage/node-lease.ts';
import { secretBox } from '../storage/secret-box.ts';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';

// Two carriers on one database: the company of `someCompany` is at home at node-1, and nothing of it is at node-2.
const box = secretBox(Buffer.alloc(32, 7));
const nodes = ['node-1', 'node-2'] as const;
const place = { sipAddress: 'a:5060', httpAddress: 'http://a', release: '1.0.0', carrier: 'a /data' };
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await claimNode(database.db, 'node-1', place);
  await someCompany(database.db);
});
afterAll(() => database.drop());

const addedTrunk = async (): Promise<string> => {
  const desk = { db: database.db, box, findInnerHost: async () => null };
  const about = newTrunk.parse({ name: 'North', kind: 'address', host: 'sip.example.net' });
  return (await addTrunk(desk, { accountId: 's1', userId: null, address: null }, about)).id;
};

test('a carrier connects the trunks and SIP accounts of its own companies, and writes of no others how they stand', async () => {
  const { db } = database;
  const trunkId = await addedTrunk();
  const trunks = await Promise.all(nodes.map((node) => trunkStore(db, box, { mayReach: () => true }, node)));
  const phones = await Promise.all(nodes.map((node) => phoneStore(db, box, () => true, node)));
  await sql`insert into phones (id, account_id, user_id, name, username, password_sealed, registrar, is_connected, reaches)
    values ('p1', 's1', 'wanna', 'Line', 'desk-anna', ${box.seal('secret')}, '10.0.0.9:5060', true, 'everywhere')`.execute(
    db,
  );
  await sql`insert into endpoints (id, account_id, user_id, kind, alias, sip_username, password_sealed)
    values ('e1', 's1', 'wanna', 'phone', '', 'desk-anna', '')`.execute(db);
  expect(await Promise.all(trunks.map(async (one) => (await one.all()).length))).toEqual([1, 0]);
  expect(await Promise.all(trunks.map(async (one) => (await one.byId(trunkId)) !== null))).toEqual([true, false]);
  expect(await Promise.all(phones.map(async (one) => (await one.all()).map(({ phoneId }) => phoneId)))).toEqual([
    ['p1'],
    [],
  ]);

  await trunks[0]?.stateChanged(trunkId, 'reachable', null);
  await trunks[1]?.stateChanged(trunkId, 'off', null);
  await phones[0]?.stateChanged('p1', 'REGISTER_SUCCESS', null);
  await phones[1]?.stateChanged('p1', 'REGISTER_FAILED', 'gone');
  expect(await db.selectFrom('trunks').select('state').execute()).toEqual([{ state: 'reachable' }]);
  expect(await db.selectFrom('phones').select('state').execute()).toEqual([{ state: 'REGISTER_SUCCESS' }]);

  await registerHere(db, '10.0.0.2:5060', 'node-2');
  expect(await db.selectFrom('phones').select('registrar').execute()).toEqual([{ registrar: '10.0.0.9:5060' }]);
  await registerHere(db, '10.0.0.1:5060', 'node-1');
  expect(await db.selectFrom('phones').select('registrar').execute()).toEqual([{ registrar: '10.0.0.1:5060' }]);
});

test('what is recorded at one carrier is neither taken up nor ended by another that starts', async () => {
  const { db } = database;
  for (const state of ['recording', 'asking'] as const) {
    await sql`insert into recordings
        (id, account_id, user_id, channel_id, doc_id, session_id, mode, state, original_path, started_at)
      values (${state}, 's1', 'wanna', 'ca', ${`pbx-${state}`}, ${state}, 'manual', ${state}, 'x.wav', now())`.execute(
      db,
    );
  }
  const stateOf = async (id: string) =>
    (await db.selectFrom('recordings').select('state').where('id', '=', id).executeTakeFirst())?.state;
  expect(await selectLeft(db, recordingKind, 'node-2').execute()).toEqual([]);
  await failAsked(db, 'recordings', 'node-2');
  expect(await stateOf('asking')).toBe('asking');
  expect((await selectLeft(db, recordingKind, 'node-1').execute()).map(({ id }) => id).sort()).toEqual([
    'asking',
    'recording',
  ]);
  await failAsked(db, 'recordings', 'node-1');
  expect([await stateOf('asking'), await stateOf('recording')]).toEqual(['failed', 'recording']);
});

test('a new company is at home where it is made, or at the node with the fewest companies', async () => {
  const { db } = database;
  await claimNode(db, 'node-2', place);
  const homeOf = async (id: string) =>
    (await db.selectFrom('accounts').select('node').where('id', '=', id).executeTakeFirst())?.node;
  expect(await homeOf(await createAccount(db, { name: 'By the command line' }))).toBe('node-2');
  expect(await homeOf(await createAccount(db, { name: 'Made at node-2', node: 'node-2' }))).toBe('node-2');
  expect(await homeOf(await createAccount(db, { name: 'By the command line again' }))).toBe('node-1');
});

test('a company moves once it has no call, to a node that somebody carries, and the audit log says so', async () => {
  const { db } = database;
  const wish = { accountId: 's1', files: 'carriedLater' } as const;
  const move = (to: string, isNow = false) => moveCompany(db, commandLineOperator, { ...wish, to, isNow });
  await expect(move('node-9')).rejects.toThrow('Nobody carries node-9');
  await sql`insert into calls (id, account_id, session_id, node, epoch, lease_until, started_at)
    values ('k1', 's1', 'k1', 'node-1', 1, now() + interval '10 seconds', now())`.execute(db);
  expect(await move('node-2')).toEqual({ name: 'Some company', from: 'node-1', calls: 1 });
  // Its carrier died a moment ago, and another may go on with it.
  await sql`update calls set lease_until = now() - interval '50 seconds'`.execute(db);
  expect(await move('node-2')).toEqual({ name: 'Some company', from: 'node-1', calls: 1 });
  const staying = moveCompany(db, commandLineOperator, { ...wish, files: 'folder', to: 'node-2', isNow: true });
  await expect(staying).rejects.toThrow('Put files into S3 first');
  expect(await move('node-2', true)).toEqual({ name: 'Some company', from: 'node-1', calls: 0 });
  expect(await move('node-2')).toEqual({ name: 'Some company', from: 'node-2', calls: 0 });
  const lines = await db
    .selectFrom('audit_log')
    .select(['account_id', 'detail'])
    .where('action', '=', 'account.moved')
    .orderBy('account_id')
    .execute();
  const detail = { name: 'Some company', from: 'node-1', to: 'node-2' };
  expect(lines).toEqual([
    { account_id: 's1', detail },
    { account_id: null, detail },
  ]);
});
