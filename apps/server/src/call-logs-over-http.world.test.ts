import { callLogQueries } from '@sidetone/contract/documents/call-log-queries.ts';
import type { CallLog, CallLogEntity, CallTask } from '@sidetone/contract/entities/call-log.ts';
import type { Route, RouteRequest } from '@sidetone/contract/http/route.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { type HubSpot, openHubSpot } from '@sidetone/simulator/crm/hubspot/hubspot.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from './config.ts';
import { type Office, someOffice } from './features/documentation/testing/some-office.ts';
import { liveClient } from './testing/live-client.ts';
import { callRoute, type TestApi, testApi } from './testing/test-api.ts';

let portal: HubSpot;
let api: TestApi;
let office: Office;
let live: ReturnType<typeof liveClient>;
let integrationId: string;
let caller: { readonly id: string };

const soon = { timeout: 20_000, interval: 50 };
const number = '+492214710562';

beforeAll(async () => {
  portal = await openHubSpot();
  caller = portal.objects.add('contacts', { firstname: 'Uta', lastname: 'Sommerfeld', phone: number });
  const config = readConfig({
    INTEGRATION_PRIVATE_HOSTS: '127.0.0.1',
    INTEGRATION_HUBSPOT_URL: portal.url,
    PUBLIC_URL: 'https://phone.example.com',
    INTEGRATION_SALESFORCE_CLIENT_ID: 'our-app',
    INTEGRATION_SALESFORCE_CLIENT_SECRET: 'our-secret',
  });
  api = await testApi({ config: { ...config, port: 0 } });
  office = await someOffice(api);
  await api.db.updateTable('users').set({ admin: true }).where('id', '=', office.anna.userId).execute();
  live = liveClient(api.url, () => office.anna.token);
  const connected = await asks(routes.connectIntegration, { body: { name: 'HUBSPOT', key: portal.key } });
  integrationId = connected.body.id;
  await vi.waitFor(async () => expect(await mirrored()).toHaveLength(1), soon);
}, 60_000);
afterAll(async () => {
  live.close();
  await api.stop();
  portal.close();
});

const asks = <R extends Route>(route: R, request: RouteRequest<R>, who: { token: string } = office.anna) =>
  callRoute(api.url, who.token, route, request);
const mirrored = () => api.db.selectFrom('contacts').select('id').where('source', '=', 'HUBSPOT').execute();

/** A call of a known caller that is over; gives its place, and its id in the inbox. */
async function call(about: Parameters<Office['call']>[0]) {
  const docId = await office.call(about);
  await api.db
    .updateTable('inbox_events')
    .set({ remote_phone_number: number, on_phone_number: '+4930555011' })
    .where('id', '=', docId)
    .execute();
  return { docId, of: { channelId: office.channelId, sessionId: docId.slice('pbx-'.length) } };
}

const writesNote = (docId: string, content: string, revision: number, who: { token: string } = office.anna) =>
  asks(routes.writeNote, { params: { channelId: office.channelId, docId }, body: { content, revision } }, who);
const calls = () => portal.objects.of('calls').map(({ properties }) => properties);

test('SAPI-016: the address of a sign-in page is of the integration and the account address that are named', async () => {
  const paths = { successPath: '/crm-sign-in/SALESFORCE/done', errorPath: '/crm-sign-in/SALESFORCE/failed' };
  const begin = (accountUrl: string) =>
    asks(routes.startAuthSession, { body: { name: 'SALESFORCE', accountUrl, ...paths } });
  const begun = await begin('https://acme.lightning.force.com/lightning/page/home');
  const page = new URL(begun.body.url);
  expect(page.origin + page.pathname).toBe('https://acme.my.salesforce.com/services/oauth2/authorize');
  expect(page.searchParams.get('client_id')).toBe('our-app');
  expect((await begin('https://evil.example')).body).toMatchObject({ translationKey: 'invalidUrl' });
  const unknown = await asks(routes.startAuthSession, { body: { name: 'NOBODY', ...paths } });
  expect(unknown).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});

test.each([
  ['de', 'Verbunden', 'Anruf'],
  ['en', 'Connected', 'Call'],
] as const)('SAPI-025, SAPI-026: outcomes and types of tasks are described in %s', async (locale, outcome, type) => {
  const request = { params: { integrationId }, query: { locale } };
  const { outcomes } = (await asks(routes.callOutcomes, request)).body;
  expect(outcomes).toContainEqual({ id: 'f240bbac-87c9-4f6e-bf70-924b57d47db7', label: outcome });
  const { taskTypes } = (await asks(routes.taskTypes, request)).body;
  expect(taskTypes).toContainEqual({ id: 'CALL', label: type });
  const elsewhere = await asks(routes.callOutcomes, request, office.elsewhere);
  expect(elsewhere).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});

