import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentation } from '@sidetone/contract/entities/documentation.ts';
import { type DeletablePart, deletableParts } from '@sidetone/contract/http/documentation-routes.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import type { KnownGrant } from '@sidetone/contract/rules/grants.ts';
import { silence, tone, writeWav } from '@sidetone/signals/recording.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { recordingsFolder } from '../../sound/sound-files.ts';
import { callRoute, type TestApi, testApi } from '../../testing/test-api.ts';
import { someKeeper } from '../sounds/testing/some-keeper.ts';
import { someVoicemails } from '../sounds/testing/some-voicemails.ts';
import { type Office, someOffice } from './testing/some-office.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'data-'));
let api: TestApi;
let office: Office;
let keeper: ReturnType<typeof someKeeper>;
let voicemails: ReturnType<typeof someVoicemails>;
beforeAll(async () => {
  api = await testApi({ config: { ...readConfig({}), port: 0, dataDir } });
  office = await someOffice(api);
  await setRights(['CALL_DELETE']);
  keeper = someKeeper(api.db, recordingsFolder(dataDir));
  voicemails = someVoicemails(api.db, dataDir);
});
afterAll(async () => {
  await keeper.stop();
  await voicemails.stop();
  await api.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Gives everyone these grants, and makes administrators of them all or of nobody. */
const setRights = (grants: KnownGrant[], admin = false) => api.db.updateTable('users').set({ grants, admin }).execute();

type Somebody = Office['anna'];
type SmallTalk = (typeof items)[number];
const inCall = (docId: string) => ({ channelId: office.channelId, docId });
const auditOf = async (docId: string) =>
  (await api.db.selectFrom('audit_log').selectAll().where('target', '=', docId).orderBy('id').execute()).map(
    ({ action, actor_user_id }) => [action, actor_user_id],
  );
const erasures = async () => (await api.db.selectFrom('erasures').select('id').execute()).length;

const items = [
  { id: 'a', topic: 'Holiday', description: 'Two weeks in Sylt', pinned: false, dismissed: false },
  { id: 'b', topic: 'Dog', description: 'Is called Bruno', pinned: false, dismissed: false },
];
const setSmallTalk = (who: Somebody, docId: string, to: typeof items) =>
  callRoute(api.url, who.token, routes.updateSmallTalk, { params: inCall(docId), body: { items: to } });

test('an action item is done for everyone, and open again', async () => {
  const actionItem = {
    status: 'success' as const,
    items: ['one', 'two'].map((id) => ({ id, text: id, checked: false })),
  };
  const docId = await office.call({ owner: office.anna, documentation: { actionItem } });
  const check = (who: Somebody, itemId: string, checked: boolean) =>
    callRoute(api.url, who.token, routes.checkActionItem, { params: { ...inCall(docId), itemId }, body: { checked } });
  const state = async () => (await office.documentation(docId))?.['actionItem'];
  const rev = await office.rev(docId);
  const checked = await check(office.bert, 'two', true);
  expect(checked).toMatchObject({ status: 200, body: { checked: true, rev: await office.rev(docId) } });
  expect(await office.rev(docId)).toBeGreaterThan(rev);
  expect(await state()).toMatchObject({
    items: [
      { id: 'one', checked: false },
      { id: 'two', text: 'two', checked: true },
    ],
  });
  await Promise.all([check(office.anna, 'one', true), check(office.bert, 'two', false)]);
  expect(await state()).toMatchObject({ items: [{ checked: true }, { checked: false }] });
  expect((await check(office.anna, 'three', true)).status).toBe(404);
  for (const other of [office.dora, office.elsewhere]) expect((await check(other, 'one', true)).status).toBe(404);
  const bare = await office.call({ owner: office.anna });
  const missing = { params: { ...inCall(bare), itemId: 'one' }, body: { checked: true } };
  expect((await callRoute(api.url, office.anna.token, routes.checkActionItem, missing)).status).toBe(404);
  expect(await office.documentation(bare)).toEqual({});
});

test('SDETAIL-040 to 043: small talk is pinned, dismissed and deleted, always as the full list', async () => {
  const docId = await office.call({ owner: office.anna, documentation: { smallTalk: { status: 'success', items } } });
  const list = async () => documentation.parse(await office.documentation(docId)).smallTalk?.items;
  const [a, b] = items as [SmallTalk, SmallTalk];
  const changed = await setSmallTalk(office.bert, docId, [
    { ...a, pinned: true },
    { ...b, dismissed: true },
  ]);
  expect(changed).toMatchObject({ status: 200, body: { rev: await office.rev(docId) } });
  expect(await list()).toEqual([
    { ...a, pinned: true },
    { ...b, dismissed: true },
  ]);
  expect(await auditOf(docId)).toEqual([]);
  const before = await erasures();
  expect((await setSmallTalk(office.anna, docId, [b])).status).toBe(200);
  expect(await list()).toEqual([b]);
  expect(await auditOf(docId)).toEqual([['call.documentationRemoved', office.anna.userId]]);
  expect(await erasures()).toBe(before + 1);
});

test.each([
  ['that never was', [...items, { id: 'c', topic: 'New', description: 'Invented', pinned: true, dismissed: false }]],
  ['in other words', [{ ...items[0], description: 'Two weeks in Rome' }, items[1]]],
  ['twice', [items[0], items[0]]],
])('small talk %s is refused, and nothing changes', async (_, to) => {
  const docId = await office.call({ owner: office.anna, documentation: { smallTalk: { status: 'success', items } } });
  expect(await setSmallTalk(office.anna, docId, to as typeof items)).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT' },
  });
  expect(await office.documentation(docId)).toEqual({ smallTalk: { status: 'success', items } });
});

