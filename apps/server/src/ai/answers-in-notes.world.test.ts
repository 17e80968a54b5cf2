import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { appendToNote, writeNote } from '../features/documentation/notes.ts';
import type { Caller } from '../requests/callers.ts';
import { Refusal } from '../requests/refusal.ts';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { askForAnswers } from './ask-answers.ts';
import { answersKind, jobIdOf } from './call-jobs.ts';
import type { AiServices } from './services.ts';
import { documentedWorld, someServices, switchOn } from './testing/documented-world.ts';
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
    questions: [{ ...asked[0], question: 'When do you send the pallet?' }],
  });
  await ask(world, 'wben');
  await world.steps.idle();
  const part = await answersOf(world);
  expect([part?.byUserId, part?.items[0]?.answer]).toEqual(['wben', said]);
  expect(await note(world)).toBeUndefined();
});
