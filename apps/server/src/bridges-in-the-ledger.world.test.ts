import type { BridgeKind } from '@sidetone/simulator/crm/bridge/records.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { actOnEntry } from './features/call-logs/admin/act.ts';
import { recordMaker } from './features/call-logs/ledger/make-record.ts';
import { leaseMs } from './features/call-logs/ledger/schedule.ts';
import { writeDue } from './features/call-logs/ledger/worker.ts';
import { closeLog } from './features/call-logs/log/close-log.ts';
import { openLog } from './features/call-logs/log/open-log.ts';
import type { CallLogParts } from './features/call-logs/parts.ts';
import { crmAnswers } from './features/call-logs/records/crm-answers.ts';
import { call, forgetCalls, writeNoteOf } from './features/call-logs/testing/logging-world.ts';
import { connectedBridge, never } from './integrations/bridge/testing/connected-bridge.ts';
import { connections } from './integrations/connections.ts';
import { crmAccess } from './integrations/crm/crm-access.ts';
import { registry } from './integrations/registry.ts';
import type { Jobs } from './jobs/jobs.ts';
import { secretBox } from './storage/secret-box.ts';
import { someCompany } from './storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from './storage/testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
  const plan = JSON.stringify({ id: 'P', displayName: 'P', integrationGrants: ['CALL_EVENT'] });
  await database.db.updateTable('accounts').set({ plan }).where('id', '=', 's1').execute();
});
afterAll(() => database.drop());
const open: (() => void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) close();
  await forgetCalls(database.db);
  await database.db.deleteFrom('contacts').execute();
  await database.db.deleteFrom('integrations').execute();
});

const anna = { userId: 'wanna', accountId: 's1', address: '127.0.0.1' };
const box = secretBox(Buffer.alloc(32, 5));
const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });

/** A company that logs its calls by a bridge, with the ledger and the connections of the product. */
async function companyWith(kind: BridgeKind) {
  const { db } = database;
  const { at, connector, close } = await connectedBridge(kind);
  open.push(close);
  at.add({ id: '1', name: 'Uta', phoneNumbers: [{ label: 'WORK', phoneNumber: '+4940111222' }] });
  const { name } = connector.offer;
  await db
    .insertInto('integrations')
    .values({
      id: 'ibridge',
      account_id: 's1',
      name,
      state: 'CONNECTED',
      key_sealed: box.seal(at.key),
      key_origins: [at.url],
      last_synced_at: null,
      next_sync_at: null,
    })
    .execute();
  await db
    .insertInto('contacts')
    .values({
      id: 'bridge-1',
      account_id: 's1',
      source: name,
      type: 'contacts',
      name: 'Uta',
      integration_id: 'ibridge',
      external_id: '1',
      phone_numbers: '[]',
      e164s: ['+4940111222'],
      relates_to: '[]',
    })
    .execute();
  const known = registry([connector], []);
  const crm = crmAccess({ db, connections: connections(known, box), registry: known });
  const jobs = { enqueue: async () => {} } as unknown as Jobs;
  const answers = crmAnswers();
  const parts: CallLogParts = { db, jobs, crm, answers, secret: async () => Buffer.alloc(32, 3), origin: null, log };
  const ledger = {
    db,
    crm,
    records: recordMaker(null, answers),
    times: { now: () => new Date(), leaseMs },
    random: () => 0,
    log,
  };
  return {
    at,
    parts,
    async closes(sessionId: string) {
      const of = await call(db, sessionId);
      await openLog(parts, anna, of, false);
      await closeLog(parts, anna, of, true);
    },
    work: () => writeDue(ledger, `s1/${name}`, never),
    async pass(minutes: number) {
      const back = sql`make_interval(mins => ${minutes})`;
      await sql`update crm_writes set next_try_at = next_try_at - ${back}, lease_until = lease_until - ${back},
        sent_at = sent_at - ${back}`.execute(db);
      await sql`update integrations set not_before = not_before - ${back}`.execute(db);
    },
    entry: () => db.selectFrom('crm_writes').selectAll().executeTakeFirstOrThrow(),
  };
}

test('the older interface is told of a call once, and its entry is written', async () => {
  const { at, work, closes, entry } = await companyWith('npm');
  await closes('s-1');
  await work();
  await work();
  expect(await entry()).toMatchObject({ state: 'WRITTEN', attempts: 0 });
  expect(at.memory.calls).toMatchObject([{ id: (await entry()).key, direction: 'IN', from: '4940111222' }]);
});

test('the newer interface logs to the record of the contact, and later words change the same log', async () => {
  const { at, work, closes, entry, pass } = await companyWith('integration');
  await closes('s-1');
  await work();
  expect(await entry()).toMatchObject({ state: 'WRITTEN' });
  expect([...at.memory.logs.keys()]).toHaveLength(1);
  const [first] = at.memory.logs.keys();
  await writeNoteOf(database.db, 's-1', '<p>Forty rolls by Monday.</p>');
  await pass(1);
  await work();
  expect([...at.memory.logs.keys()]).toEqual([first]);
  expect(JSON.stringify([...at.memory.logs.values()])).toContain('Forty rolls by Monday.');
  expect(await entry()).toMatchObject({ state: 'WRITTEN', attempts: 0 });
});

test('a call whose answer was lost is sent again by nobody but a person', async () => {
  const { at, parts, work, closes, entry, pass } = await companyWith('npm');
  at.faults.next({ does: 'commitThenReset' }, { of: /^POST \/events\/calls/ });
  await closes('s-1');
  await work();
  expect(await entry()).toMatchObject({ state: 'UNCLEAR', next_try_at: null });
  await pass(24 * 60);
  await work();
  expect(at.memory.calls).toHaveLength(1);
  await actOnEntry(parts, anna, (await entry()).id, 'itIsThere', {});
  await work();
  expect(await entry()).toMatchObject({ state: 'WRITTEN' });
  expect(at.memory.calls).toHaveLength(1);
});

test('a call that a busy bridge did not take is sent again by itself', async () => {
  const { at, work, closes, entry, pass } = await companyWith('integration');
  at.faults.next({ does: 'refuse', status: 429, headers: { 'retry-after': '60' } }, { of: /^PUT \/call-log/ });
  await closes('s-1');
  await work();
  expect(await entry()).toMatchObject({ state: 'WAITING', problem: { code: 'rate_limited' } });
  expect(at.memory.logs.size).toBe(0);
  await pass(2);
  await work();
  expect(await entry()).toMatchObject({ state: 'WRITTEN' });
  expect(at.memory.logs.size).toBe(1);
});
