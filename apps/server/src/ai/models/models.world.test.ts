import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AiModel } from '@sidetone/contract/entities/ai-model.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { secretBox } from '../../storage/secret-box.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { liveClient } from '../../testing/live-client.ts';
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';

const content = randomBytes(12 * 1024 * 1024);
const sha256 = createHash('sha256').update(content).digest('hex');
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const inParts: Answer = (request, response) => {
  const [, from = '0', to = '0'] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const bytes = content.subarray(Number(from), Number(to) + 1);
  response.writeHead(206, { 'content-range': `bytes ${from}-${to}/${content.length}` }).end(bytes);
};
/** Leaves every request but the first alone, so that half of a model is there. */
const half: Answer = (request, response) => {
  if (asked.length === 1) inParts(request, response);
};
let answer: Answer = inParts;
let asked: string[] = [];
const store = createServer((request, response) => {
  asked.push(`${request.url} ${request.headers.range}`);
  answer(request, response);
});

/** Its sessions are sealed with it. */
const box = secretBox(randomBytes(32));
let database: TestDatabase;
let dataDir: string;
let api: TestApi;
const opened: { close(): Promise<void> }[] = [];

const file = (url: string, sum = sha256) => ({
  name: 'tokens.txt',
  role: 'tokens',
  url,
  bytes: content.length,
  sha256: sum,
});
const model = (id: string, files: object[]) => ({
  id,
  name: `Model ${id}`,
  kind: 'transducer',
  languages: ['de', 'en'],
  licence: { name: 'MIT', url: 'https://models.example/licence' },
  megabytes: 100,
  files,
});

const start = async () => {
  const url = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
  const list = join(dataDir, 'list.json');
  writeFileSync(
    list,
    JSON.stringify([
      model('small', [file(`${url}/small`)]),
      model('other', [file(`${url}/other`)]),
      model('wrong', [file(`${url}/wrong`, '0'.repeat(64))]),
      model('inside', [file('http://127.0.0.2:9/inside')]),
      model('huge', [{ ...file(`${url}/huge`), bytes: 1e15 }]),
    ]),
  );
  const config = readConfig({ MODEL_LIST: list, AI_PRIVATE_HOSTS: '127.0.0.1', DATA_DIR: dataDir });
  // The database outlives this server.
  return await testApi({ database: { ...database, drop: async () => undefined }, box, config: { ...config, port: 0 } });
};

beforeAll(async () => {
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
  database = await testDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'models-'));
  api = await start();
});
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close();
  for (const id of ['small', 'other', 'wrong', 'inside', 'huge']) await (await operator()).remove(id);
  answer = inParts;
  asked = [];
});
afterAll(async () => {
  store.closeAllConnections();
  store.close();
  await api.stop();
  await database.drop();
});

const administrator = async (isOperator: boolean) => {
  const made = await person(api, { firstName: 'Ada', admin: true });
  await database.db.updateTable('accounts').set({ runs_server: isOperator }).where('id', '=', made.accountId).execute();
  const token = (await signInAs(api.url, made.email)).access_token;
  const on =
    (route: typeof routes.fetchAiModel | typeof routes.stopAiModel | typeof routes.removeAiModel) =>
    async (modelId: string) =>
      (await callRoute(api.url, token, route, { params: { modelId } })).status;
  return {
    ...made,
    fetch: on(routes.fetchAiModel),
    stop: on(routes.stopAiModel),
    remove: on(routes.removeAiModel),
    watch() {
      const live = liveClient(api.url, () => token);
      opened.push(live);
      const models = live.watch<AiModel & { rev: number }>('adminAiModels');
      return {
        ids: () => models.rows?.map(({ id }) => id),
        of: (id: string) => models.rows?.find((row) => row.id === id),
      };
    },
  };
};
let first: Promise<Awaited<ReturnType<typeof administrator>>> | undefined;
const operator = () => {
  first ??= administrator(true);
  return first;
};

test('a model comes when the operator asks for it, and its page is told', async () => {
  const ada = await operator();
  const models = ada.watch();
  await vi.waitFor(() => expect(models.of('small')).toMatchObject({ state: 'none', loadedBytes: 0, isOurs: true }));
  expect(await ada.fetch('small')).toBe(200);
  await vi.waitFor(() => expect(models.of('small')).toMatchObject({ state: 'here', problem: null }), 10_000);
  expect(readFileSync(join(dataDir, 'models/small/tokens.txt')).equals(content)).toBe(true);
  // What is here is not asked for again.
  asked = [];
  expect(await ada.fetch('small')).toBe(200);
  expect(await database.db.selectFrom('ai_models').selectAll().execute()).toEqual([]);
  expect(asked).toEqual([]);
  await ada.remove('small');
  await vi.waitFor(() => expect(models.of('small')).toMatchObject({ state: 'none', loadedBytes: 0 }));
});

test('one whose sums nobody knows is shown to nobody, and cannot be asked for', async () => {
  const ada = await operator();
  const models = ada.watch();
  await vi.waitFor(() => expect(models.ids()).toEqual(['small', 'other', 'wrong', 'inside', 'huge']));
  expect(await ada.fetch('parakeet-tdt-0.6b-v3')).toBe(404);
});

