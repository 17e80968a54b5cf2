import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '@sidetone/contract/http/routes.ts';
import { openPipedrive, type Pipedrive } from '@sidetone/simulator/crm/pipedrive/pipedrive.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { type CompanyWithBooks, companyWithBooks } from '../testing/company-with-books.ts';

let crm: Pipedrive;
let company: CompanyWithBooks;
let integrationId: string;
beforeAll(async () => {
  crm = await openPipedrive();
  const firm = crm.records.add('organizations', { name: 'Rheinwerk Dental AG' });
  const phones = [{ value: '0221 4710-562', label: 'work', primary: true }];
  crm.records.add('persons', { name: 'Uta Sommerfeld', org_id: firm.id, phones });
  const settings = readConfig({ INTEGRATION_PRIVATE_HOSTS: '127.0.0.1', INTEGRATION_PIPEDRIVE_URL: crm.url });
  const config = { ...settings, port: 0, dataDir: mkdtempSync(join(tmpdir(), 'data-')) };
  company = await companyWithBooks({ config });
});
afterAll(async () => {
  await company.stop();
  crm.close();
});

const mirrored = () =>
  company.api.db.selectFrom('contacts').selectAll().where('source', '=', 'PIPEDRIVE').orderBy('name').execute();
const names = async () => (await mirrored()).map(({ name }) => name);
const connected = () => company.live.rows?.find(({ name }) => name === 'PIPEDRIVE');

/** Synchronises; `weekLater`: as if everything had last been listed a week ago. */
async function synchronise({ weekLater = false } = {}) {
  await company.api.db
    .updateTable('integrations')
    .set({
      next_sync_at: sql`now()`,
      ...(weekLater
        ? { sync_state: sql`jsonb_set(sync_state, '{listedAt}', to_jsonb('2020-01-01T00:00:00.000Z'::text))` }
        : {}),
    })
    .where('id', '=', integrationId)
    .execute();
  await company.settled();
}

test('GEN-007: connected by its token, Pipedrive’s people are contacts here, with numbers as they are called', async () => {
  const connect = (key: string) =>
    company.call(routes.connectIntegration, { body: { name: 'PIPEDRIVE', url: null, key } });
  const refused = await connect('wrong');
  expect(refused).toMatchObject({ status: 400, body: { code: 'INTEGRATION_REFRESH' } });
  const made = await connect(crm.key);
  expect(made.status).toBe(200);
  expect(JSON.stringify(made.body)).not.toContain(crm.key);
  integrationId = made.body.id;
  await vi.waitFor(() => expect(connected()).toMatchObject({ state: 'CONNECTED', contactCount: 1 }), {
    timeout: 30_000,
    interval: 20,
  });
  expect(await mirrored()).toMatchObject([
    { name: 'Uta Sommerfeld', organization: 'Rheinwerk Dental AG', e164s: ['+492214710562'], type: 'contacts' },
  ]);
});

test('a contact that is made and changed here is there; one that was changed there first is a conflict', async () => {
  const phoneNumbers = [{ label: 'mobile', phoneNumber: '0170 7654321' }];
  const body = { integrationId, name: 'Nina New', organization: 'Nord', email: 'nina@nord.example', phoneNumbers };
  const made = await company.call(routes.createContact, { body });
  expect(made).toMatchObject({ status: 200, body: { source: 'PIPEDRIVE', name: 'Nina New' } });
  const nina = crm.records.of('persons').find(({ values }) => values['name'] === 'Nina New');
  expect(nina?.values).toMatchObject({ phones: [{ value: '+491707654321', label: 'mobile', primary: true }] });
  const change = (name: string) =>
    company.call(routes.updateContact, {
      params: { contactId: made.body.id },
      body: { type: 'contacts', name, organization: 'Nord', email: 'nina@nord.example', phoneNumbers },
    });
  expect(await change('Nina Newton')).toMatchObject({ status: 200, body: { name: 'Nina Newton' } });
  expect(nina?.values['name']).toBe('Nina Newton');
  if (nina) crm.records.change(nina, { name: 'Nina Nord' });
  expect(await change('Nina Neu')).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  expect([nina?.values['name'], (await names())[0]]).toEqual(['Nina Nord', 'Nina Nord']);
});

test('who is renamed there is renamed here; who is deleted there is gone here a week later', async () => {
  const [uta, nina] = crm.records.of('persons');
  if (!uta || !nina) throw new Error('Both are there');
  crm.records.change(uta, { name: 'Uta Winter' });
  crm.records.remove(nina);
  await synchronise();
  expect(await names()).toEqual(['Nina Nord', 'Uta Winter']);
  await synchronise({ weekLater: true });
  expect(await names()).toEqual(['Uta Winter']);
});

test('when the tokens of the day are used up, contacts stay and it is said that there is a limit', async () => {
  crm.company.tokens = 0;
  await company.api.db
    .updateTable('integrations')
    .set({ next_sync_at: sql`now()` })
    .where('id', '=', integrationId)
    .execute();
  await vi.waitFor(
    () => expect(connected()?.problem).toMatchObject({ type: 'rate_limited', translationKey: 'limit' }),
    {
      timeout: 30_000,
      interval: 20,
    },
  );
  expect(await names()).toEqual(['Uta Winter']);
});
