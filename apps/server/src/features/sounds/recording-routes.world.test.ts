import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '@sidetone/contract/http/routes.ts';
import { bursts, silence, tone, writeWav } from '@sidetone/signals/recording.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { recordingsFolder, soundFiles, voicemailsFolder } from '../../sound/sound-files.ts';
import { framesOf, unevenMp3 } from '../../sound/testing/mp3-frames.ts';
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';
import { linkedSounds } from './linked-sounds.ts';
import { someEvent, someKeeper } from './testing/some-keeper.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'data-'));
let api: TestApi;
let keeper: ReturnType<typeof someKeeper>;
let anna: Awaited<ReturnType<typeof member>>;
let colleague: typeof anna;
let stranger: typeof anna;

const member = async (firstName: string, accountId?: string) => {
  const made = await person(api, { firstName, ...(accountId !== undefined && { accountId }) });
  return { ...made, token: (await signInAs(api.url, made.email)).access_token };
};

beforeAll(async () => {
  api = await testApi({ config: { ...readConfig({}), port: 0, dataDir } });
  keeper = someKeeper(api.db, recordingsFolder(dataDir));
  anna = await member('Anna');
  colleague = await member('Bert', anna.accountId);
  stranger = await member('Cora');
});
afterAll(async () => {
  await keeper.stop();
  await api.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

let count = 0;
/** A recording of Anna's, ready to be listened to; gives the parameters that name it. */
const recorded = async (isReady = true) => {
  count += 1;
  const [docId, recordingId] = [`pbx-${count}`, `rec${count}`];
  const { channelId, accountId, userId } = anna;
  await someEvent(api.db, docId, channelId, accountId);
  const about = { recordingId, accountId, userId, channelId, docId, sessionId: String(count) };
  const { path } = await keeper.keeper.opened({ ...about, mode: 'manual', at: new Date() }, false);
  writeWav(path, { seconds: 1, left: tone(440), right: silence });
  if (isReady) {
    await keeper.keeper.finished(recordingId);
    await keeper.keeper.idle();
  }
  return { params: { accountId, channelId, docId }, wav: path, mp3: path.replace('.wav', '.mp3') };
};
const fetchAs = (who: { token: string }, url: string, headers: Record<string, string> = {}) =>
  fetch(new URL(url, api.url), { headers: { authorization: `Bearer ${who.token}`, ...headers } });
const pathOf = ({ accountId, channelId, docId }: Record<'accountId' | 'channelId' | 'docId', string>) =>
  `/api/recording-neopbx/${accountId}/${channelId}/${docId}`;

test('a member of the channel learns where the sound is, and gets it as MP3 and as it was recorded', async () => {
  const { params, wav, mp3 } = await recorded();
  const { body } = await callRoute(api.url, anna.token, routes.recordingUrl, { params });
  expect(body.url).toBe(api.url + pathOf(params));
  const answer = await fetchAs(anna, body.url);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(Buffer.from(await answer.arrayBuffer()).equals(readFileSync(mp3))).toBe(true);
  const original = await fetchAs(anna, `${body.url}?format=wav`);
  expect(original.headers.get('content-type')).toBe('audio/wav');
  expect(Buffer.from(await original.arrayBuffer()).equals(readFileSync(wav))).toBe(true);
});

test('an MP3 of an earlier release is sent, and kept from then on, with frames of one size', async () => {
  const { params, mp3 } = await recorded();
  await unevenMp3(mp3, { seconds: 2, left: bursts, right: silence });
  const sizes = () => new Set(framesOf(mp3).map(({ bytes }) => bytes.length)).size;
  expect(sizes()).toBeGreaterThan(1);
  const part = await fetchAs(anna, pathOf(params), { range: 'bytes=0-99' });
  expect([part.status, sizes()]).toEqual([206, 1]);
  expect(part.headers.get('content-range')).toBe(`bytes 0-99/${readFileSync(mp3).length}`);
});

test('a part of the sound can be asked for', async () => {
  const { params, mp3 } = await recorded();
  const file = readFileSync(mp3);
  const part = await fetchAs(anna, pathOf(params), { range: 'bytes=100-199' });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${file.length}`]);
  expect(Buffer.from(await part.arrayBuffer()).equals(file.subarray(100, 200))).toBe(true);
  const beyond = await fetchAs(anna, pathOf(params), { range: `bytes=${file.length}-` });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${file.length}`]);
});

