import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { ProviderFailure } from '../providers/failure.ts';
import { someServices } from '../testing/documented-world.ts';
import { tonesHeard, writePlanted } from '../testing/planted-call.ts';
import { hearAskingKind } from './hear-asking.ts';
import { askedWorld, lines } from './testing/asked-world.ts';

const here = askedWorld();

test('what callers answer is in the result, with topics of the assistant, and the sound goes', async () => {
  const world = here.askedBy(someServices({ speech: tonesHeard(lines) }));
  expect(await world.keeper.scriptOf('s1', 'desk')).toEqual({
    greeting: '/greeting.wav',
    questions: [
      { questionId: 'name', label: 'Name', question: 'Who is calling, please?', file: '/name.wav' },
      { questionId: 'concern', label: 'What is it about?', question: 'What is it about?', file: '/concern.wav' },
    ],
    goodbye: null,
  });
  await world.begins();
  const paths = [await world.answers('name', 0), await world.answers('concern', 1)];
  await world.keeper.finished(here.resultId, 'answered', [
    { questionId: 'name', durationMs: 4000 },
    { questionId: 'concern', durationMs: 6000 },
  ]);
  // Before anything was heard, the result says what was asked.
  expect(await here.result()).toMatchObject({
    state: 'OPEN',
    remote_number: '+4930555020',
    session_id: here.docId.slice(4),
    rows: [
      { label: 'Name', value: '' },
      { label: 'What is it about?', value: '' },
    ],
  });
  await world.work();
  await vi.waitFor(async () => expect(await here.left()).toEqual([]));
  expect(await here.result()).toMatchObject({
    rows: [
      { label: 'Name', value: lines[0]?.text },
      { label: 'What is it about?', value: lines[1]?.text },
    ],
    topics: ['Tenders'],
    primary_topic: 'Tenders',
    transcript_doc_id: here.resultId,
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
  expect(await here.runs()).toMatchObject([
    { step: 'transcribe', counted: true, outcome: 'done' },
    { step: 'transcribe', counted: true, outcome: 'done' },
  ]);
  const [{ calls } = { calls: 0 }] = await here.db.selectFrom('ai_usage').select('calls').execute();
  // Two answers are one call.
  expect(calls).toBe(1);
});

test('a question that nobody answered has an empty value, and no service is asked about it', async () => {
  const world = here.askedBy(someServices({ speech: tonesHeard(lines) }));
  await world.work();
  await world.begins();
  await world.answers('name', 0);
  await world.keeper.answering(here.resultId, 'concern');
  await world.keeper.finished(here.resultId, 'answered', [
    { questionId: 'name', durationMs: 4000 },
    { questionId: 'concern', durationMs: 0 },
  ]);
  await vi.waitFor(async () => expect(await here.left()).toEqual([]));
  expect((await here.result())?.rows).toEqual([
    { label: 'Name', value: lines[0]?.text },
    { label: 'What is it about?', value: '' },
  ]);
  expect(await here.runs()).toHaveLength(1);
});

test.each(['person', 'left'] as const)('nothing is left of a caller who said nothing: %s', async (end) => {
  const world = here.askedBy(someServices({ speech: tonesHeard(lines) }));
  await world.begins();
  const { path } = await world.keeper.answering(here.resultId, 'name');
  writePlanted(
    path,
    lines.map((each) => ({ ...each, speaker: 1 })),
  );
  await world.keeper.finished(here.resultId, end, [{ questionId: 'name', durationMs: 0 }]);
  expect([await here.result(), await here.left(), existsSync(path)]).toEqual([undefined, [], false]);
});

test('what an earlier life was asking is heard by the next one', async () => {
  const before = here.askedBy(someServices({ speech: tonesHeard(lines) }));
  await before.begins();
  const path = await before.answers('name', 0);
  // The file has not grown for a while.
  const { utimesSync } = await import('node:fs');
  utimesSync(path, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
  const next = here.askedBy(someServices({ speech: tonesHeard(lines) }));
  await next.work();
  expect(await next.keeper.resume()).toBe(1);
  await vi.waitFor(async () => expect(await here.left()).toEqual([]));
  expect((await here.result())?.rows).toEqual([{ label: 'Name', value: lines[0]?.text }]);
  expect(await next.keeper.resume()).toBe(0);
  // Whom this life asks is left alone, though nothing was recorded so far.
  here.resultId = `${here.resultId}-again`;
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
  const world = here.askedBy(someServices({ speech }));
  await world.begins();
  await world.answers('name', 0);
  await world.answers('concern', 1);
  await world.keeper.finished(here.resultId, 'answered', [
    { questionId: 'name', durationMs: 4000 },
    { questionId: 'concern', durationMs: 6000 },
  ]);
  await world.work();
  await vi.waitFor(async () => expect(await here.left()).toEqual([]), { timeout: 15_000 });
  expect(asked).toBe(3);
  expect((await here.result())?.rows).toMatchObject([{ value: lines[0]?.text }, { value: lines[1]?.text }]);
});

test('a month that is used up loses nothing of what was said', async () => {
  const plan = { name: 'Small', quotas: [{ grant: 'CALL_BOOSTS', limit: 0 }] };
  await here.db
    .updateTable('accounts')
    .set({ plan: JSON.stringify(plan) })
    .execute();
  const world = here.askedBy(someServices({ speech: tonesHeard(lines) }));
  await world.work();
  await world.begins();
  const path = await world.answers('name', 0);
  await world.keeper.finished(here.resultId, 'left', [{ questionId: 'name', durationMs: 4000 }]);
  await here.jobs.idle(hearAskingKind);
  expect(existsSync(path)).toBe(true);
  expect(await here.left()).toMatchObject([{ words: null }]);
  expect(await here.jobs.among(here.db, hearAskingKind, [here.resultId])).toEqual(new Set([here.resultId]));
});

test('a caller who leaves as a question ends has their other answers heard', async () => {
  const world = here.askedBy(someServices({ speech: tonesHeard(lines) }));
  await world.work();
  await world.begins();
  await world.answers('name', 0);
  // Nothing was recorded, and nobody says so.
  await world.keeper.answering(here.resultId, 'concern');
  await world.keeper.finished(here.resultId, 'left', [{ questionId: 'name', durationMs: 4000 }]);
  await vi.waitFor(async () => expect(await here.left()).toEqual([]));
  expect((await here.result())?.rows).toMatchObject([{ value: lines[0]?.text }, { value: '' }]);
});

test('an answer whose end nobody told counts by what its file holds', async () => {
  const world = here.askedBy(someServices({ speech: tonesHeard(lines) }));
  await world.work();
  await world.begins();
  await world.answers('name', 0);
  await world.keeper.finished(here.resultId, 'left', []);
  await vi.waitFor(async () => expect(await here.left()).toEqual([]));
  expect((await here.result())?.rows).toMatchObject([{ value: lines[0]?.text }]);
});

test('one answer that no service takes keeps none of the others from being heard', async () => {
  let asked = 0;
  const speech = tonesHeard(lines, {
    async before() {
      asked += 1;
      if (asked === 1) throw new ProviderFailure('badAnswer', 'notTheProtocol');
    },
  });
  const world = here.askedBy(someServices({ speech }));
  await world.begins();
  await world.answers('name', 0);
  await world.answers('concern', 1);
  await world.keeper.finished(here.resultId, 'answered', [
    { questionId: 'name', durationMs: 4000 },
    { questionId: 'concern', durationMs: 6000 },
  ]);
  await world.work();
  await vi.waitFor(async () => expect((await here.result())?.rows).toMatchObject([{}, { value: lines[1]?.text }]));
});

test('a useless reply loses no answer, however old the call; six about the same answer do', async () => {
  const { db } = here;
  const speech = tonesHeard(lines, {
    async before() {
      throw new ProviderFailure('badAnswer', 'notTheProtocol');
    },
  });
  const world = here.askedBy(someServices({ speech }));
  await world.begins();
  await world.answers('name', 0);
  await world.keeper.finished(here.resultId, 'left', [{ questionId: 'name', durationMs: 4000 }]);
  await db
    .updateTable('assistant_askings')
    .set({ ended_at: new Date(Date.now() - 8 * 3_600_000) })
    .execute();
  const runs = () => db.selectFrom('ai_runs').selectAll().where('doc_id', '=', here.docId).execute();
  await world.work();
  await vi.waitFor(async () => expect(await runs()).toMatchObject([{ outcome: 'notTheProtocol' }]));
  await vi.waitFor(async () => expect(await here.left()).toHaveLength(1));
  const [{ id: _, ...run } = { id: '' }] = await runs();
  const again = async () => {
    await here.jobs.cancel(db, hearAskingKind, here.resultId);
    await here.jobs.enqueue(db, hearAskingKind, here.resultId);
  };
  // As many about another part of the call count for nothing.
  const copies = (key: string) => Array.from({ length: 3 }, () => ({ ...run, key }) as never);
  await db
    .insertInto('ai_runs')
    .values([...copies('another'), ...copies((run as { key: string }).key)])
    .execute();
  await again();
  await vi.waitFor(async () => expect(await runs()).toHaveLength(8));
  await vi.waitFor(async () => expect(await here.left()).toHaveLength(1));
  await again();
  await vi.waitFor(async () => expect(await here.left()).toEqual([]));
  expect(await runs()).toHaveLength(9);
});

test('who deletes the call deletes what nobody has heard of it, and the sound goes', async () => {
  const world = here.askedBy(someServices({ speech: tonesHeard(lines) }));
  await world.begins();
  const path = await world.answers('name', 0);
  await world.keeper.finished(here.resultId, 'left', [{ questionId: 'name', durationMs: 4000 }]);
  await here.db.deleteFrom('inbox_events').where('id', '=', here.docId).execute();
  await world.work();
  await vi.waitFor(async () => expect(await here.left()).toEqual([]));
  expect([(await here.result())?.rows, existsSync(path)]).toEqual([[{ label: 'Name', value: '' }], false]);
});

test('an answer is not heard any longer once AI is switched off, and its sound goes', async () => {
  const { db } = here;
  let asked = 0;
  const speech = tonesHeard(lines, {
    async before() {
      asked += 1;
      await db.updateTable('accounts').set({ flags: '{"hasAiDisabled":true}' }).where('id', '=', 's1').execute();
    },
  });
  const world = here.askedBy(someServices({ speech }));
  await world.begins();
  const paths = [await world.answers('name', 0), await world.answers('concern', 1)];
  await world.keeper.finished(here.resultId, 'left', [
    { questionId: 'name', durationMs: 4000 },
    { questionId: 'concern', durationMs: 6000 },
  ]);
  await world.work();
  await vi.waitFor(async () => expect(await here.left()).toEqual([]));
  await db.updateTable('accounts').set({ flags: '{}' }).where('id', '=', 's1').execute();
  expect(asked).toBe(1);
  expect((await here.result())?.rows).toMatchObject([{ value: lines[0]?.text }, { value: '' }]);
  expect(paths.map((path) => existsSync(path))).toEqual([false, false]);
});

test('a server takes up nothing that another one asks', async () => {
  const other = here.askedBy(someServices({ speech: tonesHeard(lines) }), 'elsewhere');
  await other.begins();
  expect(await here.askedBy(someServices({ speech: tonesHeard(lines) })).keeper.resume()).toBe(0);
  expect(await other.keeper.answering(here.resultId, 'name')).toMatchObject({ path: expect.any(String) });
});

test('answers whose job is gone, as after a restored backup, are heard at the next start', async () => {
  const world = here.askedBy(someServices({ speech: tonesHeard(lines) }));
  await world.begins();
  await world.answers('name', 0);
  await world.keeper.finished(here.resultId, 'left', [{ questionId: 'name', durationMs: 4000 }]);
  await here.jobs.cancel(here.db, hearAskingKind, here.resultId);
  const next = here.askedBy(someServices({ speech: tonesHeard(lines) }));
  await next.work();
  await next.keeper.resume();
  await vi.waitFor(async () => expect(await here.left()).toEqual([]));
  expect((await here.result())?.rows).toMatchObject([{ value: lines[0]?.text }]);
});

test('who deletes the result deletes what was said', async () => {
  const world = here.askedBy(someServices({ speech: tonesHeard(lines) }));
  await world.begins();
  await world.answers('name', 0);
  await world.keeper.finished(here.resultId, 'left', [{ questionId: 'name', durationMs: 4000 }]);
  await here.db.deleteFrom('assistant_results').where('id', '=', here.resultId).execute();
  expect(await here.left()).toEqual([]);
  const erasures = await sql<{ tables: string[] | null }>`select tables from erasures`.execute(here.db);
  expect(erasures.rows.some(({ tables }) => tables?.includes('assistant_answers'))).toBe(true);
});

test('an assistant asks nothing where nobody could hear the answers, of another account, or without a recorded question', async () => {
  expect(await here.askedBy(someServices({})).keeper.hasQuestions('s1', 'desk')).toBe(false);
  const { keeper } = here.askedBy(someServices({ speech: tonesHeard(lines) }));
  expect(await keeper.hasQuestions('s1', 'desk')).toBe(true);
  expect(await keeper.hasQuestions('s2', 'desk')).toBe(false);
  expect(await keeper.scriptOf('s2', 'desk')).toBeNull();
  await here.db.updateTable('announcements').set({ account_id: 's1', id: 'other' }).where('id', '=', 'name').execute();
  expect((await keeper.scriptOf('s1', 'desk'))?.questions).toMatchObject([
    { questionId: 'concern', file: '/concern.wav' },
  ]);
  await here.db.updateTable('announcements').set({ id: 'name' }).where('id', '=', 'other').execute();
});

test('a result has the labels of the questions that were asked, even if they are changed during the call', async () => {
  const { db } = here;
  const world = here.askedBy(someServices({ speech: tonesHeard(lines) }));
  await world.work();
  await world.begins();
  const { questions } = await db.selectFrom('assistants').select('questions').executeTakeFirstOrThrow();
  await db.updateTable('assistants').set({ questions: '[]' }).execute();
  await world.answers('name', 0);
  await world.keeper.finished(here.resultId, 'left', [{ questionId: 'name', durationMs: 4000 }]);
  await vi.waitFor(async () => expect(await here.left()).toEqual([]));
  await db
    .updateTable('assistants')
    .set({ questions: JSON.stringify(questions) })
    .execute();
  expect((await here.result())?.rows).toEqual([{ label: 'Name', value: lines[0]?.text }]);
  expect(await world.transcript()).toContain('Assistant: Who is calling, please?');
});

test('an asking whose answers lie at a media host ends once they came, and nothing of them is lost', async () => {
  const world = here.askedBy(someServices({ speech: tonesHeard(lines) }), 'here', () => true);
  await world.begins();
  const { path } = await world.keeper.answering(here.resultId, 'name');
  const end = () => world.keeper.finished(here.resultId, 'answered', [{ questionId: 'name', durationMs: 4000 }]);
  await expect(end()).rejects.toThrow('media host');
  expect([await here.result(), await here.left()]).toMatchObject([undefined, [{ words: null }]]);
  writePlanted(
    path,
    lines.map((each) => ({ ...each, speaker: 0 })),
  );
  await end();
  await world.work();
  await vi.waitFor(async () => expect(await here.left()).toEqual([]));
  const heard = { label: 'Name', value: expect.stringContaining(lines[0]?.text.split(' ')[0] ?? '-') };
  expect((await here.result())?.rows).toMatchObject([heard]);
  expect(existsSync(path)).toBe(false);
});
