import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdminCallFeedback, AdminFeedback } from '@sidetone/contract/entities/feedback.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { feedbackMaxLogBytes, feedbackPerDay, userAssetQuotaBytes } from '@sidetone/contract/rules/limits.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { filesOf } from '../../backup/folder-files.ts';
import { readConfig } from '../../config.ts';
import { tokenOf } from '../../testing/authorisation-world.ts';
import { liveClient } from '../../testing/live-client.ts';
import { callRoute, type TestApi, testApi } from '../../testing/test-api.ts';
import { type Office, someOffice } from '../documentation/testing/some-office.ts';
import { assetFiles, userAssetsFolder } from './asset-files.ts';
import { sweepFeedback } from './sweep.ts';
import { someFeedback } from './testing/some-feedback.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'data-'));
const folder = userAssetsFolder(dataDir);
const files = assetFiles(folder);
let api: TestApi;
let office: Office;
type Someone = Office['anna'];

beforeAll(async () => {
  api = await testApi({ config: { ...readConfig({}), port: 0, dataDir } });
  office = await someOffice(api);
  const bosses = [office.bert.userId, office.elsewhere.userId];
  await api.db.updateTable('users').set({ admin: true }).where('id', 'in', bosses).execute();
});
afterAll(async () => {
  await api.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  await api.db.deleteFrom('feedback').execute();
  await api.db.deleteFrom('call_feedback').execute();
  await api.db.deleteFrom('user_assets').execute();
  rmSync(folder, { recursive: true, force: true });
  // A sign-in of their own for each test: how much one may ask in ten seconds is no matter here.
  for (const who of [office.anna, office.bert, office.dora, office.elsewhere]) {
    who.token = await tokenOf(api.db, who.userId);
  }
});

const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const png = (bytes = 100) => Buffer.concat([pngHead, Buffer.alloc(bytes - pngHead.length, 7)]);
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(50, 9)]);

