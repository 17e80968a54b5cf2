import type { SmartAnswerAssignment, SmartAnswerSet } from '@sidetone/contract/entities/smart-answers.ts';
import type { RouteRequest } from '@sidetone/contract/http/route.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { liveClient } from '../../testing/live-client.ts';
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';
import { cleanUpSets } from './clean-up.ts';

let api: TestApi;
let anna: Awaited<ReturnType<typeof person>>;
let ben: Awaited<ReturnType<typeof person>>;
let token: string;
let tokenOfBen: string;
beforeAll(async () => {
  api = await testApi();
  anna = await person(api, { firstName: 'Anna' });
  const { accountId } = anna;
  ben = await person(api, { firstName: 'Ben', accountId, extension: '42' });
  token = (await signInAs(api.url, anna.email)).access_token;
  tokenOfBen = (await signInAs(api.url, ben.email)).access_token;
  await api.db
    .insertInto('channels')
    .values({ id: 'cteam', account_id: accountId, type: 'acd', name: 'Team', follow_up_time: 0 })
    .execute();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await sql`delete from smart_answer_sets`.execute(api.db);
  await sql`delete from smart_answer_assignments`.execute(api.db);
  await sql`delete from channel_members where channel_id = 'cteam'`.execute(api.db);
  await api.db.insertInto('channel_members').values({ channel_id: 'cteam', user_id: anna.userId }).execute();
  await plan('BASIC');
});

const plan = (id: string) =>
  api.db
    .updateTable('accounts')
    .set({ plan: JSON.stringify({ id, displayName: id }) })
    .where('id', '=', anna.accountId)
    .execute();
const questions = (count: number, first = 1) =>
  Array.from({ length: count }, (_, at) => ({ id: `k${first + at}`, question: `What of ${first + at}?` }));
type Input = RouteRequest<typeof routes.createSmartAnswerSet>['body'];
const create = (body: Input = {}, as = token) => callRoute(api.url, as, routes.createSmartAnswerSet, { body });
const update = ({ id, rev }: Pick<SmartAnswerSet, 'id' | 'rev'>, body: Input, as = token) =>
  callRoute(api.url, as, routes.updateSmartAnswerSet, { params: { setId: id }, body: { ...body, rev } });
const remove = (setId: string, rev?: number, as = token) =>
  callRoute(api.url, as, routes.deleteSmartAnswerSet, { params: { setId }, query: rev === undefined ? {} : { rev } });
const assign = (setId: string, channelId: string, direction: 'inbound' | 'outbound', as = token) =>
  callRoute(api.url, as, routes.assignSmartAnswerSet, { params: { channelId, direction }, body: { setId } });
const assignments = () =>
  api.db
    .selectFrom('smart_answer_assignments')
    .select(['channel_id', 'inbound_set_id', 'outbound_set_id'])
    .where('user_id', '=', anna.userId)
    .orderBy('channel_id')
    .execute();
const code = (reply: { body: unknown }) => (reply.body as { code?: string }).code;

test('SAPI-063, SSMART-003: the first set answers all channels of its user, both directions; a second one none', async () => {
  await plan('PREMIUM_TIER_B');
  const first = await create({ title: ' Sales\n calls ', questions: questions(2) });
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ title: 'Sales calls', autoCopyToNote: false });
  const all = [anna.channelId, 'cteam']
    .sort()
    .map((channel_id) => ({ channel_id, inbound_set_id: first.body.id, outbound_set_id: first.body.id }));
  expect(await assignments()).toEqual(all);
  await create({});
  expect(await assignments()).toEqual(all);
});

test('SAPI-064, SSMART-001: a change keeps when questions were made, and who did not see the newest one is refused', async () => {
  const { body: set } = await create({ questions: questions(2) });
  const [old] = set.questions;
  const changed = await update(set, {
    title: 'New',
    questions: [...questions(1), ...questions(1, 5)],
    autoCopyToNote: true,
  });
  expect(changed.body.questions.map(({ id }) => id)).toEqual(['k1', 'k5']);
  expect(changed.body.questions[0]).toEqual(old);
  expect(Date.parse(changed.body.questions[1]?.createdAt ?? '')).toBeGreaterThanOrEqual(
    Date.parse(old?.createdAt ?? ''),
  );
  expect([changed.body.title, changed.body.autoCopyToNote]).toEqual(['New', true]);
  expect(changed.body.rev).toBeGreaterThan(set.rev);
  const late = await update(set, { title: 'Late' });
  expect([late.status, code(late)]).toEqual([409, 'CONFLICT']);
});

