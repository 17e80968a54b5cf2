import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AiConnection, AiConnectionChange, NewAiConnection } from '@sidetone/contract/entities/ai-connection.ts';
import type { AiOverview } from '@sidetone/contract/entities/ai-settings.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { eraseDeleted } from '../../storage/erasure.ts';
import { liveClient } from '../../testing/live-client.ts';
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';
import { aiGround } from '../ground.ts';
import type { OpenProviders } from '../ports.ts';
import { ProviderFailure } from '../providers/failure.ts';
import type { UsableConnection } from '../providers/usable-connection.ts';
import { testConnection } from './test-connection.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi({
    config: {
      ...readConfig({ AI_PRIVATE_HOSTS: '10.1.0.0/16, localhost' }),
      port: 0,
      dataDir: mkdtempSync(join(tmpdir(), 'data-')),
    },
  });
});
afterAll(() => api.stop());

const key = 'sk-never-to-be-seen-4f2a';
const openai: NewAiConnection = {
  purpose: 'language',
  kind: 'openai',
  name: 'OpenAI',
  url: null,
  model: 'gpt',
  options: { contextTokens: null, concurrency: null, timeoutSeconds: null, prices: null, voices: null },
  key,
  confirmed: true,
  processor: { name: 'OpenAI', place: 'EU' },
};
const ours: NewAiConnection = { ...openai, kind: 'openaiCompatible', name: 'Ours', url: 'https://9.9.9.9/v1' };

const company = async (more: { admin?: boolean; accountId?: string } = { admin: true }) => {
  const made = await person(api, { firstName: more.accountId === undefined ? 'Ada' : 'Ulf', ...more });
  const token = (await signInAs(api.url, made.email)).access_token;
  return {
    ...made,
    token,
    add: (body: Partial<NewAiConnection> = {}) =>
      callRoute(api.url, token, routes.addAiConnection, { body: { ...openai, ...body } }),
    list: async () => (await callRoute(api.url, token, routes.aiConnections, {})).body.connections,
    change: (connectionId: string, body: AiConnectionChange) =>
      callRoute(api.url, token, routes.changeAiConnection, { params: { connectionId }, body }),
    remove: (connectionId: string) =>
      callRoute(api.url, token, routes.removeAiConnection, { params: { connectionId } }),
    test: (connectionId: string) => callRoute(api.url, token, routes.testAiConnection, { params: { connectionId } }),
    settings: (body: object) => callRoute(api.url, token, routes.changeAiSettings, { body }),
    prefersMistral: (hasAiProviderPreferenceMistral: boolean) =>
      callRoute(api.url, token, routes.changeAccountFlags, {
        params: { accountId: made.accountId },
        body: { hasAiProviderPreferenceMistral },
      }),
    lines: async () =>
      (
        await api.db
          .selectFrom('audit_log')
          .select(['action', 'actor_user_id', 'detail'])
          .where('account_id', '=', made.accountId)
          .where('action', 'like', 'ai.%')
          .orderBy('id')
          .execute()
      ).map(({ action, actor_user_id: by, detail }) => ({ action, by, detail })),
  };
};

const ground = () => aiGround({ db: api.db, box: api.box });
const rowOf = (id: string) =>
  api.db.selectFrom('ai_connections').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const issuesOf = (body: unknown) =>
  ((body as { issues?: { path: string; message: string }[] }).issues ?? []).map(({ path, message }) => [path, message]);

test('a key is written, sealed, and never read again', async () => {
  const ada = await company();
  const { status, body } = await ada.add();
  expect(status).toBe(200);
  const [listed] = await ada.list();
  expect(listed).toMatchObject({ id: body.id, hasKey: true, state: 'unchecked', name: 'OpenAI' });
  const row = await rowOf(body.id);
  expect(Buffer.from(row.key_sealed ?? []).includes(key)).toBe(false);
  expect(api.box.unseal(row.key_sealed ?? new Uint8Array())).toBe(key);
  const seen = JSON.stringify([listed, await ada.lines()]);
  expect(seen).not.toContain(key);
  expect(seen).not.toContain('4f2a');
  expect(await ground().connection(ada.accountId, 'language')).toMatchObject({ kind: 'openai', key, url: null });
});