test('SAPI-028, SENT-058: a call is logged with records, note and outcome, and logged again it is the same record', async () => {
  const deal = portal.objects.add('deals', { dealname: 'Cooling 2026' });
  const { docId, of } = await call({ owner: office.anna });
  await asks(routes.openCallLog, { params: of, body: { isUpdate: false } });
  await asks(routes.addCallLogEntity, {
    params: { ...of, integrationId, type: 'deals', entityId: deal.id },
    body: { remember: false },
  });
  await asks(routes.changeCallLog, {
    params: of,
    body: { selectedOutcome: { id: 'HUBSPOT:f240bbac-87c9-4f6e-bf70-924b57d47db7', displayValue: 'Connected' } },
  });
  await writesNote(docId, '<p>12 pallets</p>', 0);
  const seen = live.watch<CallLogEntity>(callLogQueries.callLogEntities.name, of);
  const logIds = () => seen.rows?.map(({ type, logId }) => [type, logId]);
  await vi.waitFor(
    () =>
      expect(logIds()).toEqual([
        ['contacts', null],
        ['deals', null],
      ]),
    soon,
  );
  await asks(routes.closeCallLog, { params: of, body: { ready: true } });
  await vi.waitFor(() => expect(calls()).toHaveLength(1), soon);
  const [made] = portal.objects.of('calls');
  expect(made?.properties['hs_call_body']).toContain('12 pallets');
  expect(made?.properties['hs_call_disposition']).toBe('f240bbac-87c9-4f6e-bf70-924b57d47db7');
  expect([...(made?.associations.get('contacts') ?? [])]).toEqual([caller.id]);
  expect([...(made?.associations.get('deals') ?? [])]).toEqual([deal.id]);
  await vi.waitFor(
    () =>
      expect(logIds()).toEqual([
        ['contacts', made?.id],
        ['deals', made?.id],
      ]),
    soon,
  );
  seen.stop();

  const busy = '9d9162e7-6cf3-4944-bf63-4dff82258764';
  const selectedOutcome = { id: `HUBSPOT:${busy}`, displayValue: 'Busy' };
  await asks(routes.changeCallLog, { params: of, body: { selectedOutcome } });
  await vi.waitFor(() => expect(calls()[0]?.['hs_call_disposition']).toBe(busy), soon);
  expect(calls()).toHaveLength(1);
});

test('SAPI-075, SAPI-076, SAPI-077: log, records and task are seen as they change, and what is not given of them stays', async () => {
  const { of } = await call({ owner: office.anna });
  const logs = live.watch<CallLog>(callLogQueries.callLog.name, of);
  const entities = live.watch<CallLogEntity>(callLogQueries.callLogEntities.name, of);
  const tasks = live.watch<CallTask>(callLogQueries.callTask.name, of);
  await vi.waitFor(() => expect([logs.rows, entities.rows, tasks.rows]).toEqual([[], [], []]), soon);

  await asks(routes.openCallLog, { params: of, body: { isUpdate: false } });
  const outcome = { id: 'text', displayValue: 'Calls back' };
  await asks(routes.changeCallLog, { params: of, body: { selectedOutcome: outcome } });
  const log = { isDefaultEntitySelectionApplied: true, owner: office.anna.userId, selectedOutcome: outcome };
  await vi.waitFor(() => expect(logs.rows).toMatchObject([log]), soon);

  const company = portal.objects.add('companies', { name: 'Rheinwerk' });
  const added = { params: { ...of, integrationId, type: 'companies', entityId: company.id } } as const;
  await asks(routes.addCallLogEntity, { ...added, body: { remember: false } });
  const ofType = () => entities.rows?.map(({ type, chosenBy }) => `${type} ${chosenBy}`);
  await vi.waitFor(() => expect(ofType()).toEqual(['contacts default', 'companies user']), soon);
  await asks(routes.removeCallLogEntity, added);
  await vi.waitFor(() => expect(ofType()).toEqual(['contacts default']), soon);
  expect(logs.rows).toMatchObject([log]);

  await asks(routes.changeCallTask, { params: of, body: { title: 'Send the plates' } });
  await asks(routes.changeCallTask, { params: of, body: { dueTime: '14:30' } });
  const task = { state: 'DRAFT', title: 'Send the plates', dueTime: '14:30', type: null, integrationId };
  await vi.waitFor(() => expect(tasks.rows).toMatchObject([task]), soon);
  for (const one of [logs, entities, tasks]) one.stop();
});

test('SAPI-027, SLOG-021: a task is created in the CRM once its document is there, and once', async () => {
  const { of } = await call({ owner: office.anna });
  await asks(routes.openCallLog, { params: of, body: { isUpdate: false } });
  const create = () => asks(routes.createTask, { body: of });
  expect(await create()).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  expect(portal.objects.of('tasks')).toEqual([]);
  await asks(routes.changeCallTask, { params: of, body: { title: 'Send the plates', type: 'CALL' } });
  expect(await create()).toMatchObject({ status: 200, body: { state: 'READY', title: 'Send the plates' } });
  await vi.waitFor(() => expect(portal.objects.of('tasks')).toHaveLength(1), soon);
  const [task] = portal.objects.of('tasks');
  expect(task?.properties).toMatchObject({ hs_task_subject: 'Send the plates', hs_task_type: 'CALL' });
  expect([...(task?.associations.get('contacts') ?? [])]).toEqual([caller.id]);
  expect(await create()).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
});

test('SNOTE-011: only who had the call edits the note of its log; of a missed one every member does', async () => {
  const taken = await call({ owner: office.anna });
  const opens = (of: typeof taken.of, who: { token: string }) =>
    asks(routes.openCallLog, { params: of, body: { isUpdate: false } }, who);
  expect((await opens(taken.of, office.bert)).status).toBe(403);
  expect((await writesNote(taken.docId, '<p>Bert was here</p>', 0, office.bert)).status).toBe(403);
  expect((await opens(taken.of, office.anna)).status).toBe(200);
  expect((await writesNote(taken.docId, '<p>12 pallets</p>', 0)).status).toBe(200);
  expect((await office.documentation(taken.docId))?.['note']).toMatchObject({ content: '<p>12 pallets</p>' });

  const missed = await call({ owner: null, missed: true });
  expect((await opens(missed.of, office.bert)).status).toBe(200);
  expect((await writesNote(missed.docId, '<p>I call back</p>', 0, office.bert)).status).toBe(200);
});
