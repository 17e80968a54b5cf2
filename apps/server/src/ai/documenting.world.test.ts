import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { beginKind, documentKind, handOnKind, jobIdOf } from './call-jobs.ts';
import { askForDocumentation } from './documenting.ts';
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
});
afterAll(() => database.drop());
beforeEach(async () => {
  count += 1;
  docId = `pbx-${count}`;
  await switchOn(database.db);
});
afterEach(async () => {
  await database.db.updateTable('accounts').set({ plan: '{}' }).execute();
  await database.db.updateTable('users').set({ settings: '{}' }).execute();
  for (const world of worlds.splice(0)) await world.stop();
});

const opened = async (services: AiServices) => {
  const world = await documentedWorld(database.db, services);
  worlds.push(world);
  await world.steps.work();
  return world;
};
const lines = dialogue([
  '> Good morning, this is Anna from the bakery, what can I do for you?',
  'Hello, I would like to order forty rolls and the pallet of flour for Tuesday.',
  '> Yes, I will send you the offer by Monday and then we deliver the pallet on Tuesday.',
  'That is great, thank you, the pallet was late the last time and that was bad.',
]);
const runs = () => database.db.selectFrom('ai_runs').selectAll().where('doc_id', '=', docId).orderBy('id').execute();

test('GEN-010 … GEN-014: what both sides said is written down, and the rest is made of it', async () => {
  const world = await opened(someServices({ speech: tonesHeard(lines) }));
  await world.recorded(docId, lines);
  await world.steps.idle();
  const { transcription, summary, callHeadline, actionItem, smallTalk } = await world.documentation(docId);
  expect(transcription?.items.map(({ id, speaker, text }) => [id, speaker, text])).toEqual(
    lines.map(({ speaker, text }, at) => [`s${at + 1}`, speaker, text]),
  );
  for (const [at, item] of (transcription?.items ?? []).entries()) {
    expect(Math.abs(item.startTime - (lines[at]?.start ?? 0))).toBeLessThan(0.1);
  }
  expect(transcription?.madeBy).toMatchObject({ kind: 'model', service: 'Own recogniser', language: 'en' });
  expect([summary?.status, callHeadline?.status, actionItem?.status, smallTalk?.status]).toEqual([
    'success',
    'success',
    'success',
    'success',
  ]);
  expect(summary?.madeBy).toMatchObject({ kind: 'basic', fingerprint: transcription?.madeBy?.fingerprint });
  expect(summary?.topics.join()).toContain('pallet');
  expect(actionItem?.items).toMatchObject([{ by: 0, evidence: ['s3'], checked: false }]);
  expect(world.told).toEqual([`${docId} 1/null`]);
  expect(world.handedOn).toEqual([docId]);
  const words = await database.db.selectFrom('transcript_words').selectAll().where('doc_id', '=', docId).execute();
  expect(words.map(({ side }) => side)).toEqual([0, 1]);
  expect(await database.db.selectFrom('heard_pieces').selectAll().execute()).toEqual([]);
  expect(await runs()).toMatchObject([
    { step: 'transcribe', counted: true, outcome: 'done', kind: 'openaiCompatible' },
    { step: 'transcribe', counted: true, outcome: 'done' },
  ]);
});

test.each(['stretches', 'none'] as const)(
  'a service that gives times of %s puts every line where it was said',
  async (times) => {
    const world = await opened(someServices({ speech: tonesHeard(lines, { times, longestPieceSeconds: 28 }) }));
    await world.recorded(docId, lines);
    await world.steps.idle();
    const { transcription } = await world.documentation(docId);
    expect(transcription?.items.map(({ text }) => text)).toEqual(lines.map(({ text }) => text));
    for (const [at, item] of (transcription?.items ?? []).entries()) {
      expect(Math.abs(item.startTime - (lines[at]?.start ?? 0))).toBeLessThan(0.25);
    }
  },
);

test('others get a call once its last part is made, or after a quarter of an hour what there is', async () => {
  let isBack = false;
  const model: AiServices['documentByModel'] = async () => {
    if (!isBack) throw new ProviderFailure('again', 'busy', { retryAfterSeconds: 3600 });
    return { analysis: modelAnalysis(), usage: { tokensIn: 1, tokensOut: 1 }, prompt: 'summary.v1', dropped: {} };
  };
  const world = await opened(someServices({ speech: tonesHeard(lines), model }));
  const call = await world.recorded(docId, lines);
  await world.steps.idle();
  expect((await world.documentation(docId)).callHeadline?.madeBy?.kind).toBe('basic');
  expect(world.handedOn).toEqual([]);
  const { rows } = await sql<{ minutes: number }>`select extract(epoch from start_after - now())::float8 / 60 as minutes
    from pgboss.job where name like 'documentation-hand-on%' and singleton_key = ${jobIdOf(call)}`.execute(database.db);
  expect(rows.map(({ minutes }) => Math.round(minutes))).toEqual([15]);
  await world.jobs.enqueue(database.db, handOnKind, jobIdOf(call));
  await vi.waitFor(() => expect(world.handedOn).toEqual([docId]), 10_000);
  expect(world.told).toEqual([]);
  isBack = true;
  await world.jobs.enqueue(database.db, documentKind, jobIdOf(call));
  await vi.waitFor(() => expect(world.told).toHaveLength(1), 10_000);
  expect(world.handedOn).toEqual([docId, docId]);
});