test('calls may leave the server only once an administrator confirmed it, and the audit log says who', async () => {
  const ada = await company();
  expect(issuesOf((await ada.add({ confirmed: false })).body)).toEqual([['confirmed', 'needsConfirmation']]);
  expect(await ada.list()).toEqual([]);
  const withoutPlace = await ada.add({ processor: null });
  expect(issuesOf(withoutPlace.body)).toEqual([['processor.place', 'needsProcessor']]);
  await ada.add();
  const detail = { name: 'OpenAI', host: 'api.openai.com', processor: 'OpenAI', place: 'EU' };
  expect(await ada.lines()).toContainEqual({ action: 'ai.serviceConfirmed', by: ada.userId, detail });
  const [{ confirmedAt = null } = {}] = await ada.list();
  expect(Math.abs(Date.parse(confirmedAt ?? '') - Date.now())).toBeLessThan(60_000);
});

test('a key goes to no other server than it was entered for', async () => {
  const ada = await company();
  const { body } = await ada.add(ours);
  const rev = async () => (await ada.list())[0]?.rev ?? 0;
  const processor = { name: 'Another', place: 'CH' };
  const moved = await ada.change(body.id, { rev: await rev(), url: 'https://9.9.9.10/v1', confirmed: true, processor });
  expect([moved.status, issuesOf(moved.body)]).toEqual([400, [['key', 'keyOfAnotherServer']]]);
  // Another path of the same server is no other server.
  expect((await ada.change(body.id, { rev: await rev(), url: 'https://9.9.9.9/other' })).status).toBe(200);
  expect(await ground().connection(ada.accountId, 'language')).toMatchObject({ key, url: 'https://9.9.9.9/other' });
  const other = { url: 'https://9.9.9.10/v1', key: 'another' };
  const unconfirmed = await ada.change(body.id, { rev: await rev(), ...other });
  expect(issuesOf(unconfirmed.body)).toEqual([['confirmed', 'needsConfirmation']]);
  expect((await ada.change(body.id, { rev: await rev(), ...other, confirmed: true, processor })).status).toBe(200);
  expect(await ground().connection(ada.accountId, 'language')).toMatchObject({ ...other });
  // Even where the row was changed by another hand.
  await api.db.updateTable('ai_connections').set({ url: 'https://9.9.9.11/v1' }).where('id', '=', body.id).execute();
  expect(await ground().connection(ada.accountId, 'language')).toMatchObject({ key: null });
});

test('a key of another data folder counts as none', async () => {
  const ada = await company();
  await ada.add();
  const foreign = aiGround({
    db: api.db,
    box: {
      ...api.box,
      unseal: () => {
        throw new Error('Not a sealed secret.');
      },
    },
  });
  expect(await foreign.connection(ada.accountId, 'language')).toMatchObject({ kind: 'openai', key: null });
});

test.each([
  ['http://127.0.0.1:11434/v1', 'privateHost'],
  ['http://192.168.178.40:8000/v1', 'privateHost'],
  ['https://[fd00::1]/v1', 'privateHost'],
  ['https://[::ffff:10.2.0.1]/v1', 'privateHost'],
  ['http://9.9.9.9/v1', 'insecure'],
  ['http://10.1.2.3:8000/v1', null],
  ['http://localhost:11434/v1', null],
  ['https://9.9.9.9/v1', null],
])('the server’s own network is its operator’s: %s is refused as %s', async (url, problem) => {
  const ada = await company();
  const { status, body } = await ada.add({ ...ours, url });
  expect([status, issuesOf(body)]).toEqual(problem === null ? [200, []] : [400, [['url', problem]]]);
});

test('what came of a test is kept, and counts no longer once the service is changed', async () => {
  const ada = await company();
  const { body } = await ada.add();
  const asked: UsableConnection[] = [];
  const answering = (check: () => Promise<{ models: string[] | null }>): OpenProviders => ({
    language: (connection) => {
      asked.push(connection);
      return { check, object: () => Promise.reject(new Error('no call is sent')) };
    },
    speech: () => {
      throw new Error('another purpose');
    },
    voice: () => {
      throw new Error('another purpose');
    },
  });
  const by = { userId: ada.userId, accountId: ada.accountId, address: '127.0.0.1' };
  const run = (providers: OpenProviders, withinMs?: number) =>
    testConnection({ db: api.db, box: api.box, providers }, by, body.id, withinMs);
  const refusing = answering(() => Promise.reject(new ProviderFailure('never', 'unauthorized', { status: 401 })));
  expect(await run(refusing)).toMatchObject({ problem: 'unauthorized', models: null });
  expect(asked[0]).toMatchObject({ key, kind: 'openai' });
  expect((await ada.list())[0]).toMatchObject({ state: 'failing', problem: 'unauthorized' });
  expect(await run(answering(async () => ({ models: ['gpt'] })))).toMatchObject({ problem: null, models: ['gpt'] });
  expect((await ada.list())[0]).toMatchObject({ state: 'working', problem: null });
  // A test changes nothing that an administrator would write over.
  const [{ rev = 0 } = {}] = await ada.list();
  const changed = answering(async () => {
    await ada.change(body.id, { rev, model: 'newer' });
    return { models: null };
  });
  await run(changed);
  expect((await ada.list())[0]).toMatchObject({ model: 'newer', state: 'unchecked', checkedAt: null });
  const never = answering(() => new Promise((_done, refused) => setTimeout(() => refused(new Error('late')), 100)));
  expect(await run(never, 20)).toMatchObject({ problem: 'timedOut' });
});

