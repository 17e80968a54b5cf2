import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { askForAnswers } from './ask-answers.ts';
import { answersKind, jobIdOf } from './call-jobs.ts';
import { cancelDocumentation, resumeDocumentation } from './control.ts';
import { askForDocumentation } from './documenting.ts';
import { heal } from './heal.ts';
import { ProviderFailure } from './providers/failure.ts';
import type { AiServices } from './services.ts';
import {
  askAbout,
  caller,
  forgetSets,
  lines,
  modelAnswers,
  questionsOfSet,
  shareAnnasLine,
  speech,
  transcription,
  writeSet,
} from './testing/asked-questions.ts';
import { documentedWorld, someServices, switchOn } from './testing/documented-world.ts';
import { tonesHeard } from './testing/planted-call.ts';

let database: TestDatabase;
let count = 0;
let docId: string;
const worlds: Awaited<ReturnType<typeof documentedWorld>>[] = [];
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
  await shareAnnasLine(database.db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  count += 1;
  docId = `pbx-${count}`;
  await switchOn(database.db, { hasSmartAnswers: true });
});
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.stop();
  await forgetSets(database.db);
});

const opened = async (services: AiServices) => {
  const world = await documentedWorld(database.db, services);
  worlds.push(world);
  await world.steps.work();
  return world;
};

const setOf = (id: string, given?: Parameters<typeof writeSet>[2]) => writeSet(database.db, id, given);
const answersOf = async (world: Awaited<ReturnType<typeof documentedWorld>>) =>
  (await world.documentation(docId)).smartAnswers;
const ask = (world: Awaited<ReturnType<typeof documentedWorld>>, userId?: string, setId?: string) =>
  askAbout({ db: database.db, jobs: world.jobs }, docId, userId, setId);
const runs = () =>
  database.db
    .selectFrom('ai_runs')
    .selectAll()
    .where('doc_id', '=', docId)
    .where('step', '=', 'answers')
    .orderBy('id')
    .execute();
const parts = { steerCapture: () => Promise.resolve() };

test('GEN-015, SPROD-016, CONST-066: questions of the assigned set are answered with quotes, or not at all', async () => {
  await setOf('q1');
  const world = await opened(someServices({ speech: speech() }));
  await world.recorded(docId, lines);
  await world.steps.idle();
  const part = await answersOf(world);
  expect(part).toMatchObject({
    status: 'success',
    setId: 'q1',
    setTitle: 'Set q1',
    byUserId: 'wanna',
    madeBy: { kind: 'basic', language: 'en' },
    items: [
      { questionId: 'when', title: 'Delivery', createdAt: questionsOfSet[0]?.createdAt, evidence: ['s3'] },
      { questionId: 'color', answer: null, createdAt: questionsOfSet[1]?.createdAt, evidence: [] },
    ],
  });
  expect(part?.items[0]?.answer).toContain('Tuesday');
  expect(await runs()).toEqual([]);
  expect(world.told).toHaveLength(1);
});

test('SPERM-028: switched off, or with no set for the direction, there is no such part', async () => {
  await setOf('q1');
  await switchOn(database.db, { hasSmartAnswers: false });
  const world = await opened(someServices({ speech: speech() }));
  await world.recorded(docId, lines);
  await world.steps.idle();
  expect(await answersOf(world)).toBeUndefined();
  await switchOn(database.db, { hasSmartAnswers: true });
  docId = `${docId}-out`;
  const call = await world.ended(docId);
  await sql`update inbox_events set direction = 'OUTGOING' where id = ${docId}`.execute(database.db);
  await world.recorded(docId, lines);
  await askForDocumentation(world.jobs, database.db, call);
  await world.steps.idle();
  const after = await world.documentation(docId);
  expect([after.summary?.status, after.smartAnswers]).toEqual(['success', undefined]);
});

test('CONST-066: a message on the machine of somebody’s own line is answered by their set for calls that come in', async () => {
  await setOf('q1');
  const world = await opened(someServices({ speech: speech() }));
  await world.ended(docId);
  await sql`update inbox_events set owner = null where id = ${docId}`.execute(database.db);
  await world.recorded(docId, lines);
  await world.steps.idle();
  expect(await answersOf(world)).toMatchObject({ status: 'success', setId: 'q1', byUserId: 'wanna' });
});

