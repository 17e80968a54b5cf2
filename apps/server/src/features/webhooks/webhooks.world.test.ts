import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '@sidetone/contract/http/routes.ts';
import { isSigned, openReceiver, type Receiver } from '@sidetone/simulator/webhooks/receiver.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { eraseDeleted } from '../../storage/erasure.ts';
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';

let api: TestApi;
let receiver: Receiver;
beforeAll(async () => {
  api = await testApi({
    config: {
      ...readConfig({ WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' }),
      port: 0,
      dataDir: mkdtempSync(join(tmpdir(), 'data-')),
    },
  });
});
afterAll(() => api.stop());
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(() => receiver.close());

const webhookId = 'webhook-1';
const bearer = 'Bearer never-to-be-seen-4f1c';
interface Body {
  readonly rev: number;
  readonly url: string;
  readonly headers?: { name: string; value: string | null }[];
  readonly channels?: string[];
}

const company = async (more: { admin?: boolean; accountId?: string } = { admin: true }) => {
  const made = await person(api, { firstName: more.accountId === undefined ? 'Ada' : 'Ulf', ...more });
  const token = (await signInAs(api.url, made.email)).access_token;
  const params = { accountId: made.accountId, webhookId: `${webhookId}-${made.accountId}` };
  const ask = <R extends Parameters<typeof callRoute>[2]>(route: R, request: object) =>
    callRoute(api.url, token, route, request as never);
  return {
    ...made,
    ask,
    params,
    save: (body: Body) => callRoute(api.url, token, routes.saveWebhook, { params, body }),
    list: async () => (await callRoute(api.url, token, routes.webhooks, { params })).body.webhooks,
    lines: async () =>
      (
        await api.db
          .selectFrom('audit_log')
          .select(['action', 'actor_user_id', 'detail'])
          .where('account_id', '=', made.accountId)
          .where('action', 'like', 'webhook.%')
          .orderBy('id')
          .execute()
      ).map(({ action, detail }) => ({ action, detail })),
  };
};
const issuesOf = (body: unknown) =>
  ((body as { issues?: { path: string; message: string }[] }).issues ?? []).map(({ path, message }) => [path, message]);

test('SAPI-060, SAPI-061, SAPI-062: an administrator adds, changes and deletes the webhook of their account', async () => {
  const ada = await company();
  expect(await ada.list()).toEqual([]);
  const { status, body } = await ada.save({
    rev: 0,
    url: 'https://9.9.9.9/calls',
    headers: [
      { name: 'Authorization', value: bearer },
      { name: 'X-Source', value: 'sidetone' },
    ],
  });
  expect([status, body.secret]).toEqual([200, expect.stringMatching(/^whsec_[\w-]{43}$/)]);
  const [saved] = await ada.list();
  expect(saved).toEqual(body.webhook);
  expect(saved).toMatchObject({
    method: 'POST',
    payload: 'JSON',
    channels: [],
    state: 'on',
    headers: [
      { name: 'Authorization', value: null, ends: '4f1c' },
      { name: 'X-Source', value: 'sidetone', ends: null },
    ],
  });
  const changed = await ada.save({
    rev: saved?.rev ?? 0,
    url: 'https://9.9.9.9/other',
    headers: [{ name: 'authorization', value: null }],
  });
  expect(changed.body).toMatchObject({
    secret: null,
    webhook: { url: 'https://9.9.9.9/other', headers: [{ ends: '4f1c' }] },
  });
  expect((await ada.ask(routes.removeWebhook, { params: ada.params })).status).toBe(200);
  expect(await ada.list()).toEqual([]);
  expect((await ada.ask(routes.removeWebhook, { params: ada.params })).status).toBe(404);
  const detail = { host: '9.9.9.9', payload: 'JSON', channels: 0 };
  expect(await ada.lines()).toEqual([
    { action: 'webhook.added', detail },
    { action: 'webhook.changed', detail },
    { action: 'webhook.removed', detail: { host: '9.9.9.9' } },
  ]);
});

test('a secret of a header is sealed, and goes to no other server than it was entered for', async () => {
  const ada = await company();
  await ada.save({ rev: 0, url: 'https://9.9.9.9/', headers: [{ name: 'X-Api-Key', value: bearer }] });
  const [saved] = await ada.list();
  const row = await api.db
    .selectFrom('webhooks')
    .selectAll()
    .where('account_id', '=', ada.accountId)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain('never-to-be-seen');
  const kept = { rev: saved?.rev ?? 0, headers: [{ name: 'X-Api-Key', value: null }] };
  const moved = await ada.save({ ...kept, url: 'https://9.9.9.8/' });
  expect([moved.status, issuesOf(moved.body)]).toEqual([400, [['headers.0.value', 'valueOfAnotherServer']]]);
  const renamed = await ada.save({ ...kept, url: 'https://9.9.9.9/', headers: [{ name: 'X-Token', value: null }] });
  expect(issuesOf(renamed.body)).toEqual([['headers.0.value', 'needsValue']]);
  expect((await ada.save({ ...kept, url: 'https://9.9.9.8/', headers: [] })).status).toBe(200);
});

test.each([
  ['calls', 'notAnAddress'],
  ['ftp://9.9.9.9/', 'notAnAddress'],
  ['https://ada:secret@9.9.9.9/', 'notAnAddress'],
  ['http://9.9.9.9/', 'insecure'],
  ['https://10.0.0.7/', 'privateHost'],
  ['https://[::ffff:10.0.0.7]/', 'privateHost'],
  ['https://[::1]/', 'privateHost'],
  ['https://169.254.169.254/latest/meta-data', 'privateHost'],
  ['https://0x7f.1.2.3/', 'privateHost'],
])('SSET-042, SERR-045: the address %s is refused at its field: %s', async (url, problem) => {
  const ada = await company();
  const { status, body } = await ada.save({ rev: 0, url });
  expect([status, issuesOf(body)]).toEqual([400, [['url', problem]]]);
  expect(await ada.list()).toEqual([]);
});

test('only shared channels of the own account can be chosen', async () => {
  const [ada, eve] = [await company(), await company()];
  const channel = (id: string, accountId: string, type: 'acd' | 'private', owner: string | null) =>
    api.db
      .insertInto('channels')
      .values({ id, account_id: accountId, type, name: id, owner_user_id: owner, follow_up_time: 0 })
      .execute();
  const [ours, own, theirs] = [`cours${ada.accountId}`, `cown${ada.accountId}`, `ctheirs${ada.accountId}`];
  await channel(ours, ada.accountId, 'acd', null);
  await channel(own, ada.accountId, 'private', ada.userId);
  await channel(theirs, eve.accountId, 'acd', null);
  for (const wrong of [own, theirs, 'nothing']) {
    const { body } = await ada.save({ rev: 0, url: 'https://9.9.9.9/', channels: [ours, wrong] });
    expect(issuesOf(body)).toEqual([['channels', 'notShared']]);
  }
  const { body } = await ada.save({ rev: 0, url: 'https://9.9.9.9/', channels: [ours] });
  expect(body.webhook.channels).toEqual([ours]);
  await api.db.deleteFrom('channels').where('id', '=', ours).execute();
  const after = await ada.save({ rev: body.webhook.rev, url: 'https://9.9.9.9/more', channels: [ours] });
  expect(after.body.webhook.channels).toEqual([ours]);
});

test('SSET-043: an account has one webhook, and of two administrators the second to save is told', async () => {
  const ada = await company();
  await ada.save({ rev: 0, url: 'https://9.9.9.9/' });
  const [saved] = await ada.list();
  const second = { ...ada.params, webhookId: 'webhook-another' };
  const body = { rev: 0, url: 'https://9.9.9.9/second' };
  expect((await ada.ask(routes.saveWebhook, { params: second, body })).status).toBe(409);
  expect((await ada.save({ rev: saved?.rev ?? 0, url: 'https://9.9.9.9/first' })).status).toBe(200);
  expect((await ada.save({ rev: saved?.rev ?? 0, url: 'https://9.9.9.9/second' })).status).toBe(409);
  expect((await ada.list())[0]?.url).toBe('https://9.9.9.9/first');
  await ada.ask(routes.removeWebhook, { params: ada.params });
  expect((await ada.save({ rev: saved?.rev ?? 0, url: 'https://9.9.9.9/third' })).status).toBe(409);
});

test('SPERM-002: it is for administrators of this account alone', async () => {
  const [ada, eve] = [await company(), await company()];
  const ulf = await company({ accountId: ada.accountId });
  await ada.save({ rev: 0, url: 'https://9.9.9.9/' });
  const asks = [
    [routes.webhooks, {}],
    [routes.webhookDeliveries, {}],
    [routes.saveWebhook, { body: { rev: 0, url: 'https://9.9.9.9/' } }],
    [routes.testWebhook, {}],
    [routes.renewWebhookSecret, {}],
    [routes.removeWebhook, {}],
  ] as const;
  for (const [route, more] of asks) {
    expect((await ulf.ask(route, { params: ada.params, ...more })).status, route.path).toBe(403);
    expect((await eve.ask(route, { params: ada.params, ...more })).status, route.path).toBe(404);
    const ofOwn = { ...ada.params, accountId: eve.accountId };
    if ('webhookId' in route.params.shape && route !== routes.saveWebhook)
      expect((await eve.ask(route, { params: ofOwn, ...more })).status, route.path).toBe(404);
  }
  // An id that is taken elsewhere is no way to what it names.
  const taken = { params: { ...ada.params, accountId: eve.accountId }, body: { rev: 0, url: 'https://9.9.9.9/' } };
  expect((await eve.ask(routes.saveWebhook, taken)).status).toBe(409);
  expect(await ada.list()).toHaveLength(1);
});

test('a test sends an invented call, signed, and tells only the status of the answer', async () => {
  const ada = await company();
  const { body } = await ada.save({ rev: 0, url: receiver.url, headers: [{ name: 'Authorization', value: bearer }] });
  receiver.answers((_request, response) => response.writeHead(202).end('a secret of the network'));
  const tested = await ada.ask(routes.testWebhook, { params: ada.params });
  expect(tested.body).toEqual({ status: 202, problem: null, milliseconds: expect.any(Number) });
  const [request] = receiver.received;
  expect(request?.headers).toMatchObject({ 'event-type': 'test', authorization: bearer });
  expect(request !== undefined && isSigned(body.secret ?? '', request)).toBe(true);
  expect(JSON.parse(request?.body ?? '')).toMatchObject({ version: '1', call: { id: 'pbx-test' } });

  const renewed = await ada.ask(routes.renewWebhookSecret, { params: ada.params });
  const { secret } = renewed.body as { secret: string };
  expect(secret).not.toBe(body.secret);
  receiver.answersWith(401);
  expect((await ada.ask(routes.testWebhook, { params: ada.params })).body).toMatchObject({
    status: 401,
    problem: 'refused',
  });
  const after = receiver.received[1];
  expect(after !== undefined && isSigned(secret, after)).toBe(true);
  expect(after !== undefined && isSigned(body.secret ?? '', after)).toBe(false);
  receiver.close();
  expect((await ada.ask(routes.testWebhook, { params: ada.params })).body).toMatchObject({
    status: null,
    problem: 'unreachable',
  });
  const lines = await ada.lines();
  expect(lines.map(({ action }) => action)).toEqual([
    'webhook.added',
    'webhook.tested',
    'webhook.secretRenewed',
    'webhook.tested',
    'webhook.tested',
  ]);
  for (const word of ['never-to-be-seen', 'whsec_', 'secret of the network'])
    expect(JSON.stringify(lines)).not.toContain(word);
});

test('a secret that another data folder sealed is missed, and nothing is sent without it', async () => {
  const ada = await company();
  await ada.save({ rev: 0, url: receiver.url });
  await api.db
    .updateTable('webhooks')
    .set({ secret_sealed: Buffer.alloc(64) })
    .where('account_id', '=', ada.accountId)
    .execute();
  const tested = await ada.ask(routes.testWebhook, { params: ada.params });
  expect(tested.body).toMatchObject({ status: null, problem: 'secretLost' });
  expect(receiver.received).toEqual([]);
});

test('nothing is left on the disk of an address that was changed, or of a webhook that was deleted', async () => {
  const ada = await company();
  await ada.save({ rev: 0, url: 'https://9.9.9.9/' });
  await api.db.deleteFrom('erasures').execute();
  const { body } = await ada.ask(routes.webhooks, { params: { accountId: ada.params.accountId } });
  await ada.save({ rev: body.webhooks[0]?.rev ?? 0, url: 'https://9.9.9.9/elsewhere' });
  expect((await eraseDeleted(api.db)).tables).toEqual(['webhooks']);
  await ada.ask(routes.removeWebhook, { params: ada.params });
  const erased = await eraseDeleted(api.db);
  expect(erased.tables).toEqual(['webhooks']);
});