test('only who runs the server fetches and removes; others see what is here', async () => {
  const ada = await operator();
  const other = await administrator(false);
  for (const on of [other.fetch, other.stop, other.remove]) expect(await on('small')).toBe(403);
  const models = other.watch();
  await vi.waitFor(() => expect(models.ids()).toEqual([]));
  await ada.fetch('small');
  await vi.waitFor(() => expect(models.of('small')).toMatchObject({ state: 'here', isOurs: false }), 15_000);
  expect(models.ids()).toEqual(['small']);
});

test('it is stopped with what has come, and goes on from there', async () => {
  const ada = await operator();
  const models = ada.watch();
  answer = half;
  await ada.fetch('small');
  await vi.waitFor(() => expect(asked).toHaveLength(2), 10_000);
  await ada.stop('small');
  await vi.waitFor(() => expect(models.of('small')).toMatchObject({ state: 'stopped', loadedBytes: 8 * 1024 * 1024 }));
  answer = inParts;
  asked = [];
  await ada.fetch('small');
  await vi.waitFor(() => expect(models.of('small')).toMatchObject({ state: 'here' }), 10_000);
  expect(asked).toEqual([`/small bytes=${8 * 1024 * 1024}-${content.length - 1}`]);
});

test('of two administrators who ask for the same, it is fetched once; another model waits', async () => {
  const ada = await operator();
  const models = ada.watch();
  answer = half;
  await Promise.all([ada.fetch('small'), ada.fetch('small'), ada.fetch('small')]);
  await vi.waitFor(() => expect(asked).toHaveLength(2), 10_000);
  await ada.fetch('other');
  await vi.waitFor(() => expect(models.of('other')).toMatchObject({ state: 'waiting' }));
  const lines = await database.db
    .selectFrom('audit_log')
    .select('target')
    .where('action', '=', 'ai.modelAsked')
    .where('account_id', '=', ada.accountId)
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(lines.map(({ target }) => target)).toEqual(['other', 'small']);
  expect(asked.every((one) => one.startsWith('/small'))).toBe(true);
  answer = inParts;
  await ada.stop('small');
  await vi.waitFor(() => expect(models.of('other')).toMatchObject({ state: 'here' }), 15_000);
});

test.each<[string, string, Answer]>([
  ['wrong', 'wrongSum', inParts],
  ['small', 'refused', (_, response) => response.writeHead(404).end()],
  ['small', 'noParts', (_, response) => response.end(content)],
  ['small', 'changed', (_, response) => response.end('short')],
  ['inside', 'privateHost', inParts],
  ['huge', 'noSpace', inParts],
])('of %s is told: %s', async (id, problem, odd) => {
  const ada = await operator();
  const models = ada.watch();
  answer = odd;
  await ada.fetch(id);
  await vi.waitFor(() => expect(models.of(id)).toMatchObject({ state: 'failed', problem }), 10_000);
  expect(await database.db.selectFrom('ai_models').selectAll().execute()).toHaveLength(1);
});

test('a publisher who does not answer is asked again by itself, or immediately by hand', async () => {
  const ada = await operator();
  const models = ada.watch();
  answer = (_, response) => response.destroy();
  await ada.fetch('small');
  await vi.waitFor(
    () => expect(models.of('small')).toMatchObject({ state: 'waiting', problem: 'unreachable', tries: 1 }),
    10_000,
  );
  const inSeconds = (Date.parse(models.of('small')?.nextTryAt ?? '') - Date.now()) / 1000;
  expect(inSeconds).toBeGreaterThan(15);
  expect(inSeconds).toBeLessThan(45);
  answer = inParts;
  await ada.fetch('small');
  await vi.waitFor(() => expect(models.of('small')).toMatchObject({ state: 'here' }), 10_000);
});

test('a server that comes back goes on where it was', async () => {
  const ada = await operator();
  answer = half;
  await ada.fetch('small');
  await vi.waitFor(() => expect(asked).toHaveLength(2), 10_000);
  // Its last request hangs for ever: what counts is the row and the part on the disk.
  await api.stop();
  expect(await database.db.selectFrom('ai_models').select('state').execute()).toEqual([{ state: 'loading' }]);
  expect(statSync(join(dataDir, 'models/small/tokens.txt.part')).size).toBe(8 * 1024 * 1024);
  answer = inParts;
  asked = [];
  api = await start();
  await vi.waitFor(() => expect(readdirSync(join(dataDir, 'models/small'))).toEqual(['tokens.txt']), 20_000);
  expect(asked).toEqual([`/small bytes=${8 * 1024 * 1024}-${content.length - 1}`]);
});

test('services that use a model that is removed fail from then on', async () => {
  const ada = await operator();
  mkdirSync(join(dataDir, 'models/small'), { recursive: true });
  writeFileSync(join(dataDir, 'models/small/tokens.txt'), content);
  const other = await administrator(false);
  await database.db
    .insertInto('ai_connections')
    .values({
      id: 'here',
      account_id: other.accountId,
      purpose: 'speech',
      kind: 'local',
      name: 'This server',
      model: 'small',
      url: null,
      key_sealed: null,
      problem: null,
      checked_at: null,
      confirmed_at: null,
      confirmed_by: null,
    })
    .execute();
  expect(await ada.remove('small')).toBe(200);
  const row = await database.db
    .selectFrom('ai_connections')
    .select(['state', 'problem'])
    .where('id', '=', 'here')
    .executeTakeFirst();
  expect(row).toEqual({ state: 'failing', problem: 'noModel' });
});