test('words of the account go to the recogniser, and what it still misheard is written as the company writes it', async () => {
  const misheard = dialogue(['> Good morning, this is Reimars heating, what can I do for you?', lines[1]?.text ?? '']);
  const told: (readonly string[])[] = [];
  const before = async ({ words }: { readonly words: readonly string[] }) => void told.push(words);
  const world = await opened(someServices({ speech: tonesHeard(misheard, { before }), words: ['Reimers', 'Rolls'] }));
  const heardIn = async () => {
    await world.recorded(docId, misheard);
    await world.steps.idle();
    return (await world.documentation(docId)).transcription?.items.map(({ id, text }) => `${id} ${text}`);
  };
  expect((await heardIn())?.[0]).toContain('s1 Good morning, this is Reimars heating');
  expect(told).toEqual([[], []]);
  await switchOn(database.db, { hasCustomWords: true });
  docId = `${docId}-on`;
  expect((await heardIn())?.[0]).toContain('s1 Good morning, this is Reimers heating');
  expect(told.slice(2)).toEqual([
    ['Reimers', 'Rolls'],
    ['Reimers', 'Rolls'],
  ]);
});

const german = dialogue(['> Guten Tag, ich habe das Angebot noch nicht gesehen, aber wir haben auch noch Zeit dafür.']);
const [spoken] = german.map(({ text }) => text);
const garbled = 'Goede dag ik heb het aanbod nog niet gezien maar wij hebben nog tijd';

test('words in another language than the service says it heard are asked for once more, in theirs', async () => {
  const asked: (string | null)[] = [];
  const before = async ({ language }: { readonly language: string | null }) => void asked.push(language);
  const speech = tonesHeard(german, {
    language: 'dutch',
    before,
    told: { [spoken ?? '']: 'Guten Tag, das ist von der zweiten Frage, und wir haben noch Zeit.' },
  });
  const world = await opened(someServices({ speech }));
  await world.recorded(docId, german);
  await world.steps.idle();
  const { transcription } = await world.documentation(docId);
  expect(asked).toEqual([null, 'de']);
  expect(transcription?.items.map(({ text }) => text).join()).toContain('von der zweiten Frage');
  expect(transcription?.madeBy).toMatchObject({ language: 'de' });
  expect((await runs()).map(({ outcome }) => outcome)).toEqual(['done', 'done']);
});

test('words that stay in another language are kept as they were heard first, and nothing is made of them', async () => {
  const planted = dialogue([`> ${garbled}`]);
  const asked: (string | null)[] = [];
  const before = async ({ language }: { readonly language: string | null }) => void asked.push(language);
  const world = await opened(someServices({ speech: tonesHeard(planted, { language: 'german', before }) }));
  await world.recorded(docId, planted);
  await world.steps.idle();
  const { transcription, summary } = await world.documentation(docId);
  expect(asked).toEqual([null, 'de']);
  expect(transcription?.items.map(({ text }) => text)).toEqual([garbled]);
  expect(transcription?.madeBy?.language).toBeNull();
  expect(summary).toMatchObject({ status: 'disabled', reason: 'unsupportedLanguage' });
});

test('a second answer that never comes costs nothing of the first', async () => {
  const before = async ({ language }: { readonly language: string | null }) => {
    if (language !== null) throw new ProviderFailure('again', 'busy', { status: 429 });
  };
  const world = await opened(someServices({ speech: tonesHeard(german, { language: 'dutch', before }) }));
  await world.recorded(docId, german);
  await world.steps.idle();
  const { transcription } = await world.documentation(docId);
  expect(transcription?.items.map(({ text }) => text)).toEqual([spoken]);
  expect((await runs()).map(({ outcome }) => outcome)).toEqual(['done', 'busy']);
});

test('without a recogniser every part says so, and nothing is asked', async () => {
  const world = await opened(someServices({}));
  await world.recorded(docId, lines);
  await world.steps.idle();
  const { transcription, summary, actionItem } = await world.documentation(docId);
  for (const part of [transcription, summary, actionItem]) {
    expect(part).toMatchObject({ status: 'disabled', reason: 'noRecognizer' });
  }
  expect(await runs()).toEqual([]);
});

