import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { removePart } from '../features/documentation/remove-part.ts';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { answersKind, jobIdOf } from './call-jobs.ts';
import { endAnswers, endReaders } from './documenting.ts';
import type { AiServices } from './services.ts';
import {
  caller,
  forgetSets,
  lines,
  modelAnswers,
  shareAnnasLine,
  speech,
  transcription,
  writeSet,
} from './testing/asked-questions.ts';
import { documentedWorld, modelAnalysis, someServices, switchOn } from './testing/documented-world.ts';

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
type Ending = Parameters<Parameters<typeof removePart>[0]['endAnswers']>;
const removingIn = ({ jobs }: Awaited<ReturnType<typeof documentedWorld>>) => ({
  db: database.db,
  endAnswers: (...given: Ending) => endAnswers(jobs, ...given),
  endReaders: (...given: Ending) => endReaders(jobs, ...given),
});

const answersOf = async (world: Awaited<ReturnType<typeof documentedWorld>>) =>
  (await world.documentation(docId)).smartAnswers;
const runs = () =>
  database.db
    .selectFrom('ai_runs')
    .selectAll()
    .where('doc_id', '=', docId)
    .where('step', '=', 'answers')
    .orderBy('id')
    .execute();

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