test('a model’s answers take the place of those of the rules, are asked for once, and stand in the ledger', async () => {
  await setOf('q1');
  let times = 0;
  const answers = async () => {
    times += 1;
    return modelAnswers('On Tuesday.');
  };
  const world = await opened(someServices({ speech: speech(), answers }));
  const call = await world.recorded(docId, lines);
  await world.steps.idle();
  const part = await answersOf(world);
  expect(part).toMatchObject({
    status: 'success',
    madeBy: { kind: 'model', prompt: 'answers.v1', service: 'Own model' },
  });
  expect(part?.items.map(({ answer }) => answer)).toEqual(['On Tuesday.', null]);
  await world.jobs.enqueue(database.db, answersKind, jobIdOf(call));
  await world.steps.idle();
  expect(times).toBe(1);
  expect(await answersOf(world)).toEqual(part);
  expect(await runs()).toMatchObject([
    { outcome: 'done', tokens_in: 70, prompt: 'answers.v1', points: 1, counted: true },
  ]);
});

test('a model that fails leaves what the rules found', async () => {
  await setOf('q1');
  const answers = () => Promise.reject(new ProviderFailure('never', 'unauthorized', { status: 401 }));
  const services = someServices({ speech: speech(), answers });
  const world = await opened(services);
  await world.recorded(docId, lines);
  await vi.waitFor(() => expect(services.reported).toContain('cl unauthorized'), 10_000);
  await world.steps.idle();
  expect(await answersOf(world)).toMatchObject({ status: 'success', madeBy: { kind: 'basic' } });
});

test('API-030, SAPI-032: asked again with another set, its questions are answered, and what was before is gone', async () => {
  await setOf('q1');
  const world = await opened(someServices({ speech: speech() }));
  await world.recorded(docId, lines);
  await world.steps.idle();
  await setOf('q2', { questions: [{ ...questionsOfSet[0], id: 'other' }] });
  await world.steps.stop();
  await ask(world, 'wanna', 'q2');
  expect(await answersOf(world)).toMatchObject({ status: 'waiting', setId: 'q2', items: [] });
  await expect(ask(world)).rejects.toMatchObject({ code: 'CONFLICT', problem: { type: 'beingMade' } });
  await world.steps.work();
  await world.steps.idle();
  const part = await answersOf(world);
  expect(part).toMatchObject({ status: 'success', setId: 'q2', items: [{ questionId: 'other' }] });
  expect(part?.items).toHaveLength(1);
  // Nobody is told a second time that the call is documented.
  expect(world.told).toHaveLength(1);
});

test('asked the same again while a model answers, it is not paid for twice; other questions take its place', async () => {
  await setOf('q1');
  const reached = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  let times = 0;
  const answers = async () => {
    times += 1;
    if (times > 1) return modelAnswers('The second.');
    reached.resolve();
    await answered.promise;
    return modelAnswers('The first.');
  };
  const world = await opened(someServices({ speech: speech(), answers }));
  await world.recorded(docId, lines);
  await reached.promise;
  const again = await Promise.allSettled([ask(world), ask(world, 'wanna', 'q1')]);
  for (const { status } of again) expect(status).toBe('rejected');
  await expect(ask(world)).rejects.toMatchObject({ code: 'CONFLICT', problem: { type: 'beingMade' } });
  expect(times).toBe(1);
  await setOf('q2');
  await ask(world);
  answered.resolve();
  await vi.waitFor(async () => {
    const part = await answersOf(world);
    expect([part?.setId, part?.madeBy?.kind, part?.items[0]?.answer]).toEqual(['q2', 'model', 'The second.']);
  }, 10_000);
  expect(times).toBe(2);
});

