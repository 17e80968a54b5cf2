import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InboxRow } from '@sidetone/contract/documents/queries.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { silence, tone, writeWav } from '@sidetone/signals/recording.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { liveClient } from '../../testing/live-client.ts';
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';
import { someEvent } from './testing/some-keeper.ts';
import { someVoicemails } from './testing/some-voicemails.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'data-'));
let api: TestApi;
let world: ReturnType<typeof someVoicemails>;
let anna: Awaited<ReturnType<typeof member>>;
let admin: typeof anna;
let stranger: typeof anna;

const member = async (firstName: string, more: { accountId?: string; admin?: boolean } = {}) => {
  const made = await person(api, { firstName, ...more });
  return { ...made, token: (await signInAs(api.url, made.email)).access_token };
};

beforeAll(async () => {
  api = await testApi({ config: { ...readConfig({}), port: 0, dataDir } });
  world = someVoicemails(api.db, dataDir);
  anna = await member('Anna');
  admin = await member('Adam', { accountId: anna.accountId, admin: true });
  stranger = await member('Cora', { admin: true });
});
afterAll(async () => {
  await api.stop();
  await world.stop();
});

const eventually = (check: () => void) => vi.waitFor(check, 10_000);

let count = 0;
/** A message for Anna, ready to be listened to; gives what names it. */
const left = async (isReady = true) => {
  count += 1;
  const [docId, voicemailId] = [`pbx-${count}`, `vm${count}`];
  const { channelId, accountId } = anna;
  await someEvent(api.db, docId, channelId, accountId);
  const { path } = await world.keeper.opened({
    voicemailId,
    accountId,
    channelId,
    docId,
    sessionId: String(count),
    at: new Date(),
  });
  writeWav(path, { seconds: 2, left: tone(440), right: silence });
  if (isReady) {
    await world.keeper.finished(voicemailId, 2000);
    await world.keeper.idle();
  }
  return { audio: { channelId, docId }, call: { channelId, callId: docId }, voicemailId, wav: path };
};
const fetchAs = (who: { token: string } | null, path: string, init: RequestInit = {}) =>
  fetch(`${api.url}/api${path}`, {
    ...init,
    headers: { ...(who && { authorization: `Bearer ${who.token}` }), ...(init.headers as Record<string, string>) },
  });
const pathOf = ({ channelId, docId }: { channelId: string; docId: string }) =>
  `/voicemail/${channelId}/${docId}/recording`;
const mark = (who: { token: string }, params: { channelId: string; callId: string }, markAsRead = true) =>
  callRoute(api.url, who.token, routes.markVoicemail, { params, body: { markAsRead } });