async function upload(who: Someone, bytes: Buffer, kind: 'image' | 'log' = 'image', fileName = 'screen.png') {
  const reply = await fetch(`${api.url}/api/user-assets?${new URLSearchParams({ kind, fileName })}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  });
  return { status: reply.status, body: (await reply.json()) as { id: string; url: string; code?: string } };
}
const uploaded = async (...about: Parameters<typeof upload>) => (await upload(...about)).body;

const send = (who: Someone, more: object = {}) =>
  callRoute(api.url, who.token, routes.sendFeedback, { body: someFeedback(more) });
const fetchAsset = (who: Someone, id: string) =>
  fetch(`${api.url}/api/user-assets/${id}`, { headers: { authorization: `Bearer ${who.token}` } });
const say = (who: Someone, callId: string, more: object = {}) =>
  callRoute(api.url, who.token, routes.sendCallFeedback, {
    body: { callId, tags: ['NO_SOUND'], text: 'They could not hear me.', rating: 'BAD', ...more },
  });
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000 });
function watch<R extends { id: string; rev: number }>(who: Someone, name: string) {
  const client = liveClient(api.url, () => who.token);
  return { seen: client.watch<R>(name), close: () => client.close() };
}

test('a feedback arrives with its pictures and its log, live, and is marked as done and opened again', async () => {
  const { anna, bert } = office;
  const { seen, close } = watch<AdminFeedback & { rev: number }>(bert, 'adminFeedback');
  await eventually(() => expect(seen.rows).toEqual([]));
  const [first, second] = [await uploaded(anna, png()), await uploaded(anna, jpeg, 'image', 'photo.jpg')];
  const log = await uploaded(anna, Buffer.from('one\ntwö'), 'log', 'sidetone.log');
  const sent = await send(anna, { imageUrls: [first.url, second.url], logfileUrl: log.url });
  expect(sent.status).toBe(200);
  await eventually(() => expect(seen.rows).toHaveLength(1));
  expect(seen.rows?.[0]).toMatchObject({
    id: sent.body.id,
    userId: anna.userId,
    userName: 'Anna Tester',
    email: 'anna@company.example',
    subject: 'Headset',
    text: someFeedback().description,
    doneAt: null,
    doneBy: null,
    facts: { appVersion: '4.2.0', browser: 'Chromium 140', platform: 'web', plan: 'PREMIUM_TIER_B', neoPBX: true },
    images: [
      { id: first.id, fileName: 'screen.png', contentType: 'image/png', bytes: 100 },
      { id: second.id, fileName: 'photo.jpg', contentType: 'image/jpeg', bytes: 54 },
    ],
    log: { id: log.id, fileName: 'sidetone.log', contentType: 'text/plain' },
  });
  const mark = (done: boolean) =>
    callRoute(api.url, bert.token, routes.changeFeedback, {
      params: { feedbackId: sent.body.id },
      body: { done },
    });
  expect((await mark(true)).status).toBe(200);
  await eventually(() => expect(seen.rows?.[0]).toMatchObject({ doneBy: bert.userId, doneAt: expect.any(String) }));
  expect((await mark(false)).status).toBe(200);
  await eventually(() => expect(seen.rows?.[0]).toMatchObject({ doneBy: null, doneAt: null }));
  await close();
});

test('a file is read by its author and by the administrators of the account, and by nobody else', async () => {
  const { anna, bert, dora, elsewhere } = office;
  const image = await uploaded(anna, png());
  const log = await uploaded(anna, Buffer.from('eins\nzwölf'), 'log', 'a.log');
  for (const who of [anna, bert]) {
    const reply = await fetchAsset(who, image.id);
    expect(reply.headers.get('content-type')).toBe('image/png');
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await reply.arrayBuffer())).toEqual(png());
    expect(await (await fetchAsset(who, log.id)).text()).toBe('eins\nzwölf');
  }
  for (const who of [dora, elsewhere]) expect((await fetchAsset(who, image.id)).status).toBe(404);
  for (const id of ['..%2f..%2fkey', 'none']) expect((await fetchAsset(bert, id)).status).toBe(404);
});

test.each<[string, Buffer, 'image' | 'log']>([
  ['a picture that is none, whatever it is called', Buffer.from('<svg onload="alert(1)"/>'), 'image'],
  ['a GIF', Buffer.from('GIF89a......'), 'image'],
  ['the beginning of a PNG', pngHead.subarray(0, 7), 'image'],
  ['an empty picture', Buffer.alloc(0), 'image'],
  ['a log that is no text', png(), 'log'],
  ['a log with a zero in it', Buffer.from('a\0b'), 'log'],
  ['a log in another encoding', Buffer.from([0x41, 0xfc, 0x42]), 'log'],
])('%s is refused, and nothing of it stays', async (_what, bytes, kind) => {
  const reply = await upload(office.anna, bytes, kind);
  expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(readdirSync(folder)).toEqual([]);
});

test('a file that is too large is refused, and nothing of it stays', async () => {
  const reply = await upload(office.anna, Buffer.alloc(feedbackMaxLogBytes + 1, 0x41), 'log');
  expect([reply.status, reply.body.code]).toEqual([413, 'BODY_TOO_LARGE']);
  expect(readdirSync(folder)).toEqual([]);
});

test('nobody fills the disk: of one person so much is kept, and others are not kept from anything', async () => {
  const { anna, dora } = office;
  const { id } = await uploaded(anna, png());
  await api.db
    .updateTable('user_assets')
    .set({ bytes: userAssetQuotaBytes - 100 })
    .where('id', '=', id)
    .execute();
  expect((await upload(anna, png(100))).status).toBe(200);
  const full = await upload(anna, png(20));
  expect([full.status, full.body.code]).toEqual([409, 'STORAGE_FULL']);
  expect(readdirSync(folder)).toHaveLength(2);
  expect((await upload(dora, png())).status).toBe(200);
});

test.each<[string, (of: { own: string; others: string; log: string; sent: string }) => object]>([
  ['a text that is too short', () => ({ description: ' too short  ' })],
  ['five pictures', ({ own }) => ({ imageUrls: [own, own, own, own, own] })],
  ["somebody else's picture", ({ others }) => ({ imageUrls: [others] })],
  ['a log as a picture', ({ log }) => ({ imageUrls: [log] })],
  ['a picture as a log', ({ own }) => ({ logfileUrl: own })],
  ['a picture that was sent already', ({ sent }) => ({ imageUrls: [sent] })],
  ['the same picture twice', ({ own }) => ({ imageUrls: [own, own] })],
  ['a picture elsewhere', () => ({ imageUrls: ['https://evil.example/picture.png'] })],
  ['what is no address', () => ({ imageUrls: ['picture.png'] })],
  ['what is no e-mail address', () => ({ email: 'anna' })],
])('%s is refused', async (_what, more) => {
  const { anna, dora } = office;
  const sent = await uploaded(anna, png());
  expect((await send(anna, { description: 'An earlier one, long enough.', imageUrls: [sent.url] })).status).toBe(200);
  const own = await uploaded(anna, png());
  const others = await uploaded(dora, png());
  const log = await uploaded(anna, Buffer.from('text'), 'log');
  const reply = await send(anna, more({ own: own.url, others: others.url, log: log.url, sent: sent.url }));
  expect([reply.status, reply.body]).toMatchObject([400, { code: 'VALIDATION_FAILED' }]);
  expect(await api.db.selectFrom('feedback').select('id').execute()).toHaveLength(1);
});

test('pictures that are together too large are refused', async () => {
  const { anna } = office;
  const [one, other] = [await uploaded(anna, png()), await uploaded(anna, png())];
  await api.db.updateTable('user_assets').set({ bytes: 10_000_001 }).execute();
  expect((await send(anna, { imageUrls: [one.url, other.url] })).status).toBe(400);
  await api.db.updateTable('user_assets').set({ bytes: 10_000_000 }).execute();
  expect((await send(anna, { imageUrls: [one.url, other.url] })).status).toBe(200);
});

test('sent again after a lost reply it is one feedback; more than a day has room for is refused', async () => {
  const { anna } = office;
  const image = await uploaded(anna, png());
  const [first, again] = [await send(anna, { imageUrls: [image.url] }), await send(anna, { imageUrls: [image.url] })];
  expect(again.body).toEqual(first.body);
  await sql`insert into feedback (id, account_id, user_id, subject, text, email, facts)
    select 'many' || at, ${anna.accountId}, ${anna.userId}, '', 'text', 'a@b.example', '{}'
    from generate_series(2, ${feedbackPerDay}) at`.execute(api.db);
  expect(await send(anna, { description: 'One more than a day has room for.' })).toMatchObject({
    status: 429,
    body: { code: 'TOO_MANY_ATTEMPTS' },
  });
});

test('the same words with a picture that was forgotten are another feedback, and the picture arrives', async () => {
  const { anna } = office;
  const { body: without } = await send(anna);
  const image = await uploaded(anna, png());
  const { body: whole } = await send(anna, { imageUrls: [image.url] });
  expect(whole.id).not.toBe(without.id);
  const { feedback_id: sentWith } = await api.db
    .selectFrom('user_assets')
    .select('feedback_id')
    .where('id', '=', image.id)
    .executeTakeFirstOrThrow();
  expect(sentWith).toBe(whole.id);
  // An app that heard no answer uploads its pictures again.
  const anew = await uploaded(anna, png());
  expect((await send(anna, { imageUrls: [anew.url] })).body.id).toBe(whole.id);
});

test('words with what a database cannot keep arrive without it', async () => {
  const { anna } = office;
  const log = await uploaded(anna, Buffer.from('text'), 'log', 'a.log');
  const sent = await send(anna, { description: 'Nobody\0 heard me. \ud83d', subject: '\0', logfileUrl: log.url });
  expect(sent.status).toBe(200);
  expect((await say(anna, 'call', { text: 'no\0 sound' })).status).toBe(200);
  const rows = await api.db.selectFrom('feedback').select(['text', 'subject']).execute();
  expect(rows).toEqual([{ text: 'Nobody heard me. \ufffd', subject: '' }]);
  expect(await api.db.selectFrom('call_feedback').select('text').execute()).toEqual([{ text: 'no sound' }]);
});

test('feedback on a call is stored with it, replaced by new feedback, and deleted with the call', async () => {
  const { anna, bert, channelId } = office;
  const { seen, close } = watch<AdminCallFeedback & { rev: number }>(bert, 'adminCallFeedback');
  const docId = await office.call({ owner: anna });
  await sql`update inbox_events set established_at = started_at, terminated_at = started_at + interval '90 seconds'
    where id = ${docId}`.execute(api.db);
  expect((await say(anna, docId, { text: 'first' })).status).toBe(200);
  expect((await say(anna, docId, { tags: ['BAD_AUDIO'], text: 'second' })).status).toBe(200);
  // The rating dialog asks on its own.
  expect((await say(anna, docId, { tags: [], rating: 'GOOD', reason: 'no_reason', text: '' })).status).toBe(200);
  await eventually(() => expect(seen.rows).toHaveLength(2));
  expect(seen.rows).toMatchObject([
    { rating: 'GOOD', tag: null, reason: 'no_reason', callId: docId },
    { rating: 'BAD', tag: 'BAD_AUDIO', reason: null, text: 'second', userName: 'Anna Tester' },
  ]);
  expect(seen.rows?.[1]?.call).toMatchObject({ direction: 'INCOMING', seconds: 90, wasEstablished: true });
  const params = { accountId: anna.accountId, channelId, session: docId };
  await api.db
    .updateTable('users')
    .set({ grants: ['CALL_DELETE'] })
    .where('id', '=', anna.userId)
    .execute();
  expect((await callRoute(api.url, anna.token, routes.deleteEvent, { params })).status).toBe(200);
  await eventually(() => expect(seen.rows).toEqual([]));
  await close();
});

test('a call that never reached the server is kept by its id; a call of others is not told of', async () => {
  const { anna, dora, elsewhere } = office;
  const docId = await office.call({ owner: anna });
  for (const who of [dora, elsewhere]) expect((await say(who, docId)).status).toBe(200);
  expect((await say(anna, 'never-there')).status).toBe(200);
  const rows = await api.db.selectFrom('call_feedback').select(['call_id', 'doc_id']).orderBy('call_id').execute();
  expect(rows).toEqual([
    { call_id: 'never-there', doc_id: null },
    { call_id: docId, doc_id: null },
    { call_id: docId, doc_id: null },
  ]);
});

test.each<[string, object]>([
  ['a bad call without a tag', { tags: [] }],
  ['two tags', { tags: ['NO_SOUND', 'OTHER'] }],
  ['a good call with a tag', { rating: 'GOOD' }],
  ['a tag that there is none of', { tags: ['LOUD'] }],
])('%s is refused', async (_what, more) => {
  expect((await say(office.anna, 'call', more)).status).toBe(400);
});

test('only administrators of the account export, and no cell is a formula', async () => {
  const { anna, bert, elsewhere } = office;
  await send(anna, { subject: '=cmd|calc', description: 'He said "louder",\nthen nothing.' });
  await say(anna, 'call-1');
  const table = async (who: Someone, of: 'product' | 'calls') => {
    const headers = { authorization: `Bearer ${who.token}` };
    const reply = await fetch(`${api.url}/api/admin/feedback/export?of=${of}`, { headers });
    return { status: reply.status, text: await reply.text(), name: reply.headers.get('content-disposition') };
  };
  const product = await table(bert, 'product');
  expect(product.text).toContain(`Anna Tester,anna@company.example,'=cmd|calc,"He said ""louder"",\nthen nothing."`);
  expect(product.name).toContain('feedback-product.csv');
  expect((await table(bert, 'calls')).text).toContain('Anna Tester,BAD,NO_SOUND,,They could not hear me.,call-1');
  expect((await table(anna, 'product')).status).toBe(403);
  expect((await table(elsewhere, 'product')).text.trim().split('\r\n')).toHaveLength(1);
  const actions = await api.db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('action', '=', 'feedback.exported')
    .where('scope', '=', bert.accountId)
    .executeTakeFirstOrThrow();
  expect(actions.count).toBe('2');
});