test('for everyone else there is no such recording', async () => {
  const { params } = await recorded();
  for (const other of [colleague, stranger]) {
    const asked = await Promise.all([
      callRoute(api.url, other.token, routes.recordingUrl, { params }),
      fetchAs(other, pathOf(params)),
      fetchAs(other, pathOf({ ...params, accountId: other.accountId })),
      callRoute(api.url, other.token, routes.deleteRecording, { params }),
    ]);
    expect(asked.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  }
  expect((await fetch(new URL(pathOf(params), api.url))).status).toBe(401);
  expect((await fetchAs(anna, pathOf({ ...params, accountId: stranger.accountId }))).status).toBe(404);
  expect((await fetchAs(anna, pathOf(params))).status).toBe(200);
});

test('what refers to a recording has its address, and the hash of what is fetched there', async () => {
  const { params, mp3 } = await recorded();
  await unevenMp3(mp3, { seconds: 2, left: bursts, right: silence });
  const linked = linkedSounds({
    db: api.db,
    recordings: soundFiles(recordingsFolder(dataDir)),
    voicemails: soundFiles(voicemailsFolder(dataDir)),
    log: pino({ level: 'silent' }),
  });
  const [found, ...others] = await linked(anna, params, 'https://phones.example.com');
  expect(others).toEqual([]);
  expect(found).toMatchObject({ kind: 'manual', url: `https://phones.example.com${pathOf(params)}?kind=manual` });
  const { pathname, search } = new URL(found?.url ?? '');
  const fetched = Buffer.from(await (await fetchAs(anna, pathname + search)).arrayBuffer());
  expect(fetched.length).toBeGreaterThan(0);
  expect(Buffer.from(found?.sha512 ?? []).equals(createHash('sha512').update(fetched).digest())).toBe(true);
  // Such documents name https addresses only.
  expect(await linked(anna, params, 'http://localhost:8080')).toEqual([]);
  rmSync(mp3);
  expect(await linked(anna, params, 'https://phones.example.com')).toEqual([]);
});

test('members of the channel may listen', async () => {
  const { params } = await recorded();
  await api.db
    .insertInto('channel_members')
    .values({ channel_id: anna.channelId, user_id: colleague.userId })
    .execute();
  expect((await fetchAs(colleague, pathOf(params))).status).toBe(200);
  await api.db
    .deleteFrom('channel_members')
    .where('user_id', '=', colleague.userId)
    .where('channel_id', '=', anna.channelId)
    .execute();
});

test.each(['..%2f..%2f..%2fetc%2fpasswd', '%2e%2e', 'pbx-nothing', '..\\..\\secret'])(
  '%s names no file',
  async (docId) => {
    const { status } = await fetchAs(anna, pathOf({ ...anna, docId }));
    expect(status).toBe(404);
  },
);

test('a deleted recording is gone: its files, its row, and its part of the inbox event', async () => {
  const { params, wav, mp3 } = await recorded();
  expect((await callRoute(api.url, anna.token, routes.deleteRecording, { params })).status).toBe(200);
  expect([existsSync(wav), existsSync(mp3)]).toEqual([false, false]);
  const { documentation } = await api.db
    .selectFrom('inbox_events')
    .select('documentation')
    .where('id', '=', params.docId)
    .where('channel_id', '=', params.channelId)
    .executeTakeFirstOrThrow();
  expect(Object.keys(documentation)).toEqual(['note']);
  expect((await fetchAs(anna, pathOf(params))).status).toBe(404);
  expect((await callRoute(api.url, anna.token, routes.deleteRecording, { params })).status).toBe(404);
});

/** Puts into the event what older documents say of a recording. */
const olderPart = (docId: string) =>
  sql`update inbox_events set documentation = documentation || '{"recording": {"status": "success", "waveform": [0.5]}}'
    where id = ${docId} and channel_id = ${anna.channelId}`.execute(api.db);
const partsOf = async (docId: string) => {
  const row = await api.db
    .selectFrom('inbox_events')
    .select('documentation')
    .where('id', '=', docId)
    .where('channel_id', '=', anna.channelId)
    .executeTakeFirstOrThrow();
  return Object.keys(row.documentation);
};

test.each([
  ['its docId', 'pbx-older1', 'pbx-older1'],
  ['its session', 'pbx-older2', 'older2'],
])(
  'a recording that only an older document tells of is deleted by %s, once and by members alone',
  async (_, id, as) => {
    const { accountId, channelId } = anna;
    await someEvent(api.db, id, channelId, accountId);
    const asked = { params: { accountId, channelId, docId: as } };
    const remove = async (who: typeof anna) =>
      (await callRoute(api.url, who.token, routes.deleteRecording, asked)).status;
    expect(await remove(anna)).toBe(404);
    await olderPart(id);
    expect([await remove(colleague), await remove(stranger), await partsOf(id)]).toEqual([
      404,
      404,
      ['note', 'recording'],
    ]);
    expect([await remove(anna), await partsOf(id), await remove(anna)]).toEqual([200, ['note'], 404]);
  },
);

test('what an older document says of a recording goes with the recording', async () => {
  const { params } = await recorded();
  await olderPart(params.docId);
  expect((await callRoute(api.url, anna.token, routes.deleteRecording, { params })).status).toBe(200);
  expect(await partsOf(params.docId)).toEqual(['note']);
});

test('a recording that still runs can be neither fetched nor deleted', async () => {
  const { params } = await recorded(false);
  expect((await fetchAs(anna, pathOf(params))).status).toBe(404);
  expect((await callRoute(api.url, anna.token, routes.deleteRecording, { params })).status).toBe(409);
});

test('the audit log says once who played or downloaded a recording, in however many pieces', async () => {
  const { params } = await recorded();
  const lines = () =>
    api.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'call.recordingFetched')
      .where('target', '=', params.docId)
      .orderBy('id')
      .execute();
  expect((await fetchAs(stranger, pathOf(params))).status).toBe(404);
  expect(await lines()).toEqual([]);
  for (const range of ['bytes=0-99', 'bytes=100-199']) await fetchAs(anna, pathOf(params), { range });
  await fetchAs(anna, `${pathOf(params)}?format=wav`);
  expect(await lines()).toMatchObject([
    {
      account_id: anna.accountId,
      actor_user_id: anna.userId,
      address: '127.0.0.1',
      detail: { channelId: anna.channelId, format: 'mp3' },
    },
    { detail: { format: 'wav' } },
  ]);
});