const documented = {
  transcription: {
    status: 'success' as const,
    items: [{ speaker: 0 as const, startTime: 0, endTime: 1, text: 'Hello' }],
  },
  smartAnswers: { status: 'success' as const, setId: null, items: [] },
  summary: { status: 'success' as const, topics: ['Delivery'], text: 'About a delivery', keyPoints: [] },
  voicemail: {
    visual: { status: 'processed' as const, waveform: [0.1], duration: 3 },
    transcription: { status: 'success' as const, text: 'Call me back' },
  },
};
const deletePart = (who: Somebody, docId: string, part: DeletablePart) =>
  callRoute(api.url, who.token, routes.deletePart, { params: { ...inCall(docId), part }, query: {} });

test.each(deletableParts)('SAPI-080: %s is deleted for good, and everything else stays', async (part) => {
  const docId = await office.call({ owner: office.anna, documentation: documented });
  const before = await erasures();
  expect((await deletePart(office.anna, docId, part)).status).toBe(200);
  const { voicemail, ...rest } = documented;
  const expected: Record<string, unknown> = { ...rest, voicemail };
  if (part === 'voicemailTranscription') expected['voicemail'] = { visual: voicemail.visual };
  else delete expected[part];
  expect(await office.documentation(docId)).toEqual(expected);
  expect(await auditOf(docId)).toEqual([['call.documentationRemoved', office.anna.userId]]);
  expect(await erasures()).toBe(before + 1);
  expect((await deletePart(office.anna, docId, part)).status).toBe(200);
  expect(await auditOf(docId)).toHaveLength(1);
});

test('answers are deleted by who took the call alone, a transcript by members with the grant, and neither by others', async () => {
  const docId = await office.call({ owner: office.anna, documentation: documented });
  expect(await deletePart(office.bert, docId, 'smartAnswers')).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN' },
  });
  for (const other of [office.dora, office.elsewhere]) {
    for (const part of deletableParts) expect((await deletePart(other, docId, part)).status).toBe(404);
  }
  expect(await office.documentation(docId)).toEqual(documented);
  expect((await deletePart(office.bert, docId, 'transcription')).status).toBe(200);
});

test.each(['waiting', 'loading'] as const)('what is %s is not deleted', async (status) => {
  const docId = await office.call({ owner: office.anna, documentation: { transcription: { status, items: [] } } });
  expect(await deletePart(office.anna, docId, 'transcription')).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT' },
  });
});

/** A call of Anna's with a recording and a voicemail, whose files are given as well. */
const recordedCall = async (id: string) => {
  const docId = await office.call({ owner: office.anna });
  const { accountId, userId } = office.anna;
  const about = { accountId, ...inCall(docId), sessionId: docId.slice(4), at: new Date() };
  const recording = await keeper.keeper.opened({ ...about, recordingId: `r${id}`, userId, mode: 'manual' }, false);
  const voicemail = await voicemails.keeper.opened({ ...about, voicemailId: `v${id}` });
  for (const { path } of [recording, voicemail]) writeWav(path, { seconds: 2, left: tone(440), right: silence });
  await keeper.keeper.finished(`r${id}`);
  await voicemails.keeper.finished(`v${id}`, 2000);
  await Promise.all([keeper.keeper.idle(), voicemails.keeper.idle()]);
  const files = [recording, voicemail].flatMap(({ path }) => [path, path.replace('.wav', '.mp3')]);
  expect(files.every((file) => existsSync(file))).toBe(true);
  return { docId, files };
};
const deleteEvent = (who: Somebody, session: string, accountId = office.anna.accountId) =>
  callRoute(api.url, who.token, routes.deleteEvent, { params: { accountId, channelId: office.channelId, session } });