test('with nothing switched on, or AI switched off for the account, there is no part at all', async () => {
  const world = await opened(someServices({ speech: tonesHeard(lines) }));
  await switchOn(database.db, { hasAiDisabled: true });
  await world.recorded(docId, lines);
  await world.steps.idle();
  expect(await world.documentation(docId)).toEqual({});
});

test('the user’s own field beats the account’s flag', async () => {
  const settings = (hasCallTranscription: boolean) =>
    database.db
      .updateTable('users')
      .set({ settings: JSON.stringify({ hasCallTranscription }) })
      .where('id', '=', 'wanna')
      .execute();
  const world = await opened(someServices({ speech: tonesHeard(lines) }));
  await settings(false);
  await world.recorded(docId, lines);
  await world.steps.idle();
  expect(await world.documentation(docId)).toEqual({});
});

test('with AI switched off in the middle of a call no further piece of it is asked about', async () => {
  let asked = 0;
  const before = async () => {
    asked += 1;
    await switchOn(database.db, { hasAiDisabled: true });
  };
  const world = await opened(someServices({ speech: tonesHeard(lines, { before }) }));
  await world.recorded(docId, lines);
  await world.steps.idle();
  const { transcription, summary } = await world.documentation(docId);
  for (const part of [transcription, summary])
    expect(part).toMatchObject({ status: 'disabled', reason: 'switchedOff' });
  expect(asked).toBe(1);
});

test('what was captured goes immediately where AI was switched off while the call went on', async () => {
  const world = await opened(someServices({ speech: tonesHeard(lines) }));
  await switchOn(database.db, { hasAiDisabled: true });
  const call = await world.ended(docId);
  const path = await world.captured(docId, lines);
  expect(await world.files.captures.exists(path)).toBe(true);
  await askForDocumentation(world.jobs, database.db, call);
  await world.steps.idle();
  expect(await world.files.captures.exists(path)).toBe(false);
  expect(await database.db.selectFrom('captures').selectAll().where('doc_id', '=', docId).execute()).toEqual([]);
  expect(await world.documentation(docId)).toEqual({});
});

test('a recording of a piece of the call waits for what was captured of all of it', async () => {
  let asked = 0;
  const before = async () => {
    asked += 1;
  };
  const world = await opened(someServices({ speech: tonesHeard(lines, { before }) }));
  await world.ended(docId);
  await world.captured(docId, lines, 'processing');
  const call = await world.recorded(docId, lines.slice(0, 1));
  await vi.waitFor(async () => expect((await world.jobs.among(database.db, beginKind, [jobIdOf(call)])).size).toBe(1));
  await world.steps.idle();
  expect([asked, await world.documentation(docId)]).toEqual([0, {}]);
  await database.db.updateTable('captures').set({ state: 'ready' }).where('doc_id', '=', docId).execute();
  await askForDocumentation(world.jobs, database.db, call);
  await vi.waitFor(async () => expect((await world.documentation(docId)).summary?.status).toBe('success'), 10_000);
  expect((await world.documentation(docId)).transcription?.items).toHaveLength(lines.length);
});

test('a call in which nobody speaks is too short, and nothing is asked', async () => {
  const world = await opened(someServices({ speech: tonesHeard([]) }));
  await world.recorded(docId, dialogue(['Hm.']));
  await world.steps.idle();
  expect((await world.documentation(docId)).transcription).toMatchObject({ status: 'disabled', reason: 'tooShort' });
  expect(await runs()).toEqual([]);
});

test('a model replaces what the rules made, and what was ticked meanwhile stays', async () => {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const model: AiServices['documentByModel'] = async () => {
    asked.resolve();
    await answered.promise;
    const actions = [{ text: 'Send the offer', speaker: 0 as const, evidence: ['s3'], by: 0 as const, due: null }];
    return {
      analysis: modelAnalysis({ actions }),
      usage: { tokensIn: 100, tokensOut: 10 },
      prompt: 'summary.v1',
      dropped: {},
    };
  };
  const world = await opened(someServices({ speech: tonesHeard(lines), model }));
  await world.recorded(docId, lines);
  await asked.promise;
  const before = await world.documentation(docId);
  expect(before.callHeadline).toMatchObject({ status: 'success', madeBy: { kind: 'basic' } });
  await sql`update inbox_events set documentation = jsonb_set(documentation, '{actionItem,items,0,checked}', 'true')
    where id = ${docId}`.execute(database.db);
  answered.resolve();
  await world.steps.idle();
  const after = await world.documentation(docId);
  expect(after.callHeadline).toMatchObject({ text: 'By a model', madeBy: { kind: 'model', prompt: 'summary.v1' } });
  expect(after.actionItem?.items).toMatchObject([{ id: 'm1', text: 'Send the offer', checked: true }]);
  expect((await runs()).at(-1)).toMatchObject({
    step: 'document',
    tokens_in: 100,
    prompt: 'summary.v1',
    outcome: 'done',
  });
});

