import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { removePart } from '../features/documentation/remove-part.ts';
import type { Caller } from '../requests/callers.ts';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { askForAnswers } from './ask-answers.ts';
import { answersKind, jobIdOf } from './call-jobs.ts';
import { cancelDocumentation, resumeDocumentation } from './control.ts';
import { askForDocumentation, endAnswers, endReaders } from './documenting.ts';
import { heal } from './heal.ts';
import { ProviderFailure } from './providers/failure.ts';
import type { AiServices } from './services.ts';
import { documentedWorld, modelAnalysis, someServices, switchOn } from './testing/documented-world.ts';
import { dialogue, tonesHeard } from './testing/planted-call.ts';

let database: TestDatabase;
let count = 0;
let docId: string;
const worlds: Awaited<ReturnType<typeof documentedWorld>>[] = [];
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
  await database.db
    .insertInto('channel_members')
    .values([
      { channel_id: 'ca', user_id: 'wanna' },
      { channel_id: 'ca', user_id: 'wben' },
    ])
    .execute();
});
afterAll(() => database.drop());
beforeEach(async () => {
  count += 1;
  docId = `pbx-${count}`;
  await switchOn(database.db, { hasSmartAnswers: true });
});
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.stop();
  await database.db.deleteFrom('smart_answer_sets').execute();
  await database.db.deleteFrom('smart_answer_assignments').execute();
});

const lines = dialogue([
  '> Good morning, this is Anna from the bakery, what can I do for you?',
  'Hello, I would like to order forty rolls and the pallet of flour for Tuesday.',
  '> Yes, I will send you the offer by Monday and then we deliver the pallet on Tuesday.',
]);
const speech = () => tonesHeard(lines);
const asked = [
  { id: 'when', question: 'When is the pallet delivered?', title: 'Delivery', createdAt: '2026-01-02T00:00:00.000Z' },
  { id: 'color', question: 'Which colour does the car have?', title: null, createdAt: '2026-01-03T00:00:00.000Z' },
];
const opened = async (services: AiServices) => {
  const world = await documentedWorld(database.db, services);
  worlds.push(world);
  await world.steps.work();
  return world;
};

/** A set of a user's, assigned to calls that come in at Anna's own line. */
async function setOf(id: string, { userId = 'wanna', copies = false, questions = asked as object[] } = {}) {
  await database.db
    .insertInto('smart_answer_sets')
    .values({
      id,
      user_id: userId,
      title: `Set ${id}`,
      questions: JSON.stringify(questions),
      auto_copy_to_note: copies,
    })
    .execute();
  await database.db
    .insertInto('smart_answer_assignments')
    .values({ user_id: userId, channel_id: 'ca', inbound_set_id: id, outbound_set_id: null })
    .onConflict((conflict) => conflict.columns(['user_id', 'channel_id']).doUpdateSet({ inbound_set_id: id }))
    .execute();
}

/** A transcript that came about another way. */
const said = 'Good morning, we will send the pallet to you on Tuesday and then we call you about the rest of it.';
const transcription = { status: 'success', items: [{ id: 's1', speaker: 0, startTime: 0, endTime: 1, text: said }] };

type Ending = Parameters<Parameters<typeof removePart>[0]['endAnswers']>;
const removingIn = ({ jobs }: Awaited<ReturnType<typeof documentedWorld>>) => ({
  db: database.db,
  endAnswers: (...given: Ending) => endAnswers(jobs, ...given),
  endReaders: (...given: Ending) => endReaders(jobs, ...given),
});

type Found = Awaited<ReturnType<AiServices['answerByModel']>>;
const modelAnswers = (text: string): Found => ({
  answers: [
    { questionId: 'when', answer: { text, speaker: 0, evidence: ['s3'] } },
    { questionId: 'color', answer: null },
  ],
  usage: { tokensIn: 70, tokensOut: 7 },
  prompt: 'answers.v1',
  dropped: {},
});
const answersOf = async (world: Awaited<ReturnType<typeof documentedWorld>>) =>
  (await world.documentation(docId)).smartAnswers;