test('a member of the channel hears the message, whole or in part', async () => {
  const { audio, wav } = await left();
  const answer = await fetchAs(anna, pathOf(audio));
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
  const mp3 = readFileSync(wav.replace('.wav', '.mp3'));
  expect(Buffer.from(await answer.arrayBuffer()).equals(mp3)).toBe(true);
  const part = await fetchAs(anna, pathOf(audio), { headers: { range: 'bytes=10-19' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${mp3.length}`]);
  const original = await fetchAs(anna, `${pathOf(audio)}?format=wav`);
  expect(Buffer.from(await original.arrayBuffer()).equals(readFileSync(wav))).toBe(true);
});

test('for everyone else there is no such message, an administrator of the account included', async () => {
  const { audio, call } = await left();
  for (const other of [admin, stranger]) {
    const asked = await Promise.all([
      fetchAs(other, pathOf(audio)),
      mark(other, call),
      callRoute(api.url, other.token, routes.deleteVoicemail, { params: call }),
    ]);
    expect(asked.map(({ status }) => status)).toEqual([404, 404, 404]);
  }
  expect((await fetchAs(null, pathOf(audio))).status).toBe(401);
  expect((await fetchAs(anna, pathOf(audio))).status).toBe(200);
});

test('watchers of the inbox learn that it was heard and that it was deleted', async () => {
  const live = liveClient(api.url, () => anna.token);
  const inbox = live.watch<InboxRow>('inbox', { channelId: anna.channelId });
  const { call, voicemailId, wav } = await left();
  const shown = () => inbox.rows?.find(({ id }) => id === call.callId)?.documentation.voicemail;
  await eventually(() => expect(shown()?.visual.status).toBe('processed'));
  expect(shown()?.readAt ?? null).toBeNull();
  const { body } = await mark(anna, call);
  await eventually(() => expect(shown()?.readAt).toBe(body.readAt));
  expect((await mark(anna, { ...call, callId: String(count) })).body).toEqual(body);
  expect((await mark(anna, call, false)).body).toEqual({ readAt: null });
  expect((await callRoute(api.url, anna.token, routes.deleteVoicemail, { params: call })).status).toBe(200);
  await eventually(() => expect(shown()).toBeUndefined());
  expect([existsSync(wav), existsSync(wav.replace('.wav', '.mp3'))]).toEqual([false, false]);
  const row = await api.db.selectFrom('voicemails').select('id').where('id', '=', voicemailId).executeTakeFirst();
  expect(row).toBeUndefined();
  const kept = inbox.rows?.find(({ id }) => id === call.callId)?.documentation;
  expect(kept?.note?.content).toBe('kept');
  expect((await mark(anna, call)).status).toBe(404);
  await live.close();
});

test('a message that is still being said can be neither heard, marked nor deleted', async () => {
  const { audio, call, voicemailId } = await left(false);
  expect((await fetchAs(anna, pathOf(audio))).status).toBe(404);
  expect((await mark(anna, call)).status).toBe(409);
  const remove = () => callRoute(api.url, anna.token, routes.deleteVoicemail, { params: call });
  expect((await remove()).status).toBe(409);
  await world.keeper.finished(voicemailId, 2000);
  await world.keeper.idle();
  expect((await remove()).status).toBe(200);
});

test('a greeting is uploaded, heard and deleted by the owner of a channel and by administrators', async () => {
  const place = (channelId: string) => `/v3/channels/${channelId}/greeting`;
  const said = join(dataDir, 'upload.wav');
  writeWav(said, { seconds: 2, left: tone(440), right: silence });
  await world.greetings.keepRecorded('whatever', said);
  const wav = readFileSync((await world.greetings.fileOf('whatever')) ?? '');
  const put = (who: typeof anna, channelId: string, body: Uint8Array<ArrayBuffer> = new Uint8Array(wav)) =>
    fetchAs(who, place(channelId), { method: 'PUT', headers: { 'content-type': 'audio/wav' }, body });
  expect((await fetchAs(anna, place(anna.channelId))).status).toBe(404);
  expect((await put(stranger, anna.channelId)).status).toBe(404);
  expect((await put(anna, anna.channelId)).status).toBe(200);
  const heard = await fetchAs(anna, place(anna.channelId));
  expect(Buffer.from(await heard.arrayBuffer()).equals(wav)).toBe(true);
  expect(await world.keeper.greetingOf(anna.channelId)).not.toBeNull();
  expect((await put(anna, anna.channelId, new Uint8Array(readFileSync(said)))).status).toBe(400);
  expect((await fetchAs(stranger, place(anna.channelId))).status).toBe(404);
  expect((await fetchAs(admin, place(anna.channelId))).status).toBe(200);

  const shared = `team${anna.accountId}`;
  await api.db
    .insertInto('channels')
    .values({ id: shared, account_id: anna.accountId, type: 'acd', name: 'Team', follow_up_time: 0 })
    .execute();
  await api.db.insertInto('channel_members').values({ channel_id: shared, user_id: anna.userId }).execute();
  expect((await put(anna, shared)).status).toBe(403);
  expect((await put(admin, shared)).status).toBe(200);
  expect((await fetchAs(anna, place(shared))).status).toBe(200);
  expect((await fetchAs(anna, place(shared), { method: 'DELETE' })).status).toBe(403);
  expect((await fetchAs(admin, place(shared), { method: 'DELETE' })).status).toBe(200);
  expect((await fetchAs(anna, place(shared))).status).toBe(404);
  rmSync(said);
  const lines = await api.db
    .selectFrom('audit_log')
    .select(['actor_user_id', 'target', 'detail'])
    .where('account_id', '=', anna.accountId)
    .where('action', '=', 'channel.greetingChanged')
    .orderBy('id')
    .execute();
  expect(lines).toEqual([
    { actor_user_id: anna.userId, target: anna.channelId, detail: { change: 'uploaded' } },
    { actor_user_id: admin.userId, target: shared, detail: { change: 'uploaded' } },
    { actor_user_id: admin.userId, target: shared, detail: { change: 'deleted' } },
  ]);
});

test('the audit log says who played or downloaded a voicemail', async () => {
  const { audio } = await left();
  expect((await fetchAs(anna, pathOf(audio))).status).toBe(200);
  const lines = await api.db.selectFrom('audit_log').selectAll().where('action', '=', 'voicemail.fetched').execute();
  expect(lines.filter(({ target }) => target === audio.docId)).toMatchObject([
    {
      account_id: anna.accountId,
      actor_user_id: anna.userId,
      address: '127.0.0.1',
      detail: { channelId: audio.channelId, format: 'mp3' },
    },
  ]);
});