test('a model that fails leaves what the rules made', async () => {
  const model = () => Promise.reject(new ProviderFailure('never', 'unauthorized', { status: 401 }));
  const services = someServices({ speech: tonesHeard(lines), model });
  const world = await opened(services);
  await world.recorded(docId, lines);
  await vi.waitFor(() => expect(services.reported).toEqual(['cl unauthorized']), 10_000);
  await world.steps.idle();
  expect((await world.documentation(docId)).summary).toMatchObject({ status: 'success', madeBy: { kind: 'basic' } });
});

test('what a service heard is not asked for again when a later piece fails', async () => {
  let calls = 0;
  const before = async () => {
    calls += 1;
    if (calls === 2) throw new ProviderFailure('again', 'busy', { status: 429, retryAfterSeconds: 1 });
  };
  const world = await opened(someServices({ speech: tonesHeard(lines, { before }) }));
  await world.recorded(docId, lines);
  await vi.waitFor(async () => expect((await world.documentation(docId)).summary?.status).toBe('success'), 15_000);
  // What is left of its jobs is no other test's.
  await world.steps.idle();
  expect(calls).toBe(3);
  expect((await runs()).map(({ outcome }) => outcome)).toEqual(['done', 'busy', 'done']);
  const { transcription } = await world.documentation(docId);
  expect(transcription?.items).toHaveLength(lines.length);
});

test('of ten calls at the limit of three exactly three are asked about', async () => {
  await database.db.deleteFrom('ai_usage').execute();
  const plan = JSON.stringify({ id: 'p', displayName: 'P', quotas: [{ grant: 'CALL_BOOSTS', limit: 3 }] });
  await database.db.updateTable('accounts').set({ plan }).where('id', '=', 's1').execute();
  const world = await opened(someServices({ speech: tonesHeard(lines) }));
  const ids = Array.from({ length: 10 }, (_, at) => `pbx-q${at}`);
  await Promise.all(ids.map((id) => world.recorded(id, lines)));
  await world.steps.idle();
  const states = await Promise.all(ids.map(async (id) => (await world.documentation(id)).transcription));
  expect(states.filter((part) => part?.status === 'success')).toHaveLength(3);
  expect(states.filter((part) => part?.reason === 'quota')).toHaveLength(7);
  const usage = await database.db.selectFrom('ai_usage').select('calls').execute();
  expect(usage).toEqual([{ calls: 3 }]);
  expect(world.told).toHaveLength(3);
  expect(world.told.join()).toContain('3/3');
});

test('ERR-040: who has only the headline is told of the call that uses up the month, and of no other', async () => {
  await database.db.deleteFrom('ai_usage').execute();
  await switchOn(database.db, { hasCallSummary: false });
  const plan = JSON.stringify({ id: 'p', displayName: 'P', quotas: [{ grant: 'CALL_BOOSTS', limit: 2 }] });
  await database.db.updateTable('accounts').set({ plan }).where('id', '=', 's1').execute();
  const world = await opened(someServices({ speech: tonesHeard(lines) }));
  for (const id of ['pbx-h0', 'pbx-h1', 'pbx-h2']) {
    await world.recorded(id, lines);
    await world.steps.idle();
  }
  expect(world.told).toEqual(['pbx-h1 2/2']);
  // A service on this server is asked without limit, and takes nothing of the month.
  for (const each of worlds.splice(0)) await each.stop();
  const local = await opened(someServices({ speech: tonesHeard(lines), local: true }));
  await local.recorded('pbx-h3', lines);
  await local.steps.idle();
  expect((await local.documentation('pbx-h3')).transcription?.status).toBe('success');
  expect([...world.told, ...local.told]).toEqual(['pbx-h1 2/2']);
});

test('no word of a call stands in jobs or in the ledger', async () => {
  const before = () => Promise.reject(new Error('they said pallet'));
  const world = await opened(someServices({ speech: tonesHeard(lines, { before }) }));
  await world.recorded(docId, lines);
  await vi.waitFor(async () => expect((await runs()).length).toBeGreaterThan(0));
  const { rows } = await sql<{ all: string }>`
    select j::text as all from pgboss.job j union all select r::text from ai_runs r`.execute(database.db);
  expect(rows.map((row) => row.all).join()).not.toMatch(/pallet|bakery/);
});