test('a deleted feedback takes its files along, and asks for nothing of it to be left on the disk', async () => {
  const { anna, bert } = office;
  const image = await uploaded(anna, png());
  const { body: made } = await send(anna, { imageUrls: [image.url] });
  expect(filesOf(dataDir).map(({ name }) => name)).toContain(`user-assets/${image.id}`);
  await api.db.deleteFrom('erasures').execute();
  const remove = () => callRoute(api.url, bert.token, routes.removeFeedback, { params: { feedbackId: made.id } });
  expect((await remove()).status).toBe(200);
  expect((await remove()).status).toBe(404);
  const lines = await api.db
    .selectFrom('audit_log')
    .select(['actor_user_id', 'target'])
    .where('action', '=', 'feedback.removed')
    .where('target', '=', made.id)
    .execute();
  expect(lines).toEqual([{ actor_user_id: bert.userId, target: made.id }]);
  expect(existsSync(files.pathOf(image.id))).toBe(false);
  const erasures = await api.db.selectFrom('erasures').select('tables').execute();
  expect(erasures).toEqual([{ tables: ['feedback', 'call_feedback', 'user_assets'] }]);
});

test('deleted feedback leaves the lists of administrators immediately', async () => {
  const { anna, bert } = office;
  const product = watch<AdminFeedback & { rev: number }>(bert, 'adminFeedback');
  const calls = watch<AdminFeedback & { rev: number }>(bert, 'adminCallFeedback');
  await send(anna);
  await say(anna, 'call-to-be-deleted');
  await eventually(() => expect([product.seen.rows, calls.seen.rows]).toMatchObject([{ length: 1 }, { length: 1 }]));
  for (const [route, seen] of [
    [routes.removeFeedback, product.seen],
    [routes.removeCallFeedback, calls.seen],
  ] as const) {
    const params = { feedbackId: seen.rows?.[0]?.id ?? '' };
    expect((await callRoute(api.url, bert.token, route, { params })).status).toBe(200);
    await eventually(() => expect(seen.rows).toEqual([]));
  }
  await Promise.all([product.close(), calls.close()]);
});

