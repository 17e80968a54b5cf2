import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { documentation } from '@sidetone/contract/entities/documentation.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { type Office, someOffice } from '../features/documentation/testing/some-office.ts';
import { recordingsFolder } from '../sound/sound-files.ts';
import { callRoute, type TestApi, testApi } from '../testing/test-api.ts';
import { beginKind } from './call-jobs.ts';
import { askForDocumentation } from './documenting.ts';
import { someServices } from './testing/documented-world.ts';
import { dialogue, tonesHeard, writePlanted } from './testing/planted-call.ts';

const lines = dialogue([
  '> Good morning, this is Anna from the bakery, what can I do for you?',
  'Hello, I would like to order forty rolls and the pallet of flour for Tuesday.',
]);

/** What the recogniser does before it answers. */
let before: (signal: AbortSignal) => Promise<void>;
let api: TestApi;
let office: Office;
const dataDir = mkdtempSync(join(tmpdir(), 'control-'));
beforeAll(async () => {
  const speech = tonesHeard(lines, { before: (_piece, signal) => before(signal) });
  api = await testApi({
    aiServices: someServices({ speech }),
    config: { ...readConfig({}), port: 0, dataDir },
  });
  office = await someOffice(api);
  await grant(office.anna.userId, ['CALL_BOOSTS']);
  await grant(office.bert.userId, []);
});
afterAll(() => api.stop());
beforeEach(async () => {
  before = () => Promise.resolve();
  await switchOn(everything);
});

const everything = { hasCallTranscription: true, hasCallSummary: true, hasCallHeadline: true };
const switchOn = (flags: object) =>
  api.db
    .updateTable('accounts')
    .set({ flags: JSON.stringify(flags) })
    .where('id', '=', office.anna.accountId)
    .execute();
const grant = (userId: string, grants: string[]) =>
  api.db.updateTable('users').set({ grants }).where('id', '=', userId).execute();
const partsOf = async (docId: string) => documentation.parse(await office.documentation(docId));
const sessionOf = (docId: string) => docId.slice(4);
type Control = 'skipTranscription' | 'cancelTranscription' | 'resumeTranscription';
const ask = async (name: Control, docId: string, who: { token: string } = office.anna) =>
  (await callRoute(api.url, who.token, routes[name], { params: { sessionId: sessionOf(docId) }, query: {} })).status;

/** The recording of a call is there from now on. */
async function record(docId: string): Promise<void> {
  const path = join(recordingsFolder(dataDir), `${docId}.wav`);
  mkdirSync(dirname(path), { recursive: true });
  const seconds = writePlanted(path, lines);
  await api.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('recordings')
      .values({
        id: docId,
        account_id: office.anna.accountId,
        channel_id: office.channelId,
        doc_id: docId,
        session_id: sessionOf(docId),
        mode: 'automatic',
        state: 'ready',
        original_path: `${docId}.wav`,
        duration_ms: seconds * 1000,
        started_at: new Date(),
      })
      .execute();
    await askForDocumentation(api.jobs, trx, { channelId: office.channelId, docId });
  });
}
const documented = (docId: string) =>
  vi.waitFor(async () => expect((await partsOf(docId)).summary?.status).toBe('success'), 10_000);

test('SAPI-072, INBOX-013: what is skipped while the call goes on begins as disabled, and its sound is not listened to', async () => {
  const docId = await office.call({ owner: office.anna, isOpen: true });
  expect(await ask('skipTranscription', docId)).toBe(200);
  const skipped = { status: 'disabled', reason: 'skipped' };
  expect(await partsOf(docId)).toMatchObject({ transcription: skipped, summary: skipped });
  let asked = 0;
  before = async () => {
    asked += 1;
  };
  await record(docId);
  await vi.waitFor(async () => expect((await partsOf(docId)).callHeadline).toMatchObject(skipped));
  expect(await partsOf(docId)).toMatchObject({ transcription: skipped, summary: skipped });
  expect(asked).toBe(0);
});

