import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repairWav } from '@sidetone/wav/repair-wav.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { heardAnswers } from '../../features/asked-callers/heard-answers.ts';
import { keepAskings } from '../../features/asked-callers/keep-askings.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { someJobs } from '../../jobs/testing/some-jobs.ts';
import { soundFiles } from '../../sound/sound-files.ts';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { transcriptFiles } from '../../storage/transcript-files.ts';
import { ProviderFailure } from '../providers/failure.ts';
import type { AiServices } from '../services.ts';
import { someServices } from '../testing/documented-world.ts';
import { dialogue, tonesHeard, writePlanted } from '../testing/planted-call.ts';
import { askedFeature } from './feature.ts';
import { hearAskingKind } from './hear-asking.ts';

let database: TestDatabase;
let folder: string;
let jobs: Jobs;
let count = 0;
let resultId: string;
let docId: string;
const working: { stop?(): unknown }[] = [];
const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });

const lines = dialogue([
  '> My name is Ingrid Thalbach from the public utilities in Ahrenshoop',
  '> It is about the tender for winter road clearance at twelve sites and I would like to know if you want to take part',
]);

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  await someCompany(db);
  for (const id of ['greeting', 'name', 'concern'])
    await db.insertInto('announcements').values({ id, account_id: 's1', name: id, duration_ms: 1000 }).execute();
  await db
    .insertInto('assistants')
    .values({
      id: 'desk',
      account_id: 's1',
      name: 'Front desk',
      greeting_announcement_id: 'greeting',
      questions: JSON.stringify([
        { id: 'name', text: 'Who is calling, please?', label: 'Name', announcementId: 'name' },
        { id: 'unrecorded', text: 'Which town?' },
        { id: 'concern', text: 'What is it about?', announcementId: 'concern' },
      ]),
      topics: JSON.stringify([
        { label: 'Invoices', color: 'red' },
        { label: 'Tenders', color: 'blue' },
      ]),
    })
    .execute();
});
afterAll(() => database.drop());
beforeEach(async () => {
  count += 1;
  [resultId, docId] = [`result-${count}`, `pbx-${count}`];
  folder = mkdtempSync(join(tmpdir(), 'asked-'));
  jobs = await someJobs(database.db);
  await database.db
    .insertInto('inbox_events')
    .values({
      id: docId,
      account_id: 's1',
      channel_id: 'cteam',
      session_id: docId.slice(4),
      unresolved: true,
      direction: 'INCOMING',
      state: 'RINGING',
      remote_phone_number: '+4930555020',
      started_at: new Date(),
      documentation: '{}',
    })
    .execute();
});
afterEach(async () => {
  for (const each of working.splice(0)) await each.stop?.();
  await jobs.stop();
  rmSync(folder, { recursive: true });
  await database.db.updateTable('accounts').set({ plan: '{}' }).execute();
});

function askedBy(services: AiServices, node = 'here') {
  const { db } = database;
  const files = soundFiles(join(folder, 'answers'));
  const transcripts = transcriptFiles(join(folder, 'transcripts'));
  const keeper = keepAskings({
    db,
    node,
    files,
    log,
    fileOf: async (id) => `/${id}.wav`,
    canHear: async (accountId) => (await services.ground.connection(accountId, 'speech')) !== null,
    hear: (trx, id) => jobs.enqueue(trx, hearAskingKind, id),
    repair: repairWav,
  });
  const feature = askedFeature({
    db,
    jobs,
    services,
    log,
    store: heardAnswers({ db, files, keepTranscript: transcripts.keep }),
  });
  working.push({ stop: () => keeper.stop() }, feature);
  return {
    transcript: async () => {
      const path = await transcripts.fileOf({ assistantId: 'desk', transcriptDocId: resultId });
      return path === null ? null : readFileSync(path, 'utf8');
    },
    keeper,
    work: async () => await feature.jobs?.[0]?.resume(),
    begins: () =>
      keeper.opened({
        resultId,
        assistantId: 'desk',
        accountId: 's1',
        channelId: 'cteam',
        docId,
        sessionId: docId.slice(4),
        at: new Date(),
      }),
    /** The caller says this line; gives the path of the file. */
    async answers(questionId: string, line: number) {
      const { path } = await keeper.answering(resultId, questionId);
      const only = lines.map((each, at) => ({
        ...each,
        start: 0.5,
        speaker: at === line ? (0 as const) : (1 as const),
      }));
      writePlanted(path, only);
      return path;
    },
  };
}
const result = () =>
  database.db.selectFrom('assistant_results').selectAll().where('id', '=', resultId).executeTakeFirst();