const caller = (userId: string): Caller => ({
  userId,
  accountId: 's1',
  admin: false,
  grantId: 'g',
  expiresAt: new Date(Date.now() + 60_000),
});
const ask = (world: Awaited<ReturnType<typeof documentedWorld>>, userId = 'wanna', setId?: string) =>
  askForAnswers({ db: database.db, jobs: world.jobs }, caller(userId), {
    smartAnswersByUserId: userId,
    accountId: 's1',
    channelId: 'ca',
    eventId: docId,
    ...(setId !== undefined && { setId }),
  });
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
      { questionId: 'when', title: 'Delivery', createdAt: asked[0]?.createdAt, evidence: ['s3'] },
      { questionId: 'color', answer: null, createdAt: asked[1]?.createdAt, evidence: [] },
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
  await setOf('q2', { questions: [{ ...asked[0], id: 'other' }] });
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

test('SSMART-021, SPERM-022: answers are deleted by the owner alone, and do not come back by a request that still runs', async () => {
  await setOf('q1');
  const reached = Promise.withResolvers<AbortSignal>();
  const answers: AiServices['answerByModel'] = async (_call, _questions, _provider, _options, signal) => {
    reached.resolve(signal);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return modelAnswers('Too late.');
  };
  const world = await opened(someServices({ speech: speech(), answers }));
  const call = await world.recorded(docId, lines);
  const signal = await reached.promise;
  expect((await answersOf(world))?.status).toBe('success');
  const removing = removingIn(world);
  const remove = (userId: string) =>
    removePart(removing, { caller: caller(userId), ...call, part: 'smartAnswers', address: '192.0.2.1' });
  await expect(remove('wben')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await remove('wanna');
  await vi.waitFor(() => expect(signal.aborted).toBe(true));
  await world.steps.idle();
  expect(await answersOf(world)).toBeUndefined();
  expect(await world.jobs.among(database.db, answersKind, [jobIdOf(call)])).toEqual(new Set());
});

test('with the transcript every request ends that still reads it, and nothing of it is written', async () => {
  await setOf('q1');
  const reading: AbortSignal[] = [];
  const late = async (signal: AbortSignal) => {
    reading.push(signal);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  };
  const world = await opened(
    someServices({
      speech: speech(),
      async answers(_call, _questions, _provider, _options, signal) {
        await late(signal);
        return modelAnswers('Too late.');
      },
      async model(_call, _provider, _options, signal) {
        await late(signal);
        return { analysis: modelAnalysis(), usage: { tokensIn: 1, tokensOut: 1 }, prompt: 'summary.v1', dropped: {} };
      },
    }),
  );
  await database.db
    .updateTable('users')
    .set({ grants: ['CALL_BOOSTS', 'CALL_DELETE'] })
    .where('id', '=', 'wanna')
    .execute();
  const call = await world.recorded(docId, lines);
  await vi.waitFor(() => expect(reading).toHaveLength(2), 10_000);
  await removePart(removingIn(world), {
    caller: caller('wanna'),
    ...call,
    part: 'transcription',
    address: '192.0.2.1',
  });
  await vi.waitFor(() => expect(reading.map(({ aborted }) => aborted)).toEqual([true, true]));
  await world.steps.idle();
  const left = await world.documentation(docId);
  expect(left).toEqual({});
  expect(await runs()).toMatchObject([{ outcome: 'aborted' }]);
});

test('where a call is nobody’s, its answers are deleted by the user whose questions they are', async () => {
  const world = await opened(someServices({}));
  const call = await world.ended(docId, { transcription, smartAnswers: { status: 'success', byUserId: 'wben' } });
  await sql`update inbox_events set owner = null where id = ${docId}`.execute(database.db);
  const removing = removingIn(world);
  const remove = (userId: string) =>
    removePart(removing, { caller: caller(userId), ...call, part: 'smartAnswers', address: '192.0.2.1' });
  await expect(remove('wanna')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await remove('wben');
  expect(await answersOf(world)).toBeUndefined();
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