test('who may ask: for oneself, with a set, of a call that one sees and that has a transcript', async () => {
  const world = await opened(someServices({}));
  await world.ended(docId, { transcription });
  const body = { smartAnswersByUserId: 'wben', accountId: 's1', channelId: 'ca', eventId: docId };
  const { db, jobs } = { db: database.db, jobs: world.jobs };
  await expect(askForAnswers({ db, jobs }, caller('wanna'), body)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(ask(world)).rejects.toMatchObject({ code: 'CONFLICT', problem: { type: 'notConfigured' } });
  await setOf('empty', { questions: [] });
  await expect(ask(world, 'wanna', 'empty')).rejects.toMatchObject({ problem: { type: 'notConfigured' } });
  await setOf('q1');
  await expect(ask(world, 'wcleo')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(ask(world, 'wben', 'q1')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await switchOn(database.db);
  await expect(ask(world)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await switchOn(database.db, { hasSmartAnswers: true });
  await database.db.updateTable('users').set({ grants: [] }).where('id', '=', 'wanna').execute();
  await expect(ask(world)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await database.db
    .updateTable('users')
    .set({ grants: ['CALL_BOOSTS'] })
    .where('id', '=', 'wanna')
    .execute();
  await ask(world);
  await world.steps.idle();
  expect(await answersOf(world)).toMatchObject({ status: 'success', setId: 'q1' });
  await setOf('qben', { userId: 'wben' });
  await expect(ask(world, 'wben', 'qben')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  docId = `${docId}-bare`;
  await world.ended(docId);
  await expect(ask(world)).rejects.toMatchObject({ code: 'CONFLICT', problem: { type: 'noTranscript' } });
});

test('asked for while the call is transcribed, answers come with the transcript', async () => {
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const before = async () => {
    reached.resolve();
    await goOn.promise;
  };
  const world = await opened(someServices({ speech: tonesHeard(lines, { before }) }));
  await world.recorded(docId, lines);
  await reached.promise;
  await setOf('q1');
  await ask(world);
  goOn.resolve();
  await vi.waitFor(async () => expect((await answersOf(world))?.status).toBe('success'), 10_000);
});

test('a set that was deleted meanwhile: the assigned one answers, and without one the part says so', async () => {
  const world = await opened(someServices({}));
  const smartAnswers = { status: 'waiting', setId: 'gone', askedAt: '2026-01-02T00:00:00.000Z' };
  const call = await world.ended(docId, { transcription, smartAnswers });
  await world.jobs.enqueue(database.db, answersKind, jobIdOf(call));
  await world.steps.idle();
  expect(await answersOf(world)).toMatchObject({ status: 'disabled', reason: 'noQuestions' });
  await setOf('q1');
  await resumeDocumentation(
    { ...parts, db: database.db, jobs: world.jobs },
    { caller: caller('wanna'), sessionId: docId },
  );
  await world.steps.idle();
  expect(await answersOf(world)).toMatchObject({ status: 'success', setId: 'q1' });
});

test('cancelled, answers that wait are none; a part without a job is taken up again', async () => {
  await setOf('q1');
  const world = await documentedWorld(database.db, someServices({}));
  worlds.push(world);
  const call = await world.ended(docId, { transcription });
  const terminated_at = new Date(Date.now() - 5 * 60_000);
  await database.db.updateTable('inbox_events').set({ terminated_at }).where('id', '=', docId).execute();
  await ask(world);
  await world.jobs.cancel(database.db, answersKind, jobIdOf(call));
  expect((await world.jobs.among(database.db, answersKind, [jobIdOf(call)])).size).toBe(0);
  await heal({ db: database.db, jobs: world.jobs, files: world.files, log: { warn() {} } as never });
  expect((await world.jobs.among(database.db, answersKind, [jobIdOf(call)])).size).toBe(1);
  await cancelDocumentation(
    { ...parts, db: database.db, jobs: world.jobs },
    { caller: caller('wanna'), sessionId: docId },
  );
  expect(await answersOf(world)).toMatchObject({ status: 'disabled', reason: 'skipped', setId: 'q1' });
  expect((await world.jobs.among(database.db, answersKind, [jobIdOf(call)])).size).toBe(0);
});

test('with no calls left this month no service is asked, and what the rules found stays', async () => {
  await setOf('q1');
  const plan = JSON.stringify({ id: 'p', displayName: 'P', quotas: [{ grant: 'CALL_BOOSTS', limit: 0 }] });
  await database.db.updateTable('accounts').set({ plan }).where('id', '=', 's1').execute();
  const answers = () => Promise.reject(new Error('asked'));
  const world = await opened(someServices({ speech: speech(), answers, local: true }));
  await world.recorded(docId, lines);
  await world.steps.idle();
  await database.db.updateTable('accounts').set({ plan: '{}' }).execute();
  expect(await answersOf(world)).toMatchObject({ status: 'success', madeBy: { kind: 'basic' } });
  expect(await runs()).toEqual([]);
});

test('no word of questions or answers stands in jobs or in the ledger', async () => {
  await setOf('q1');
  const answers = () => Promise.reject(new Error('they said pallet'));
  const world = await opened(someServices({ speech: speech(), answers }));
  await world.recorded(docId, lines);
  await vi.waitFor(async () => expect((await runs()).length).toBeGreaterThan(0), 10_000);
  await world.steps.idle();
  const { rows } = await sql<{ all: string }>`
    select j::text as all from pgboss.job j union all select r::text from ai_runs r`.execute(database.db);
  expect(rows.map((row) => row.all).join()).not.toMatch(/pallet|Delivery|delivered/);
});