const left = () => database.db.selectFrom('assistant_answers').selectAll().where('asking_id', '=', resultId).execute();
const runs = () => database.db.selectFrom('ai_runs').selectAll().where('doc_id', '=', docId).orderBy('id').execute();

test('what callers answer is in the result, with topics of the assistant, and the sound goes', async () => {
  const world = askedBy(someServices({ speech: tonesHeard(lines) }));
  expect(await world.keeper.scriptOf('s1', 'desk')).toEqual({
    greeting: '/greeting.wav',
    questions: [
      { questionId: 'name', file: '/name.wav' },
      { questionId: 'concern', file: '/concern.wav' },
    ],
    goodbye: null,
  });
  await world.begins();
  const paths = [await world.answers('name', 0), await world.answers('concern', 1)];
  await world.keeper.finished(resultId, 'answered', [
    { questionId: 'name', durationMs: 4000 },
    { questionId: 'concern', durationMs: 6000 },
  ]);
  // Before anything was heard, the result says what was asked.
  expect(await result()).toMatchObject({
    state: 'OPEN',
    remote_number: '+4930555020',
    session_id: docId.slice(4),
    rows: [
      { label: 'Name', value: '' },
      { label: 'What is it about?', value: '' },
    ],
  });
  await world.work();
  await vi.waitFor(async () => expect(await left()).toEqual([]));
  expect(await result()).toMatchObject({
    rows: [
      { label: 'Name', value: lines[0]?.text },
      { label: 'What is it about?', value: lines[1]?.text },
    ],
    topics: ['Tenders'],
    primary_topic: 'Tenders',
    transcript_doc_id: resultId,
  });
  expect(await world.transcript()).toBe(
    [
      'Assistant: Who is calling, please?',
      `Caller: ${lines[0]?.text}`,
      'Assistant: What is it about?',
      `Caller: ${lines[1]?.text}`,
    ].join('\n'),
  );
  expect(paths.map((path) => existsSync(path))).toEqual([false, false]);
  expect(await runs()).toMatchObject([
    { step: 'transcribe', counted: true, outcome: 'done' },
    { step: 'transcribe', counted: true, outcome: 'done' },
  ]);
  const [{ calls } = { calls: 0 }] = await database.db.selectFrom('ai_usage').select('calls').execute();
  // Two answers are one call.
  expect(calls).toBe(1);
});

test('a question that nobody answered has an empty value, and no service is asked about it', async () => {
  const world = askedBy(someServices({ speech: tonesHeard(lines) }));
  await world.work();
  await world.begins();
  await world.answers('name', 0);
  await world.keeper.answering(resultId, 'concern');
  await world.keeper.finished(resultId, 'answered', [
    { questionId: 'name', durationMs: 4000 },
    { questionId: 'concern', durationMs: 0 },
  ]);
  await vi.waitFor(async () => expect(await left()).toEqual([]));
  expect((await result())?.rows).toEqual([
    { label: 'Name', value: lines[0]?.text },
    { label: 'What is it about?', value: '' },
  ]);
  expect(await runs()).toHaveLength(1);
});

