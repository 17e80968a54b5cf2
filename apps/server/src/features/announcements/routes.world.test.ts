import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '@sidetone/contract/http/routes.ts';
import { wavHeader } from '@sidetone/wav/wav.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'data-'));
let api: TestApi;
let admin: Awaited<ReturnType<typeof member>>;
let anna: typeof admin;
let stranger: typeof admin;

const member = async (firstName: string, more: { accountId?: string; admin?: boolean } = {}) => {
  const made = await person(api, { firstName, ...more });
  return { ...made, token: (await signInAs(api.url, made.email)).access_token };
};

beforeAll(async () => {
  api = await testApi({ config: { ...readConfig({}), port: 0, dataDir } });
  admin = await member('Adam', { admin: true });
  anna = await member('Anna', { accountId: admin.accountId });
  stranger = await member('Cora', { admin: true });
});
afterAll(() => api.stop());

/** WAV of so many seconds. */
const wav = (seconds: number, channels = 1) => {
  const samples = Buffer.alloc(seconds * 16_000 * 2 * channels, 1);
  return Buffer.concat([wavHeader({ sampleRate: 16_000, channels }, samples.length), samples]);
};
const upload = (who: typeof admin, bytes: Buffer, name = 'Welcome') =>
  fetch(`${api.url}/api/account/announcements?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'audio/wav' },
    body: new Uint8Array(bytes),
  });
const list = async (who: typeof admin) =>
  (await callRoute(api.url, who.token, routes.announcements, {})).body.announcements;
const remove = (who: typeof admin, announcementId: string) =>
  fetch(`${api.url}/api/account/announcements/${announcementId}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${who.token}` },
  });
const listen = (who: typeof admin, announcementId: string) =>
  fetch(`${api.url}/api/account/announcements/${announcementId}/audio`, {
    headers: { authorization: `Bearer ${who.token}` },
  });

test('an announcement is uploaded, heard, and deleted once no channel plays it', async () => {
  const bytes = wav(2);
  const added = (await (await upload(admin, bytes)).json()) as { id: string };
  expect(await list(admin)).toEqual([
    { id: added.id, name: 'Welcome', durationMs: 2000, createdAt: expect.any(String), channelIds: [], said: null },
  ]);
  expect(Buffer.from(await (await listen(admin, added.id)).arrayBuffer())).toEqual(bytes);

  const plays = (routing: object) =>
    api.db
      .updateTable('channels')
      .set({ routing: JSON.stringify(routing) })
      .where('id', '=', admin.channelId)
      .execute();
  for (const routing of [{ announcementId: added.id }, { waiting: { musicId: added.id } }]) {
    await plays(routing);
    expect((await list(admin))[0]?.channelIds).toEqual([admin.channelId]);
    expect((await remove(admin, added.id)).status).toBe(409);
  }
  await plays({});
  expect((await remove(admin, added.id)).status).toBe(200);
  expect(await list(admin)).toEqual([]);
  expect(readdirSync(join(dataDir, 'announcements'))).toEqual([]);
  const lines = await api.db
    .selectFrom('audit_log')
    .select(['action', 'target'])
    .where('target', '=', added.id)
    .execute();
  expect(lines).toHaveLength(2);
});

test('an announcement is replaced where it is played, and what it says goes with its sound', async () => {
  const said = { saidText: 'Wir sind gleich für Sie da.', saidLanguage: 'de' };
  const sent = (method: string, path: string, query: Record<string, string>, who = admin, bytes = wav(1)) =>
    fetch(`${api.url}/api/account/announcements${path}?${new URLSearchParams(query)}`, {
      method,
      headers: { authorization: `Bearer ${who.token}`, 'content-type': 'audio/wav' },
      body: new Uint8Array(bytes),
    });
  const added = (await (await sent('POST', '', { name: 'Wait', ...said })).json()) as { id: string };
  expect(added).toMatchObject({ said: { text: said.saidText, language: 'de' }, durationMs: 1000 });
  const replaced = (query: Record<string, string>, who = admin, bytes = wav(3)) =>
    sent('PUT', `/${added.id}`, query, who, bytes);
  expect((await replaced({ name: 'Mine' }, stranger)).status).toBe(404);
  expect((await replaced({ name: 'Mine' }, anna)).status).toBe(403);
  expect((await replaced({ name: 'Bad' }, admin, Buffer.from('no sound'))).status).toBe(400);
  expect((await replaced({ name: 'Long', ...said, saidText: 'a'.repeat(1001) })).status).toBe(400);
  expect(await list(admin)).toMatchObject([{ name: 'Wait', durationMs: 1000, said: { language: 'de' } }]);
  expect(await (await replaced({ name: 'Soon', saidText: 'Soon.', saidLanguage: 'en' })).json()).toMatchObject({
    id: added.id,
    said: { text: 'Soon.', language: 'en' },
    durationMs: 3000,
  });
  expect(Buffer.from(await (await listen(admin, added.id)).arrayBuffer())).toEqual(wav(3));
  // Nobody knows what an uploaded sound says.
  expect(await (await replaced({ name: 'Soon' })).json()).toMatchObject({ said: null });
  expect((await remove(admin, added.id)).status).toBe(200);
});

test('an unplayable file is refused, and nothing of it stays', async () => {
  for (const bad of [Buffer.from('no sound'), wav(2, 2), wav(0)]) {
    const reply = await upload(admin, bad);
    expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([400, 'VALIDATION_FAILED']);
  }
  expect((await upload(admin, wav(2), '')).status).toBe(400);
  expect(await list(admin)).toEqual([]);
});

test('only administrators of the account see, hear and change them', async () => {
  const { id } = (await (await upload(admin, wav(1))).json()) as { id: string };
  expect((await upload(anna, wav(1))).status).toBe(403);
  expect((await listen(anna, id)).status).toBe(403);
  expect((await remove(anna, id)).status).toBe(403);
  expect(await list(stranger)).toEqual([]);
  expect((await listen(stranger, id)).status).toBe(404);
  expect((await remove(stranger, id)).status).toBe(404);
  expect((await listen(admin, '..%2f..%2fsecret')).status).toBe(404);
  expect(await list(admin)).toHaveLength(1);
});

test('one that a voice menu plays stays, be it the prompt or the last that callers hear', async () => {
  const { id } = (await (await upload(admin, wav(1), 'Menu')).json()) as { id: string };
  const target = { kind: 'announcement', announcementId: id };
  for (const settings of [{ promptAnnouncementId: id }, { nothing: target }, { keys: [{ key: '1', target }] }]) {
    await api.db
      .insertInto('voice_menus')
      .values({ id: 'menu', account_id: admin.accountId, name: 'Main', settings: JSON.stringify(settings) })
      .execute();
    expect((await remove(admin, id)).status).toBe(409);
    await api.db.deleteFrom('voice_menus').execute();
  }
  expect((await remove(admin, id)).status).toBe(200);
});

test('one that a call assistant plays stays, be it a greeting, a goodbye or a question', async () => {
  const { id } = (await (await upload(admin, wav(1), 'Asked')).json()) as { id: string };
  const assistant = { id: 'desk', account_id: admin.accountId, name: 'Desk', topics: '[]' };
  const question = JSON.stringify([{ id: 'q', text: 'Who is calling?', announcementId: id }]);
  for (const how of [{ greeting_announcement_id: id }, { goodbye_announcement_id: id }, { questions: question }]) {
    await api.db
      .insertInto('assistants')
      .values({ ...assistant, questions: '[]', ...how })
      .execute();
    expect((await remove(admin, id)).status).toBe(409);
    await api.db.deleteFrom('assistants').execute();
  }
  expect((await remove(admin, id)).status).toBe(200);
});