test('the pipeline’s word counts like a test, and is told once', async () => {
  const ada = await company();
  const { body } = await ada.add();
  const asked = await ground().connection(ada.accountId, 'language');
  if (!asked) throw new Error('it was added');
  await ground().reportFailure(asked, 'forbidden');
  const { rev } = await rowOf(body.id);
  expect((await ada.list())[0]).toMatchObject({ state: 'failing', problem: 'forbidden' });
  await ground().reportFailure(asked, 'forbidden');
  expect((await rowOf(body.id)).rev).toBe(rev);
  // A job that still has the old key says nothing of the new one, and nothing of a service that is gone.
  await ada.change(body.id, { rev: Number(rev), key: 'sk-new' });
  await ground().reportFailure(asked, 'unauthorized');
  expect((await ada.list())[0]).toMatchObject({ state: 'unchecked', problem: null });
  await ada.remove(body.id);
  await ground().reportFailure(asked, 'unauthorized');
  expect(await ada.list()).toEqual([]);
});

test('of two administrators who change the same, the second is told; a test in between disturbs nobody', async () => {
  const ada = await company();
  const { body } = await ada.add();
  const [{ rev = 0 } = {}] = await ada.list();
  await ada.test(body.id);
  expect((await ada.change(body.id, { rev, name: 'First' })).status).toBe(200);
  expect((await ada.change(body.id, { rev, name: 'Second' })).status).toBe(409);
  expect((await ada.list())[0]?.name).toBe('First');
});

test('a key that no header can carry is refused before it is kept', async () => {
  const ada = await company();
  for (const odd of ['sk-1\n2', 'sk 1', 'sk-1\u200b', 'sk-ä', ' ']) {
    const { status, body } = await ada.add({ key: odd });
    expect([status, issuesOf(body).map(([path]) => path)], JSON.stringify(odd)).toEqual([400, ['key']]);
    expect(JSON.stringify(body)).not.toContain('sk');
  }
  expect((await ada.add({ key: ' sk-1 ' })).status).toBe(200);
  expect(await ground().connection(ada.accountId, 'language')).toMatchObject({ key: 'sk-1' });
});

test('an account has one service of a kind and purpose', async () => {
  const ada = await company();
  expect((await ada.add()).status).toBe(200);
  expect((await ada.add({ name: 'Again' })).status).toBe(409);
  expect((await ada.add({ purpose: 'speech', model: 'whisper-1' })).status).toBe(200);
});

test('a preferred provider that is not set up is never replaced by the other one', async () => {
  const ada = await company();
  await ada.add();
  expect((await ground().connection(ada.accountId, 'language'))?.kind).toBe('openai');
  await ada.prefersMistral(true);
  expect(await ground().connection(ada.accountId, 'language')).toBeNull();
  await ada.add({ kind: 'mistral', name: 'Mistral' });
  expect((await ground().connection(ada.accountId, 'language'))?.kind).toBe('mistral');
  await ada.add(ours);
  expect((await ground().connection(ada.accountId, 'language'))?.name).toBe('Ours');
});

test('the server’s own services work for accounts that have none of that purpose', async () => {
  const ada = await company();
  await api.db
    .insertInto('ai_connections')
    .values({
      id: 'of-server',
      purpose: 'language',
      kind: 'openai',
      name: 'House',
      model: 'gpt',
      account_id: null,
      url: null,
      key_sealed: null,
      problem: null,
      checked_at: null,
      confirmed_at: new Date(),
      confirmed_by: null,
    })
    .execute();
  expect((await ground().connection(ada.accountId, 'language'))?.name).toBe('House');
  expect(await ground().connection(ada.accountId, 'speech')).toBeNull();
  expect(await ada.list()).toEqual([]);
  await ada.add({ ...ours });
  expect((await ground().connection(ada.accountId, 'language'))?.name).toBe('Ours');
  await api.db.deleteFrom('ai_connections').where('id', '=', 'of-server').execute();
});