test('SAPI-071, INBOX-015: cancelling aborts the request that runs, its answer is dropped; SAPI-073, INBOX-016: resuming makes all of it', async () => {
  const aborted = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  before = (signal) =>
    new Promise((_resolve, reject) => {
      begun.resolve();
      signal.addEventListener('abort', () => {
        aborted.resolve();
        reject(signal.reason);
      });
    });
  const docId = await office.call({ owner: office.anna });
  await record(docId);
  await begun.promise;
  expect((await partsOf(docId)).transcription?.status).toBe('loading');
  expect(await ask('cancelTranscription', docId)).toBe(200);
  await aborted.promise;
  for (const part of ['transcription', 'summary', 'callHeadline'] as const) {
    expect((await partsOf(docId))[part]).toMatchObject({ status: 'disabled', reason: 'skipped' });
  }
  before = () => Promise.resolve();
  expect(await ask('resumeTranscription', docId)).toBe(200);
  await documented(docId);
  expect((await partsOf(docId)).transcription?.items).toHaveLength(2);
});

test('an answer that comes after the cancel is dropped', async () => {
  const begun = Promise.withResolvers<void>();
  const answers = Promise.withResolvers<void>();
  before = () => {
    begun.resolve();
    return answers.promise;
  };
  const docId = await office.call({ owner: office.anna });
  await record(docId);
  await begun.promise;
  expect(await ask('cancelTranscription', docId)).toBe(200);
  answers.resolve();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect((await partsOf(docId)).transcription).toEqual({ status: 'disabled', reason: 'skipped', items: [] });
});

test('what is made already stays when the rest is stopped', async () => {
  const docId = await office.call({ owner: office.anna });
  await record(docId);
  await documented(docId);
  expect(await ask('cancelTranscription', docId)).toBe(200);
  expect(await ask('skipTranscription', docId)).toBe(200);
  expect(await partsOf(docId)).toMatchObject({ transcription: { status: 'success' }, summary: { status: 'success' } });
});

test('ROLE-009, SPERM-011: a member without CALL_BOOSTS may not; for others there is no such call', async () => {
  const docId = await office.call({ owner: office.anna });
  for (const name of ['skipTranscription', 'cancelTranscription', 'resumeTranscription'] as const) {
    expect([name, await ask(name, docId, office.bert)]).toEqual([name, 403]);
    expect([name, await ask(name, docId, office.dora)]).toEqual([name, 404]);
    expect([name, await ask(name, docId, office.elsewhere)]).toEqual([name, 404]);
  }
  expect(await partsOf(docId)).toEqual({});
});

test('resuming a call without a sound says that there is none', async () => {
  const docId = await office.call({ owner: office.anna });
  expect(await ask('skipTranscription', docId)).toBe(200);
  expect(await ask('resumeTranscription', docId)).toBe(200);
  await vi.waitFor(async () =>
    expect((await partsOf(docId)).transcription).toMatchObject({ status: 'disabled', reason: 'noSound' }),
  );
});

test('SAPI-073, INBOX-016: parts that were switched on since begin with the transcript that is there', async () => {
  await switchOn({ hasCallTranscription: true });
  const docId = await office.call({ owner: office.anna });
  await record(docId);
  await vi.waitFor(async () => expect((await partsOf(docId)).transcription?.status).toBe('success'), 10_000);
  expect((await partsOf(docId)).summary).toBeUndefined();
  await switchOn(everything);
  expect(await ask('resumeTranscription', docId)).toBe(200);
  await documented(docId);
  await vi.waitFor(async () => expect((await partsOf(docId)).callHeadline?.status).toBe('success'));
  expect((await partsOf(docId)).actionItem).toBeUndefined();
});

test('INBOX-016: what is switched off is not made, though it was skipped with the rest', async () => {
  await switchOn({ ...everything, hasCallSummary: false });
  const docId = await office.call({ owner: office.anna, isOpen: true });
  expect(await ask('skipTranscription', docId)).toBe(200);
  await record(docId);
  await vi.waitFor(async () => expect((await partsOf(docId)).callHeadline?.reason).toBe('skipped'));
  expect(await ask('resumeTranscription', docId)).toBe(200);
  await vi.waitFor(async () => expect((await partsOf(docId)).callHeadline?.status).toBe('success'), 10_000);
  expect(await partsOf(docId)).toMatchObject({
    transcription: { status: 'success' },
    summary: { status: 'disabled', reason: 'skipped' },
  });
});

test('ROLE-009: calls of a user who has lost CALL_BOOSTS are not documented', async () => {
  await grant(office.anna.userId, []);
  try {
    const docId = await office.call({ owner: office.anna });
    await record(docId);
    await api.jobs.idle(beginKind);
    expect(await partsOf(docId)).toEqual({});
  } finally {
    await grant(office.anna.userId, ['CALL_BOOSTS']);
  }
});