test.each(['docId', 'session'])(
  'API-037: a call is deleted by its %s with everything that belongs to it',
  async (by) => {
    const { docId, files } = await recordedCall(by);
    expect((await deleteEvent(office.bert, by === 'docId' ? docId : docId.slice(4))).status).toBe(200);
    expect(await office.documentation(docId)).toBeUndefined();
    expect(files.filter((file) => existsSync(file))).toEqual([]);
    for (const table of ['recordings', 'voicemails'] as const) {
      expect(await api.db.selectFrom(table).select('id').where('doc_id', '=', docId).execute()).toEqual([]);
    }
    expect(await auditOf(docId)).toEqual([['call.removed', office.bert.userId]]);
    expect(await erasures()).toBeGreaterThan(0);
    expect((await deleteEvent(office.bert, docId)).status).toBe(404);
  },
);

test('API-036: the recordings are deleted, and the call with its voicemail stays', async () => {
  const { docId, files } = await recordedCall('recording');
  const params = { accountId: office.anna.accountId, channelId: office.channelId, session: docId.slice(4) };
  expect((await callRoute(api.url, office.anna.token, routes.deleteEventRecording, { params })).status).toBe(200);
  expect(files.map((file) => existsSync(file))).toEqual([false, false, true, true]);
  expect(Object.keys((await office.documentation(docId)) ?? {})).toEqual(['voicemail']);
  expect(await auditOf(docId)).toEqual([['call.recordingRemoved', office.anna.userId]]);
  expect((await callRoute(api.url, office.anna.token, routes.deleteEventRecording, { params })).status).toBe(404);
});

test('a call in progress, or whose sound is being processed, is not deleted', async () => {
  const open = await office.call({ owner: office.anna, isOpen: true });
  expect(await deleteEvent(office.anna, open)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  const docId = await office.call({ owner: office.anna });
  const { accountId, userId } = office.anna;
  const about = { accountId, userId, ...inCall(docId), sessionId: 's', at: new Date(), mode: 'automatic' as const };
  const { path } = await keeper.keeper.opened({ ...about, recordingId: 'unfinished' }, false);
  writeWav(path, { seconds: 1, left: tone(440), right: silence });
  expect(await deleteEvent(office.anna, docId)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  expect(existsSync(path)).toBe(true);
});

test('nobody else deletes a call, and no account is named but the own', async () => {
  const docId = await office.call({ owner: office.anna });
  for (const other of [office.dora, office.elsewhere]) {
    expect((await deleteEvent(other, docId)).status).toBe(404);
    expect((await deleteEvent(other, docId, other.accountId)).status).toBe(404);
  }
  expect((await deleteEvent(office.anna, docId, office.elsewhere.accountId)).status).toBe(404);
  expect(await office.documentation(docId)).toEqual({});
});

test('of a shared channel only administrators and members with the grant delete calls, recordings and transcripts', async () => {
  const { docId, files } = await recordedCall('rights');
  const transcription = { status: 'success' as const, items: [] };
  const other = await office.call({ owner: office.anna, documentation: { transcription } });
  const { accountId } = office.anna;
  const params = { accountId, channelId: office.channelId, session: docId };
  const all = async (who: Somebody) => [
    (await deletePart(who, other, 'transcription')).status,
    (await callRoute(api.url, who.token, routes.deleteEventRecording, { params })).status,
    (await callRoute(api.url, who.token, routes.deleteRecording, { params: { ...params, docId } })).status,
    (await deleteEvent(who, docId)).status,
  ];
  await setRights(['CONTACT_WRITE']);
  // The user who took the call has no other right to what everyone in the channel sees.
  for (const who of [office.anna, office.bert]) expect(await all(who)).toEqual([403, 403, 403, 403]);
  expect(files.every((file) => existsSync(file))).toBe(true);
  expect(await auditOf(docId)).toEqual([]);
  // What the caller said to the team is its members' to deal with.
  const voicemail = await callRoute(api.url, office.bert.token, routes.deleteVoicemail, {
    params: { channelId: office.channelId, callId: docId },
  });
  expect(voicemail.status).toBe(200);
  await setRights([], true);
  expect(await all(office.bert)).toEqual([200, 200, 404, 200]);
  await setRights(['CALL_DELETE']);
  expect((await deleteEvent(office.anna, other)).status).toBe(200);
});

test('calls of the own channel are deleted without any grant', async () => {
  await setRights([]);
  const { channelId } = await api.db
    .selectFrom('channels')
    .select('id as channelId')
    .where('owner_user_id', '=', office.anna.userId)
    .executeTakeFirstOrThrow();
  await sql`insert into inbox_events (account_id, channel_id, id, session_id, unresolved, direction, state, started_at,
      terminated_at, owner)
    values (${office.anna.accountId}, ${channelId}, 'pbx-own', 'own', true, 'INCOMING', 'FINISHED', now(), now(),
      ${office.anna.userId})`.execute(api.db);
  const params = { accountId: office.anna.accountId, channelId, session: 'own' };
  expect((await callRoute(api.url, office.anna.token, routes.deleteEvent, { params })).status).toBe(200);
  await setRights(['CALL_DELETE']);
});
