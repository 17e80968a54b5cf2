import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '@sidetone/contract/http/routes.ts';
import { wavOf } from '@sidetone/wav/wav.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';
import { forgetPhoneRecordings, spokenAnnouncements } from './by-telephone.ts';

let api: TestApi;
let adam: Awaited<ReturnType<typeof member>>;
let anna: typeof adam;
let cora: typeof adam;
let spoken: ReturnType<typeof spokenAnnouncements>;

const member = async (firstName: string, more: { accountId?: string; admin?: boolean } = {}) => {
  const made = await person(api, { firstName, ...more });
  return { ...made, token: (await signInAs(api.url, made.email)).access_token };
};

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'data-'));
  api = await testApi({ config: { ...readConfig({}), port: 0, dataDir } });
  adam = await member('Adam', { admin: true });
  anna = await member('Anna', { accountId: adam.accountId });
  cora = await member('Cora', { admin: true });
  spoken = spokenAnnouncements(api.db, pino({ level: 'silent' }));
});
afterAll(() => api.stop());
beforeEach(() => api.db.deleteFrom('phone_recordings').execute());

const begin = async (who = adam) => (await callRoute(api.url, who.token, routes.beginPhoneRecording, {})).body;
const look = (recordingId: string, who = adam) =>
  callRoute(api.url, who.token, routes.phoneRecording, { params: { recordingId } });
const drop = (recordingId: string, who = adam) =>
  callRoute(api.url, who.token, routes.dropPhoneRecording, { params: { recordingId } });
const audio = (recordingId: string, who = adam) =>
  fetch(`${api.url}/api/account/phone-recordings/${recordingId}/audio`, {
    headers: { authorization: `Bearer ${who.token}` },
  });
const found = (number: string, who = adam) => spoken.askedAnnouncement(who, number.slice(3));
const wav = wavOf([Int16Array.from({ length: 32_000 }, (_, at) => (at % 40) * 100)], 16_000);
const said = { wav, durationMs: 2000 };

test('what is said is kept for who asked, with a line in the log, and each step is seen on the way', async () => {
  const { id, number, state } = await begin();
  expect([number, state]).toEqual([expect.stringMatching(/^\*96\d{4}$/), 'waiting']);
  expect(await found(number)).toBe(id);
  for (const step of ['asked', 'speaking', 'hearing'] as const) {
    expect(await spoken.reached(id, 'call-1', step)).toBe(true);
    expect((await look(id)).body.state).toBe(step);
  }
  expect((await audio(id)).status).toBe(404);
  expect(await spoken.keep(id, 'call-1', said)).toBe(true);
  await spoken.hungUp(id, 'call-1');
  expect((await look(id)).body).toMatchObject({ state: 'kept', durationMs: 2000 });
  expect(Buffer.from(await (await audio(id)).arrayBuffer()).equals(wav)).toBe(true);
  const lines = await api.db
    .selectFrom('audit_log')
    .select(['actor_user_id', 'detail'])
    .where('target', '=', id)
    .execute();
  expect(lines).toEqual([{ actor_user_id: adam.userId, detail: { announcement: 'saidByTelephone', seconds: 2 } }]);
  expect((await drop(id)).status).toBe(200);
  expect((await look(id)).status).toBe(404);
});

test('a code is good for one call, and nothing is kept of one that ends before', async () => {
  const { id, number } = await begin();
  expect(await spoken.reached(id, 'call-1', 'asked')).toBe(true);
  expect(await found(number)).toBeNull();
  expect(await spoken.reached(id, 'call-2', 'asked')).toBe(false);
  expect(await spoken.keep(id, 'call-2', said)).toBe(false);
  await spoken.hungUp(id, 'call-2');
  expect((await look(id)).body.state).toBe('asked');
  await spoken.reached(id, 'call-1', 'speaking');
  await spoken.hungUp(id, 'call-1');
  expect((await look(id)).body.state).toBe('over');
  expect(await spoken.reached(id, 'call-1', 'hearing')).toBe(false);
  expect(await spoken.keep(id, 'call-1', said)).toBe(false);
  expect(await found(number)).toBeNull();
});

test('it is for the user alone who asked, as long as they may', async () => {
  expect((await callRoute(api.url, anna.token, routes.beginPhoneRecording, {})).status).toBe(403);
  const { id, number } = await begin();
  expect(await found(number, anna)).toBeNull();
  expect(await found(number, cora)).toBeNull();
  expect(await found(number, { ...adam, accountId: cora.accountId })).toBeNull();
  const second = await member('Bert', { accountId: adam.accountId, admin: true });
  for (const who of [second, cora]) {
    expect((await look(id, who)).status).toBe(404);
    await drop(id, who);
  }
  expect((await look(id)).status).toBe(200);
  const roles = (admin: boolean, list: string[]) =>
    sql`update users set admin = ${admin}, roles = ${list}::text[] where id = ${adam.userId}`.execute(api.db);
  try {
    await roles(false, ['reports']);
    expect(await found(number)).toBeNull();
    await roles(false, ['queues']);
    expect(await found(number)).toBe(id);
  } finally {
    await roles(true, []);
  }
});

test('who gives up in the browser ends the call with its next step', async () => {
  const { id } = await begin();
  await spoken.reached(id, 'call-1', 'asked');
  await drop(id);
  expect(await spoken.reached(id, 'call-1', 'speaking')).toBe(false);
  expect(await spoken.keep(id, 'call-1', said)).toBe(false);
  expect(await api.db.selectFrom('phone_recordings').select('id').execute()).toEqual([]);
});

test('tabs have codes of their own, three at most, and what nobody fetches is deleted', async () => {
  const made = [await begin(), await begin(), await begin(), await begin()];
  expect(new Set(made.map(({ number }) => number)).size).toBe(4);
  expect((await look(made[0]?.id ?? '')).status).toBe(404);
  expect((await look(made[3]?.id ?? '')).status).toBe(200);
  await sql`update phone_recordings set expires_at = now() - interval '1 second'`.execute(api.db);
  expect((await look(made[3]?.id ?? '')).body.state).toBe('over');
  expect(await found(made[3]?.number ?? '')).toBeNull();
  expect(await spoken.reached(made[3]?.id ?? '', 'call', 'asked')).toBe(false);
  expect(await forgetPhoneRecordings(api.db)).toBe(0);
  await sql`update phone_recordings set expires_at = now() - interval '1 hour'`.execute(api.db);
  expect(await forgetPhoneRecordings(api.db)).toBe(3);
});