test('of two tabs that change a set at once, one is refused', async () => {
  const { body: set } = await create({ questions: questions(1) });
  const replies = await Promise.all([update(set, { title: 'One' }), update(set, { title: 'Two' })]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('SSMART-016, SSMART-017: a question has a text, and perhaps a title', async () => {
  const blank = await create({ questions: [{ id: 'k1', question: ' \n ' }] });
  expect([blank.status, code(blank)]).toEqual([400, 'VALIDATION_FAILED']);
  const twice = await create({ questions: [...questions(1), ...questions(1)] });
  expect(twice.status).toBe(400);
  const long = await create({ questions: [{ id: 'k1', question: 'x'.repeat(501) }] });
  expect(long.status).toBe(400);
  const { body } = await create({ questions: [{ id: 'k1', question: 'Who\ncalled?', title: 'Caller' }] });
  expect(body.questions).toMatchObject([{ question: 'Who called?', title: 'Caller' }]);
});

test('SSMART-018, SSMART-019, SCONST-002: one set of ten questions, unless the plan lifts the limits', async () => {
  const eleven = await create({ questions: questions(11) });
  expect([eleven.status, code(eleven)]).toEqual([409, 'SMART_ANSWERS_FULL']);
  const { body: set } = await create({ questions: questions(10) });
  expect(code(await update(set, { questions: questions(11) }))).toBe('SMART_ANSWERS_FULL');
  expect(code(await create({}))).toBe('SMART_ANSWERS_FULL');
  await plan('PREMIUM_TIER_B');
  expect((await update(set, { questions: questions(11) })).status).toBe(200);
  expect((await create({})).status).toBe(200);
});

test('of tabs that create a set at once, all but one are refused', async () => {
  const replies = await Promise.all(Array.from({ length: 5 }, () => create({ questions: questions(1) })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  expect(await api.db.selectFrom('smart_answer_sets').select('id').execute()).toHaveLength(1);
});

test('SPERM-025: what a better plan left stays, is read only beyond the limit, and can be deleted', async () => {
  await plan('PREMIUM_TIER_B');
  const { body: first } = await create({ questions: questions(12) });
  const { body: second } = await create({ questions: questions(1) });
  await plan('BASIC');
  expect(code(await update(second, { title: 'Other' }))).toBe('SMART_ANSWERS_FULL');
  const reworded = questions(12).map((each, at) => (at === 11 ? { ...each, question: 'Another?' } : each));
  expect(code(await update(first, { questions: reworded }))).toBe('SMART_ANSWERS_FULL');
  expect(code(await update(first, { questions: questions(13) }))).toBe('SMART_ANSWERS_FULL');
  const fewer = await update(first, { title: 'Kept', questions: questions(11) });
  expect(fewer.body.questions).toHaveLength(11);
  expect((await remove(first.id)).status).toBe(200);
  expect((await update(second, { title: 'Mine' })).status).toBe(200);
});

test('SAPI-065: a set goes with its assignments, with its revision only as it was seen', async () => {
  const { body: set } = await create({ questions: questions(1) });
  const changed = await update(set, { questions: questions(2) });
  expect(code(await remove(set.id, set.rev))).toBe('CONFLICT');
  expect((await remove(set.id, changed.body.rev)).status).toBe(200);
  expect(await api.db.selectFrom('smart_answer_sets').select('id').execute()).toEqual([]);
  for (const row of await assignments()) expect(row).toMatchObject({ inbound_set_id: null, outbound_set_id: null });
  expect((await remove(set.id)).status).toBe(404);
});

test('SAPI-066, SAPI-067, SSMART-004: sets are assigned by channel and direction, and taken off again', async () => {
  await plan('PREMIUM_TIER_B');
  const { body: first } = await create({});
  const { body: second } = await create({});
  const { body } = await assign(second.id, 'cteam', 'outbound');
  expect(body).toMatchObject({ id: 'cteam', channelId: 'cteam', inboundSetId: first.id, outboundSetId: second.id });
  const off = await callRoute(api.url, token, routes.unassignSmartAnswerSet, {
    params: { channelId: 'cteam', direction: 'inbound' },
  });
  expect(off.body).toMatchObject({ inboundSetId: null, outboundSetId: second.id });
  expect((await assign(first.id, 'cunknown', 'inbound')).status).toBe(404);
});

test('nobody sees, changes, assigns or is assigned what is somebody else’s', async () => {
  const { body: set } = await create({ questions: questions(1) });
  expect((await update(set, { title: 'Ben' }, tokenOfBen)).status).toBe(404);
  expect((await remove(set.id, undefined, tokenOfBen)).status).toBe(404);
  expect((await assign(set.id, ben.channelId, 'inbound', tokenOfBen)).status).toBe(404);
  expect((await assign(set.id, ben.channelId, 'inbound')).status).toBe(404);
  const stolen = sql`insert into smart_answer_assignments (user_id, channel_id, inbound_set_id)
    values (${ben.userId}, ${ben.channelId}, ${set.id})`;
  await expect(stolen.execute(api.db)).rejects.toThrow(/foreign key/);
});

test('without the permission CALL_BOOSTS nothing can be written', async () => {
  const { body: set } = await create({});
  const grants = (list: string[]) =>
    api.db.updateTable('users').set({ grants: list }).where('id', '=', anna.userId).execute();
  await grants([]);
  const replies = [
    await create({}),
    await update(set, {}),
    await remove(set.id),
    await assign(set.id, 'cteam', 'inbound'),
  ];
  await grants(['CALL_BOOSTS']);
  expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
});

test('who leaves a channel leaves its assignment, and a user who goes takes everything along', async () => {
  await create({ questions: questions(1) });
  await sql`delete from channel_members where channel_id = 'cteam'`.execute(api.db);
  expect((await assignments()).map(({ channel_id }) => channel_id)).toEqual([anna.channelId]);
  const cleo = await person(api, { firstName: 'Cleo', accountId: anna.accountId, extension: '43' });
  await create({ questions: questions(1) }, (await signInAs(api.url, cleo.email)).access_token);
  await sql`delete from channels where id = ${cleo.channelId}`.execute(api.db);
  await sql`delete from users where id = ${cleo.userId}`.execute(api.db);
  const left = await api.db.selectFrom('smart_answer_sets').select('user_id').execute();
  expect(left).toEqual([{ user_id: anna.userId }]);
});

test('API-097, API-101: both are watched by their user alone', async () => {
  const live = liveClient(api.url, () => token);
  const ofBen = liveClient(api.url, () => tokenOfBen);
  try {
    const sets = live.watch<SmartAnswerSet>('smartAnswerSets');
    const assigned = live.watch<SmartAnswerAssignment>('smartAnswerAssignments');
    const foreign = ofBen.watch<SmartAnswerSet>('smartAnswerSets');
    await vi.waitFor(() => expect([sets.rows, assigned.rows, foreign.rows]).toEqual([[], [], []]), { timeout: 10_000 });
    const { body: set } = await create({ title: 'Sales', questions: questions(1) });
    await vi.waitFor(() => expect(sets.rows).toEqual([set]));
    await vi.waitFor(() => expect(assigned.rows).toHaveLength(2));
    await remove(set.id);
    await vi.waitFor(() => expect(sets.rows).toEqual([]));
    await vi.waitFor(() => expect(assigned.rows?.every(({ inboundSetId }) => inboundSetId === null)).toBe(true));
    expect(foreign.rows).toEqual([]);
  } finally {
    await live.close();
    await ofBen.close();
  }
});

test('SSMART-006, SSMART-007: sets that a closed browser left go without a question, and get a title without one', async () => {
  await plan('PREMIUM_TIER_B');
  const { body: fresh } = await create({});
  const { body: empty } = await create({ title: 'Empty' });
  const { body: untitled } = await create({ questions: questions(1) });
  await sql`update users set locale = 'de' where id = ${anna.userId}`.execute(api.db);
  await sql`update smart_answer_sets set changed_at = now() - interval '25 hours' where id <> ${fresh.id}`.execute(
    api.db,
  );
  await cleanUpSets(api.db);
  const rows = await api.db.selectFrom('smart_answer_sets').select(['id', 'title']).orderBy('created_at').execute();
  expect(rows).toEqual([
    { id: fresh.id, title: null },
    { id: untitled.id, title: 'Fragen 2' },
  ]);
  expect(rows.map(({ id }) => id)).not.toContain(empty.id);
});

test('SSMART-007: several sets without a title count on, past titles that are taken', async () => {
  await plan('PREMIUM_TIER_B');
  await create({ title: 'Set 4', questions: questions(1) });
  await create({ questions: questions(1) });
  await create({ questions: questions(1) });
  await sql`update users set locale = 'en' where id = ${anna.userId}`.execute(api.db);
  await sql`update smart_answer_sets set changed_at = now() - interval '25 hours'`.execute(api.db);
  await cleanUpSets(api.db);
  const rows = await api.db.selectFrom('smart_answer_sets').select('title').orderBy('created_at').execute();
  expect(rows.map(({ title }) => title)).toEqual(['Set 4', 'Set 3', 'Set 5']);
});

test('nothing is left of questions that were deleted', async () => {
  const asked = async () => (await api.db.selectFrom('erasures').select('id').execute()).length;
  await sql`delete from erasures`.execute(api.db);
  const { body: set } = await create({ questions: questions(2) });
  const reworded = await update(set, { questions: questions(2).map((each) => ({ ...each, title: 'T' })) });
  expect(await asked()).toBe(0);
  const fewer = await update(reworded.body, { questions: questions(1) });
  expect(await asked()).toBe(1);
  await remove(fewer.body.id);
  expect(await asked()).toBe(2);
});