test('an account in Germany without a rule of consent begins with recorded calls, and keeps what it began with', async () => {
  const ada = await company();
  const found = async () => await ground().settings(ada.accountId);
  expect(await found()).toEqual({ documentation: 'recorded', soundHours: 24, language: 'call', redacts: true });
  await ada.add();
  await callRoute(api.url, ada.token, routes.updateCallSettings, { body: { recordingConsent: 'announcement' } });
  expect(await found()).toMatchObject({ documentation: 'recorded' });
  const announced = await company();
  await callRoute(api.url, announced.token, routes.updateCallSettings, { body: { recordingConsent: 'announcement' } });
  expect(await ground().settings(announced.accountId)).toMatchObject({ documentation: 'all' });
  const abroad = await company();
  await api.db.updateTable('accounts').set({ country: 'GB' }).where('id', '=', abroad.accountId).execute();
  expect(await ground().settings(abroad.accountId)).toMatchObject({ documentation: 'all' });
});

test('settings change one by one, within bounds, and each change is in the audit log once', async () => {
  const ada = await company();
  expect((await ada.settings({ soundHours: 73 })).status).toBe(400);
  expect((await ada.settings({})).status).toBe(400);
  expect((await ada.settings({ soundHours: 0 })).body).toMatchObject({ soundHours: 0, language: 'call' });
  expect((await ada.settings({ language: 'de' })).body).toMatchObject({ soundHours: 0, language: 'de' });
  await ada.settings({ language: 'de' });
  expect((await ada.lines()).map(({ action, detail }) => [action, detail])).toEqual([
    ['ai.settingsChanged', { soundHours: { from: 24, to: 0 } }],
    ['ai.settingsChanged', { language: { from: 'call', to: 'de' } }],
  ]);
});

test('of two settings that are changed at the same time, both stay', async () => {
  const ada = await company();
  await ada.settings({ documentation: 'recorded' });
  for (let round = 0; round < 10; round++) {
    const [documentation, soundHours] = [round % 2 === 0 ? 'all' : 'recorded', round + 1];
    await Promise.all([ada.settings({ documentation }), ada.settings({ soundHours })]);
    expect(await ground().settings(ada.accountId)).toMatchObject({ documentation, soundHours });
  }
});

test('services of another account are nobody’s, and members change none', async () => {
  const ada = await company();
  const { body } = await ada.add();
  const other = await company();
  const ulf = await company({ accountId: ada.accountId });
  for (const [who, status] of [
    [other, 404],
    [ulf, 403],
  ] as const) {
    expect((await who.change(body.id, { rev: 1e9, name: 'Taken' })).status).toBe(status);
    expect((await who.test(body.id)).status).toBe(status);
    expect((await who.remove(body.id)).status).toBe(status);
  }
  expect((await ada.list())[0]?.name).toBe('OpenAI');
});

test('a deleted service leaves nothing, and is erased', async () => {
  const ada = await company();
  const { body } = await ada.add();
  await eraseDeleted(api.db, { always: true });
  expect((await ada.remove(body.id)).status).toBe(200);
  expect(await ada.list()).toEqual([]);
  await vi.waitFor(async () => {
    const erased = await eraseDeleted(api.db);
    expect([erased.outcome, erased.tables]).toEqual(['erased', ['ai_connections']]);
  });
});

test('administrators see services as they change; everyone is told where calls go', async () => {
  const ada = await company();
  const ulf = await company({ accountId: ada.accountId });
  const admin = liveClient(api.url, () => ada.token);
  const member = liveClient(api.url, () => ulf.token);
  const services = admin.watch<AiConnection>('adminAiConnections');
  const overview = member.watch<AiOverview & { rev: number }>('aiOverview');
  await vi.waitFor(() => expect(overview.rows?.[0]).toMatchObject({ speech: null, language: null }));
  const { body } = await ada.add();
  await vi.waitFor(() => expect(services.rows?.map(({ id }) => id)).toEqual([body.id]));
  await vi.waitFor(() =>
    expect(overview.rows?.[0]?.language).toEqual({
      kind: 'openai',
      name: 'OpenAI',
      host: 'api.openai.com',
      isFailing: false,
    }),
  );
  await ada.settings({ soundHours: 3 });
  await vi.waitFor(() => expect(overview.rows?.[0]?.settings.soundHours).toBe(3));
  await ada.prefersMistral(true);
  await vi.waitFor(() => expect(overview.rows?.[0]?.language).toBeNull());
  await ada.remove(body.id);
  await ada.prefersMistral(false);
  await vi.waitFor(() => expect(services.rows).toEqual([]));
  expect(JSON.stringify([services.rows, overview.rows])).not.toContain('4f2a');
  await admin.close();
  await member.close();
});