test('of what was uploaded and never sent nothing is left on the disk either', async () => {
  const { id } = await uploaded(office.anna, png());
  await sql`update user_assets set created_at = now() - interval '25 hours' where id = ${id}`.execute(api.db);
  await api.db.deleteFrom('erasures').execute();
  await sweepFeedback({ db: api.db, files });
  expect(existsSync(files.pathOf(id))).toBe(false);
  expect(await api.db.selectFrom('erasures').select('tables').execute()).toEqual([{ tables: ['user_assets'] }]);
});

test('the sweep takes what is older than the account wants it, what was never sent, and files of who is gone', async () => {
  const { anna, dora } = office;
  const old = (path: string) => utimesSync(path, new Date(0), new Date(0));
  const [sent, fresh, unsent] = [await uploaded(anna, png()), await uploaded(anna, png()), await uploaded(anna, jpeg)];
  const gone = await uploaded(dora, png());
  const { body: first } = await send(anna, { imageUrls: [sent.url] });
  const { body: second } = await send(anna, { description: 'A newer one, long enough.', imageUrls: [fresh.url] });
  await say(anna, 'old-call');
  await sql`update feedback set at = now() - interval '366 days' where id = ${first.id}`.execute(api.db);
  await sql`update call_feedback set at = now() - interval '366 days'`.execute(api.db);
  await sql`update user_assets set created_at = now() - interval '25 hours' where id = ${unsent.id}`.execute(api.db);
  await api.db.deleteFrom('user_assets').where('id', '=', gone.id).execute();
  writeFileSync(files.receivedPath('half'), 'half');
  for (const path of [files.pathOf(gone.id), files.receivedPath('half'), files.pathOf(fresh.id)]) old(path);
  writeFileSync(files.receivedPath('running'), 'now');

  expect(await sweepFeedback({ db: api.db, files })).toBe(2);
  expect(readdirSync(folder).sort()).toEqual([fresh.id, 'running.part'].sort());
  expect(readFileSync(files.pathOf(fresh.id))).toEqual(png());
  expect(await api.db.selectFrom('feedback').select('id').execute()).toEqual([{ id: second.id }]);
  await api.db
    .updateTable('accounts')
    .set({ retention: JSON.stringify({ feedback: null }) })
    .execute();
  await sql`update feedback set at = now() - interval '9 years'`.execute(api.db);
  expect(await sweepFeedback({ db: api.db, files })).toBe(0);
});

test('with a person goes all that they said', async () => {
  const { anna } = office;
  const image = await uploaded(anna, png());
  await send(anna, { imageUrls: [image.url] });
  await say(anna, 'call');
  await api.db.deleteFrom('users').where('id', '=', anna.userId).execute();
  for (const table of ['feedback', 'call_feedback', 'user_assets'] as const) {
    expect(await api.db.selectFrom(table).select('id').execute()).toEqual([]);
  }
  utimesSync(files.pathOf(image.id), new Date(0), new Date(0));
  await sweepFeedback({ db: api.db, files });
  expect(readdirSync(folder)).toEqual([]);
});
