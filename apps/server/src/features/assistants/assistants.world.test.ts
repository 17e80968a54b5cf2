import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  AdminAssistant,
  Assistant,
  AssistantCounts,
  AssistantResult,
  AssistantResultRow,
} from '@sidetone/contract/entities/assistant.ts';
import type { User } from '@sidetone/contract/entities/user.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { liveClient } from '../../testing/live-client.ts';
import { person, signInAs } from '../../testing/test-api.ts';
import { delivery, type FrontDesk, frontDesk } from './testing/front-desk.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'assistants-'));
let desk: FrontDesk;
let colleague: { userId: string; token: string };
beforeAll(async () => {
  desk = await frontDesk(dataDir);
  const made = await person(desk.api, { firstName: 'Cleo', accountId: desk.admin.accountId });
  colleague = { ...made, token: (await signInAs(desk.api.url, made.email)).access_token };
  await use(colleague.userId, false);
});
afterAll(() => desk.api.stop());
beforeEach(async () => {
  await desk.api.db.deleteFrom('assistant_results').execute();
  await desk.api.db.deleteFrom('assistant_deleted_results').execute();
});

const use = (userId: string, canSeeTranscripts: boolean) =>
  desk.ask(routes.setAssistantUser, { params: { assistantId: desk.assistantId, userId }, body: { canSeeTranscripts } });
const within = { timeout: 10_000, interval: 10 };
const code = ({ body }: { body: unknown }) => (body as { code?: string }).code;
const of = (resultId: string) => ({ assistantId: desk.assistantId, resultId });
const change = (resultId: string, body: object, who: { token: string } = desk.member) =>
  desk.ask(routes.changeAssistantResult, { params: of(resultId), body }, who);
const send = async (given = delivery()) => (await desk.deliver(given)).body.resultId;

/** Watches one result as someone; `close` ends it. */
async function watchResult(resultId: string, who: { token: string }) {
  const live = liveClient(desk.api.url, () => who.token);
  const seen = live.watch<AssistantResult>('assistantResult', of(resultId));
  await vi.waitFor(() => expect(seen.rows).toBeDefined(), within);
  return { row: () => seen.rows?.[0], error: () => seen.error, close: () => live.close() };
}

const everything = delivery({
  durationSeconds: 134,
  from: '030 23125 771',
  primaryTopic: 'Tender',
  topics: ['Tender', 'Deadline'],
  rows: [
    { label: 'Call back', value: 'today' },
    { label: 'Reference', value: 'SWA-118' },
  ],
  summary: { text: 'Asks about a tender.', keyPoints: ['Twelve sites'] },
  transcript: 'Assistant: Hello.\nCaller: It is about the tender.\n',
});

test('SPROD-017, SASSIST-001 to -004: what an agent delivers is there for its users, with the contact', async () => {
  const { accountId } = desk.admin;
  await desk.api.db
    .insertInto('contacts')
    .values({
      id: 'kit',
      account_id: accountId,
      name: 'Ingrid Thalbach',
      first_name: 'Ingrid',
      e164s: ['+493023125771'],
    } as never)
    .execute();
  const { status, body } = await desk.deliver(everything);
  expect([status, body.created]).toEqual([200, true]);
  const seen = await watchResult(body.resultId, desk.member);
  expect(seen.row()).toMatchObject({
    startedAt: '2026-11-20T10:06:00.000Z',
    durationMs: 134_000,
    remote: { name: 'Ingrid Thalbach', contactId: 'kit' },
    remoteNumber: '+493023125771',
    docId: null,
    state: 'OPEN',
    primaryTopic: 'Tender',
    topics: ['Tender', 'Deadline'],
    rows: everything.rows,
    summary: everything.summary,
    note: { content: '', revision: 0 },
    feedback: null,
  });
  await seen.close();
  await desk.api.db.deleteFrom('contacts').where('id', '=', 'kit').execute();
});

