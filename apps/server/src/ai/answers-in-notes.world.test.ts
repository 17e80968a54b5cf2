import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { appendToNote, writeNote } from '../features/documentation/notes.ts';
import { Refusal } from '../requests/refusal.ts';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { answersKind, jobIdOf } from './call-jobs.ts';
import type { AiServices } from './services.ts';
import {
  askAbout,
  caller,
  forgetSets,
  lines,
  modelAnswers,
  questionsOfSet,
  said,
  shareAnnasLine,
  speech,
  transcription,
  writeSet,
} from './testing/asked-questions.ts';
import { documentedWorld, someServices, switchOn } from './testing/documented-world.ts';

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
const note = async (world: Awaited<ReturnType<typeof documentedWorld>>) => (await world.documentation(docId)).note;
const old = new Date(Date.now() - 60_000).toISOString();
/** The note was written a minute ago. */
const ageNote = () =>
  sql`update inbox_events set documentation = jsonb_set(documentation, '{note,updatedAt}', to_jsonb(${old}::text))
    where id = ${docId}`.execute(database.db);

test('answers are copied to the note once, at its end, and not again after somebody deleted them there', async () => {
  await setOf('q1', { copies: true });
  const answers = async () => modelAnswers('On <b>Tuesday</b>.');
  const world = await opened(someServices({ speech: speech(), answers }));
  await world.ended(docId, { note: { status: 'success', content: '<p>Mine</p>', revision: 3, updatedAt: old } });
  const call = await world.recorded(docId, lines);
  await world.steps.idle();
  const text = '<p>Mine</p><p><strong>Delivery</strong><br />On &lt;b&gt;Tuesday&lt;/b&gt;.</p>';
  expect(await note(world)).toMatchObject({ content: text, revision: 4, updatedBy: 'wanna' });
  expect((await answersOf(world))?.copiedToNoteAt).toBeTruthy();
  await writeNote(database.db, { caller: caller('wanna'), ...call, content: '<p>Mine</p>', revision: 4 });
  await ageNote();
  await world.jobs.enqueue(database.db, answersKind, jobIdOf(call));
  await world.steps.idle();
  await ask(world);
  await world.steps.idle();
  expect((await answersOf(world))?.madeBy?.kind).toBe('model');
  expect(await note(world)).toMatchObject({ content: '<p>Mine</p>', revision: 5 });
});

test('a note that somebody writes just now is theirs, and has the answers later', async () => {
  await setOf('q1', { copies: true });
  const world = await opened(someServices({ speech: speech() }));
  const updatedAt = new Date().toISOString();
  await world.ended(docId, { note: { status: 'success', content: '<p>Mi', revision: 1, updatedAt } });
  const call = await world.recorded(docId, lines);
  await world.steps.idle();
  expect((await answersOf(world))?.status).toBe('success');
  expect(await note(world)).toMatchObject({ content: '<p>Mi', revision: 1 });
  expect((await world.jobs.among(database.db, answersKind, [jobIdOf(call)])).size).toBe(1);
  await ageNote();
  await world.jobs.enqueue(database.db, answersKind, jobIdOf(call));
  await world.steps.idle();
  expect((await note(world))?.content).toContain('Tuesday');
});

test.each([
  [2, true],
  [3, false],
])(
  'where somebody wrote the note %i times in that very moment, it has the answers: %s',
  async (conflicts, isCopied) => {
    await setOf('q1', { copies: true });
    let left = conflicts;
    const world = await documentedWorld(database.db, someServices({ speech: speech() }), {
      async appendToNote(...given) {
        left -= 1;
        if (left >= 0) throw new Refusal('CONFLICT', 'Someone else has changed the note.');
        return await appendToNote(...given);
      },
    });
    worlds.push(world);
    await world.steps.work();
    await world.recorded(docId, lines);
    await world.steps.idle();
    expect((await note(world))?.content.includes('Tuesday') ?? false).toBe(isCopied);
    expect((await answersOf(world))?.copiedToNoteAt !== undefined).toBe(isCopied);
    expect(await world.jobs.among(database.db, answersKind, [`ca:${docId}`])).toEqual(new Set());
  },
);

test('a note without room for the answers stays as it is, they do not count as copied, and it is not tried again', async () => {
  await setOf('q1', { copies: true });
  let tries = 0;
  const world = await documentedWorld(database.db, someServices({ speech: speech() }), {
    async appendToNote() {
      tries += 1;
      return false;
    },
  });
  worlds.push(world);
  await world.steps.work();
  await world.recorded(docId, lines);
  await world.steps.idle();
  expect(tries).toBe(1);
  expect((await answersOf(world))?.status).toBe('success');
  expect((await answersOf(world))?.copiedToNoteAt).toBeUndefined();
  expect(await world.jobs.among(database.db, answersKind, [`ca:${docId}`])).toEqual(new Set());
});

test('answers to the questions of somebody who may not write the note are not copied to it', async () => {
  const world = await opened(someServices({}));
  await world.ended(docId, { transcription });
  await setOf('qben', {
    userId: 'wben',
    copies: true,
    questions: [{ ...questionsOfSet[0], question: 'When do you send the pallet?' }],
  });
  await ask(world, 'wben');
  await world.steps.idle();
  const part = await answersOf(world);
  expect([part?.byUserId, part?.items[0]?.answer]).toEqual(['wben', said]);
  expect(await note(world)).toBeUndefined();
});
