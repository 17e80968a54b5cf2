import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '@sidetone/contract/http/routes.ts';
import { type Bridge, openBridge } from '@sidetone/simulator/crm/bridge/bridge.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { type CompanyWithBooks, companyWithBooks } from '../testing/company-with-books.ts';

let at: Bridge;
let company: CompanyWithBooks;
beforeEach(async () => {
  at = await openBridge('integration');
  at.add({ id: '1', name: 'Uta Bridge', phoneNumbers: [{ label: 'WORK', phoneNumber: '+492214710562' }] });
  const bridges = [{ slug: 'some_crm', displayName: 'Some CRM', url: at.url, needs: ['key', 'user'] }];
  const settings = { INTEGRATION_PRIVATE_HOSTS: '127.0.0.1', INTEGRATION_BRIDGES: JSON.stringify(bridges) };
  const dataDir = mkdtempSync(join(tmpdir(), 'data-'));
  company = await companyWithBooks({ config: { ...readConfig(settings), port: 0, dataDir } });
});
afterEach(async () => {
  await company.stop();
  at.close();
});

const row = async () =>
  await company.api.db
    .selectFrom('integrations')
    .selectAll()
    .where('name', '=', 'BRIDGE_SOME_CRM')
    .executeTakeFirstOrThrow();
const namesThere = async () =>
  (await company.api.db.selectFrom('contacts').select('name').where('source', '=', 'BRIDGE_SOME_CRM').execute()).map(
    ({ name }) => name,
  );
/** Lets a synchronisation be due, and waits for its end. */
const synchronised = async () => {
  await company.api.db
    .updateTable('integrations')
    .set({ next_sync_at: sql`now()`, not_before: null })
    .where('name', '=', 'BRIDGE_SOME_CRM')
    .execute();
  await company.settled();
};

test('GEN-007, SINTEG-004: a bridge is offered, connected by user and key, and its contacts come', async () => {
  const supported = (await company.call(routes.supportedIntegrations, {})).body;
  expect(supported.integrations.find(({ name }) => name === 'BRIDGE_SOME_CRM')).toMatchObject({
    displayName: 'Some CRM',
    features: expect.arrayContaining(['CONTACT_CREATE', 'event-call-integration-entities-create']),
    configurationValues: ['key', 'user_name'],
    callLoggingEntityTypes: ['contacts'],
  });
  const connect = (key: string) =>
    company.call(routes.connectIntegration, { body: { name: 'BRIDGE_SOME_CRM', url: null, key } });
  expect(await connect('uta:wrong')).toMatchObject({ body: { translationKey: 'wrongCredentials' } });
  at.accept('uta:right');
  expect(await connect('uta:right')).toMatchObject({ status: 200, body: { userName: 'uta', state: 'CONNECTING' } });
  await vi.waitFor(async () => expect(await namesThere()).toEqual(['Uta Bridge']), { timeout: 20_000, interval: 30 });
});

test('a key that the bridge gives during a synchronisation is kept sealed, does not end it, and is used afterwards', async () => {
  at.accept('uta:first');
  await company.call(routes.connectIntegration, { body: { name: 'BRIDGE_SOME_CRM', url: null, key: 'uta:first' } });
  await vi.waitFor(async () => expect((await row()).last_synced_at).not.toBeNull(), { timeout: 20_000, interval: 30 });
  const before = await row();
  at.add({ id: '2', name: 'Udo Bridge' });
  at.renew('uta:second');
  await synchronised();
  const after = await row();
  expect((await namesThere()).sort()).toEqual(['Udo Bridge', 'Uta Bridge']);
  expect([after.key_sealed, after.failures]).toEqual([before.key_sealed, 0]);
  expect(after.renewed_key_sealed).not.toBeNull();
  expect(JSON.stringify(after) + after.renewed_key_sealed?.toString('latin1')).not.toContain('second');
  at.renew('uta:third');
  await synchronised();
  expect(at.journal.map(({ status }) => status)).not.toContain(401);
  // Connected again without a key, it is tried with the last one, which is what was entered from now on.
  const again = await company.call(routes.reconnectIntegration, { params: { integrationId: after.id }, body: {} });
  expect(again.status).toBe(200);
  expect((await row()).renewed_key_sealed).toBeNull();
  expect(at.journal.map(({ status }) => status)).not.toContain(401);
});

test('a list that is not ready, and one that shrank, are said at the connection; nobody is lost', async () => {
  at.accept('uta:right');
  for (const id of ['2', '3', '4', '5']) at.add({ id, name: `Name ${id}` });
  at.keepWaiting(2);
  await company.call(routes.connectIntegration, { body: { name: 'BRIDGE_SOME_CRM', url: null, key: 'uta:right' } });
  await vi.waitFor(
    async () => expect(await row()).toMatchObject({ problem: { translationKey: 'stillCollecting' }, failures: 1 }),
    { timeout: 20_000, interval: 30 },
  );
  await synchronised();
  expect(await row()).toMatchObject({ state: 'CONNECTED', problem: null, failures: 0 });
  expect(await namesThere()).toHaveLength(5);
  for (const id of ['2', '3', '4', '5']) at.memory.contacts.delete(id);
  await synchronised();
  expect(await row()).toMatchObject({ state: 'CONNECTED', problem: { translationKey: 'fewerListed' }, failures: 0 });
  expect(await namesThere()).toHaveLength(5);
  at.refuseAll(true);
  await synchronised();
  await synchronised();
  expect(await row()).toMatchObject({ state: 'CONNECTED', failures: 2 });
  await synchronised();
  expect(await row()).toMatchObject({ state: 'AUTHENTICATION_REQUIRED', next_sync_at: null });
  expect(await namesThere()).toHaveLength(5);
});