test.each(['person', 'left'] as const)('nothing is left of a caller who said nothing: %s', async (end) => {
  const world = askedBy(someServices({ speech: tonesHeard(lines) }));
  await world.begins();
  const { path } = await world.keeper.answering(resultId, 'name');
  writePlanted(
    path,
    lines.map((each) => ({ ...each, speaker: 1 })),
  );
  await world.keeper.finished(resultId, end, [{ questionId: 'name', durationMs: 0 }]);
  expect([await result(), await left(), existsSync(path)]).toEqual([undefined, [], false]);
});

test('what an earlier life was asking is heard by the next one', async () => {
  const before = askedBy(someServices({ speech: tonesHeard(lines) }));
  await before.begins();
  const path = await before.answers('name', 0);
  // The file has not grown for a while.
  const { utimesSync } = await import('node:fs');
  utimesSync(path, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
  const next = askedBy(someServices({ speech: tonesHeard(lines) }));
  await next.work();
  expect(await next.keeper.resume()).toBe(1);
  await vi.waitFor(async () => expect(await left()).toEqual([]));
  expect((await result())?.rows).toEqual([{ label: 'Name', value: lines[0]?.text }]);
  expect(await next.keeper.resume()).toBe(0);
  // Whom this life asks is left alone, though nothing was recorded so far.
  resultId = `${resultId}-again`;
  await next.begins();
  expect(await next.keeper.resume()).toBe(0);
  await next.answers('name', 0);
});

test('a service that is away is asked again, and what was heard before is not asked for again', async () => {
  let asked = 0;
  const speech = tonesHeard(lines, {
    async before() {
      asked += 1;
      if (asked === 2) throw new ProviderFailure('again', 'unreachable', { retryAfterSeconds: 0 });
    },
  });
  const world = askedBy(someServices({ speech }));
  await world.begins();
  await world.answers('name', 0);
  await world.answers('concern', 1);
  await world.keeper.finished(resultId, 'answered', [
    { questionId: 'name', durationMs: 4000 },
    { questionId: 'concern', durationMs: 6000 },
  ]);
  await world.work();
  await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 15_000 });
  expect(asked).toBe(3);
  expect((await result())?.rows).toMatchObject([{ value: lines[0]?.text }, { value: lines[1]?.text }]);
});

test('a month that is used up loses nothing of what was said', async () => {
  const plan = { name: 'Small', quotas: [{ grant: 'CALL_BOOSTS', limit: 0 }] };
  await database.db
    .updateTable('accounts')
    .set({ plan: JSON.stringify(plan) })
    .execute();
  const world = askedBy(someServices({ speech: tonesHeard(lines) }));
  await world.work();
  await world.begins();
  const path = await world.answers('name', 0);
  await world.keeper.finished(resultId, 'left', [{ questionId: 'name', durationMs: 4000 }]);
  await jobs.idle(hearAskingKind);
  expect(existsSync(path)).toBe(true);
  expect(await left()).toMatchObject([{ words: null }]);
  expect(await jobs.among(database.db, hearAskingKind, [resultId])).toEqual(new Set([resultId]));
});

test('a caller who leaves as a question ends has their other answers heard', async () => {
  const world = askedBy(someServices({ speech: tonesHeard(lines) }));
  await world.work();
  await world.begins();
  await world.answers('name', 0);
  // Nothing was recorded, and nobody says so.
  await world.keeper.answering(resultId, 'concern');
  await world.keeper.finished(resultId, 'left', [{ questionId: 'name', durationMs: 4000 }]);
  await vi.waitFor(async () => expect(await left()).toEqual([]));
  expect((await result())?.rows).toMatchObject([{ value: lines[0]?.text }, { value: '' }]);
});

test('an answer whose end nobody told counts by what its file holds', async () => {
  const world = askedBy(someServices({ speech: tonesHeard(lines) }));
  await world.work();
  await world.begins();
  await world.answers('name', 0);
  await world.keeper.finished(resultId, 'left', []);
  await vi.waitFor(async () => expect(await left()).toEqual([]));
  expect((await result())?.rows).toMatchObject([{ value: lines[0]?.text }]);
});