test('SASSIST-011, SAPI-078: two users who change state and concern of a result at the same moment both have their way', async () => {
  const resultId = await send(everything);
  const [mine, theirs] = [await watchResult(resultId, desk.member), await watchResult(resultId, colleague)];
  const replies = await Promise.all([
    change(resultId, { state: 'DONE' }),
    change(resultId, { primaryTopic: 'Offer' }, colleague),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  for (const { row } of [mine, theirs]) {
    await vi.waitFor(() => expect(row()).toMatchObject({ state: 'DONE', primaryTopic: 'Offer' }), within);
  }
  await change(resultId, { state: 'OPEN', primaryTopic: 'Deadline' });
  await vi.waitFor(() => expect(theirs.row()).toMatchObject({ state: 'OPEN', primaryTopic: 'Deadline' }), within);
  const unknown = await change(resultId, { primaryTopic: 'Weather', state: 'DONE' });
  expect([unknown.status, code(unknown)]).toEqual([400, 'VALIDATION_FAILED']);
  expect(theirs.row()).toMatchObject({ state: 'OPEN', primaryTopic: 'Deadline' });
  await mine.close();
  await theirs.close();
});

test('SASSIST-008: of two who write the note at the same moment one is refused, and nothing of theirs is kept', async () => {
  const resultId = await send();
  const note = (content: string, revision: number) => ({ note: { content, revision } });
  const replies = await Promise.all([
    change(resultId, { ...note('Called back.', 0), state: 'DONE' }),
    change(resultId, note('I call.', 0), colleague),
  ]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  const won = replies.find(({ status }) => status === 200);
  const seen = await watchResult(resultId, desk.member);
  expect(seen.row()?.note).toEqual(won?.body.note);
  expect(seen.row()?.state).toBe(won?.body.note.content === 'Called back.' ? 'DONE' : 'OPEN');
  expect((await change(resultId, note('Both.', 1), colleague)).body.note).toMatchObject({
    content: 'Both.',
    revision: 2,
    updatedBy: colleague.userId,
  });
  await seen.close();
});

test('SASSIST-014 to -018, API-040, SAPI-010: feedback is each user’s own, once', async () => {
  const resultId = await send();
  const give = (body: { rating: 0 | 1; comment?: string }, who: { token: string }) =>
    desk.ask(routes.sendAssistantFeedback, { params: of(resultId), body }, who);
  const [mine, theirs] = [await watchResult(resultId, desk.member), await watchResult(resultId, colleague)];
  expect((await give({ rating: 0, comment: 'Wrong name.' }, desk.member)).status).toBe(200);
  await vi.waitFor(() => expect(mine.row()?.feedback).toEqual({ rating: 0, comment: 'Wrong name.' }), within);
  expect(theirs.row()?.feedback).toBeNull();
  expect(code(await give({ rating: 1 }, desk.member))).toBe('CONFLICT');
  const twice = await Promise.all([give({ rating: 1 }, colleague), give({ rating: 1 }, colleague)]);
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
  await vi.waitFor(() => expect(theirs.row()?.feedback).toEqual({ rating: 1, comment: null }), within);
  await mine.close();
  await theirs.close();
});

test('SASSIST-005 to -007, SAPI-031: a transcript is a file for users who may see it, and for nobody else', async () => {
  const resultId = await send(everything);
  const seen = await watchResult(resultId, desk.member);
  const file = `${seen.row()?.transcriptDocId}.txt`;
  await seen.close();
  const path = join(dataDir, 'transcripts', desk.assistantId, file);
  expect(readFileSync(path, 'utf8')).toBe(everything.transcript);
  const read = (who: { token: string }) =>
    desk.ask(routes.assistantTranscript, { params: { assistantId: desk.assistantId, file } }, who);
  expect(await read(desk.member)).toEqual({ status: 200, body: everything.transcript });
  const without = await watchResult(resultId, colleague);
  expect(without.row()?.transcriptDocId).toBeNull();
  for (const who of [colleague, desk.admin, desk.stranger]) expect((await read(who)).status).toBe(404);
  await use(colleague.userId, true);
  await vi.waitFor(() => expect(`${without.row()?.transcriptDocId}.txt`).toBe(file), within);
  expect((await read(colleague)).status).toBe(200);
  await use(colleague.userId, false);
  await vi.waitFor(() => expect(without.row()?.transcriptDocId).toBeNull(), within);
  expect((await read(colleague)).status).toBe(404);
  await without.close();
});

test('SSHELL-007: lists in ranges, counts, and assistants of a user are live, and go at once with the assistant', async () => {
  for (const at of [1, 2, 3, 4, 5]) await send(delivery({ id: `${at}`, startedAt: `2026-11-20T10:0${at}:00.000Z` }));
  const live = liveClient(desk.api.url, () => colleague.token);
  const { assistantId } = desk;
  const asked = { assistantId, state: 'OPEN' };
  const list = live.watch<AssistantResultRow>('assistantResults', { ...asked, limit: 2 });
  const counts = live.watch<AssistantCounts>('assistantCounts');
  const own = live.watch<Assistant>('assistants');
  const me = live.watch<User & { rev: number }>('me');
  await vi.waitFor(
    () => expect(list.rows?.map(({ startedAt }) => startedAt.slice(14, 16))).toEqual(['05', '04']),
    within,
  );
  const last = list.rows?.[1];
  const place = { startedAt: last?.startedAt, id: last?.id };
  const rest = live.watch<AssistantResultRow>('assistantResults', { ...asked, after: place });
  const first = live.watch<AssistantResultRow>('assistantResults', { ...asked, until: place });
  await vi.waitFor(() => expect([rest.rows?.length, first.rows?.length]).toEqual([3, 2]), within);
  await vi.waitFor(() => expect(counts.rows).toMatchObject([{ id: assistantId, open: 5, done: 0 }]), within);
  expect(own.rows).toMatchObject([{ id: assistantId, name: 'Front desk', canSeeTranscripts: false }]);
  await vi.waitFor(() => expect(me.rows?.[0]?.assistantIds).toEqual([assistantId]), within);
  await change(last?.id ?? '', { state: 'DONE' });
  await vi.waitFor(() => expect(counts.rows).toMatchObject([{ open: 4, done: 1 }]), within);
  await vi.waitFor(
    () => expect(list.rows?.map(({ startedAt }) => startedAt.slice(14, 16))).toEqual(['05', '03']),
    within,
  );

  await desk.ask(routes.removeAssistantUser, { params: { assistantId, userId: colleague.userId } });
  for (const one of [list, rest, first]) await vi.waitFor(() => expect(one.error).toBe('NOT_FOUND'), within);
  await vi.waitFor(() => expect([own.rows, counts.rows, me.rows?.[0]?.assistantIds]).toEqual([[], [], []]), within);
  await live.close();
  await use(colleague.userId, false);
});

test('nobody but users of the assistant finds a result by any route or query', async () => {
  const resultId = await send(everything);
  for (const who of [desk.admin, desk.stranger]) {
    const params = of(resultId);
    const replies = [
      await change(resultId, { state: 'DONE' }, who),
      await desk.ask(routes.sendAssistantFeedback, { params, body: { rating: 1 } }, who),
      await desk.ask(routes.deleteAssistantResult, { params }, who),
    ];
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
    const live = liveClient(desk.api.url, () => who.token);
    const list = live.watch('assistantResults', { assistantId: desk.assistantId, state: 'OPEN' });
    const one = live.watch('assistantResult', params);
    const own = live.watch('assistants');
    await vi.waitFor(() => expect([list.error, one.error, own.rows]).toEqual(['NOT_FOUND', 'NOT_FOUND', []]), within);
    await live.close();
  }
  const seen = await watchResult(resultId, desk.member);
  expect(seen.row()).toMatchObject({ state: 'OPEN', feedback: null });
  await seen.close();
});

test('a result is deleted with its file by who may delete calls, and a second delivery brings nothing back', async () => {
  const resultId = await send(everything);
  const remove = () => desk.ask(routes.deleteAssistantResult, { params: of(resultId) }, desk.member);
  await desk.api.db.updateTable('users').set({ grants: [] }).where('id', '=', desk.member.userId).execute();
  expect((await remove()).status).toBe(403);
  await desk.api.db
    .updateTable('users')
    .set({ grants: ['CALL_DELETE'] })
    .where('id', '=', desk.member.userId)
    .execute();
  await desk.api.db.deleteFrom('erasures').execute();
  expect(readdirSync(join(dataDir, 'transcripts', desk.assistantId))).toContain(`${resultId}.txt`);
  expect((await remove()).status).toBe(200);
  expect(readdirSync(join(dataDir, 'transcripts', desk.assistantId))).not.toContain(`${resultId}.txt`);
  const asked = await desk.api.db.selectFrom('erasures').select('tables').execute();
  expect(asked.flatMap(({ tables }) => tables ?? [])).toContain('assistant_results');
  expect((await desk.deliver(everything)).body).toEqual({ resultId, created: false });
  expect(await desk.api.db.selectFrom('assistant_results').select('id').execute()).toEqual([]);
  expect((await remove()).status).toBe(404);
});

test('the call of a result is the one in an inbox of the asker, with its number; for others it has none', async () => {
  const { accountId } = desk.admin;
  await desk.api.db
    .insertInto('inbox_events')
    .values({
      id: 'pbx-call-1',
      account_id: accountId,
      channel_id: desk.member.channelId,
      session_id: 'call-1',
      unresolved: true,
      direction: 'INCOMING',
      state: 'FINISHED',
      started_at: new Date(),
      terminated_at: new Date(),
      remote_phone_number: '+4930555777',
      owner: desk.member.userId,
    })
    .execute();
  const resultId = await send(delivery({ sessionId: 'call-1' }));
  const [mine, theirs] = [await watchResult(resultId, desk.member), await watchResult(resultId, colleague)];
  const { channelId } = desk.member;
  expect(mine.row()).toMatchObject({ channelId, docId: 'pbx-call-1', remoteNumber: '+4930555777' });
  expect(theirs.row()).toMatchObject({ channelId: null, docId: null, sessionId: null, remoteNumber: null });
  await mine.close();
  await theirs.close();
});

test('administrators see who uses an assistant and its tokens, and no word of a result', async () => {
  const live = liveClient(desk.api.url, () => desk.admin.token);
  const seen = live.watch<AdminAssistant>('adminAssistants');
  await vi.waitFor(() => expect(seen.rows).toHaveLength(1), within);
  const [before] = seen.rows ?? [];
  await send(everything);
  expect(before?.users).toEqual([
    { userId: colleague.userId, canSeeTranscripts: false },
    { userId: desk.member.userId, canSeeTranscripts: true },
  ]);
  await vi.waitFor(() => expect(seen.rows?.[0]?.tokens[0]?.lastUsedAt).not.toBeNull(), within);
  expect(JSON.stringify(seen.rows)).not.toContain('Tender');
  expect(JSON.stringify(seen.rows)).not.toContain(desk.agent.token);
  const params = { assistantId: desk.assistantId };
  const revision = before?.revision ?? -1;
  const write = (name: string) => desk.ask(routes.changeAssistant, { params, body: { name, revision } });
  const replies = await Promise.all([write('Desk A'), write('Desk B')]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  await vi.waitFor(() => expect(seen.rows?.[0]).toMatchObject({ revision: revision + 1 }), within);
  const foreign = { channelId: desk.member.channelId };
  expect((await desk.ask(routes.changeAssistant, { params, body: foreign })).status).toBe(404);
  await desk.ask(routes.changeAssistant, { params, body: { name: 'Front desk' } });
  await live.close();
});

test('a comment on a result goes with the user who wrote it, and nothing is left of it', async () => {
  const { db } = desk.api;
  const resultId = await send(everything);
  const { userId: user_id } = await person(desk.api, { firstName: 'Lea', accountId: desk.admin.accountId });
  await db
    .insertInto('assistant_feedback')
    .values({ result_id: resultId, user_id, rating: 0, comment: 'No.' })
    .execute();
  await db.deleteFrom('erasures').execute();
  await db.deleteFrom('users').where('id', '=', user_id).execute();
  expect(await db.selectFrom('assistant_feedback').selectAll().where('user_id', '=', user_id).execute()).toEqual([]);
  const asked = await db.selectFrom('erasures').select('tables').execute();
  expect(asked.flatMap(({ tables }) => tables ?? [])).toContain('assistant_feedback');
});