test('one answer that no service takes keeps none of the others from being heard', async () => {
  let asked = 0;
  const speech = tonesHeard(lines, {
    async before() {
      asked += 1;
      if (asked === 1) throw new ProviderFailure('badAnswer', 'notTheProtocol');
    },
  });
  const world = askedBy(someServices({ speech }));
  await world.begins();
  await world.answers('name', 0);
  await world.answers('concern', 1);
  await world.keeper.finished(resultId, 'answered', [
    { questionId: 'name', durationMs: 4000 },
    { questionId: 'concern', durationMs: 6000 },
  ]);
  await world.work();
  await vi.waitFor(async () => expect((await result())?.rows).toMatchObject([{}, { value: lines[1]?.text }]));
});

test('who deletes the call deletes what nobody has heard of it, and the sound goes', async () => {
  const world = askedBy(someServices({ speech: tonesHeard(lines) }));
  await world.begins();
  const path = await world.answers('name', 0);
  await world.keeper.finished(resultId, 'left', [{ questionId: 'name', durationMs: 4000 }]);
  await database.db.deleteFrom('inbox_events').where('id', '=', docId).execute();
  await world.work();
  await vi.waitFor(async () => expect(await left()).toEqual([]));
  expect([(await result())?.rows, existsSync(path)]).toEqual([[{ label: 'Name', value: '' }], false]);
});

test('a server takes up nothing that another one asks', async () => {
  const other = askedBy(someServices({ speech: tonesHeard(lines) }), 'elsewhere');
  await other.begins();
  expect(await askedBy(someServices({ speech: tonesHeard(lines) })).keeper.resume()).toBe(0);
  expect(await other.keeper.answering(resultId, 'name')).toMatchObject({ path: expect.any(String) });
});

test('answers whose job is gone, as after a restored backup, are heard at the next start', async () => {
  const world = askedBy(someServices({ speech: tonesHeard(lines) }));
  await world.begins();
  await world.answers('name', 0);
  await world.keeper.finished(resultId, 'left', [{ questionId: 'name', durationMs: 4000 }]);
  await jobs.cancel(database.db, hearAskingKind, resultId);
  const next = askedBy(someServices({ speech: tonesHeard(lines) }));
  await next.work();
  await next.keeper.resume();
  await vi.waitFor(async () => expect(await left()).toEqual([]));
  expect((await result())?.rows).toMatchObject([{ value: lines[0]?.text }]);
});

test('who deletes the result deletes what was said', async () => {
  const world = askedBy(someServices({ speech: tonesHeard(lines) }));
  await world.begins();
  await world.answers('name', 0);
  await world.keeper.finished(resultId, 'left', [{ questionId: 'name', durationMs: 4000 }]);
  await database.db.deleteFrom('assistant_results').where('id', '=', resultId).execute();
  expect(await left()).toEqual([]);
  const erasures = await sql<{ tables: string[] | null }>`select tables from erasures`.execute(database.db);
  expect(erasures.rows.some(({ tables }) => tables?.includes('assistant_answers'))).toBe(true);
});

test('an assistant asks nothing where nobody could hear the answers, of another account, or without a recorded question', async () => {
  expect(await askedBy(someServices({})).keeper.hasQuestions('s1', 'desk')).toBe(false);
  const { keeper } = askedBy(someServices({ speech: tonesHeard(lines) }));
  expect(await keeper.hasQuestions('s1', 'desk')).toBe(true);
  expect(await keeper.hasQuestions('s2', 'desk')).toBe(false);
  expect(await keeper.scriptOf('s2', 'desk')).toBeNull();
  await database.db
    .updateTable('announcements')
    .set({ account_id: 's1', id: 'other' })
    .where('id', '=', 'name')
    .execute();
  expect((await keeper.scriptOf('s1', 'desk'))?.questions).toEqual([{ questionId: 'concern', file: '/concern.wav' }]);
  await database.db.updateTable('announcements').set({ id: 'name' }).where('id', '=', 'other').execute();
});
