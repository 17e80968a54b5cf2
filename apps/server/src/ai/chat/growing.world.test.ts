import { chatRoutes } from '@sidetone/contract/http/ai/chat-routes.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { writeCall } from '../../features/inbox/testing/some-calls.ts';
import { callRoute, type TestApi, testApi } from '../../testing/test-api.ts';
import type { ChatByModel, ModelChat } from '../ports.ts';
import { ProviderFailure } from '../providers/failure.ts';
import type { AiServices } from '../services.ts';
import { someServices } from '../testing/documented-world.ts';
import { answerQuestion } from './answer-question.ts';
import { chatKind } from './chat-job.ts';
import { chatPeople, type Somebody, said } from './testing/chat-people.ts';

let api: TestApi;
let people: ReturnType<typeof chatPeople>;
/** What the model does; it names the calls that it is given from 0 on. */
let model: ChatByModel;
const asked: string[] = [];
const usage = { tokensIn: 7, tokensOut: 3 };
const services = someServices({
  model: () => Promise.reject(new Error('not asked here')),
});
const asking: AiServices = {
  ...services,
  chatByModel(question, ...rest) {
    asked.push(question);
    return model(question, ...rest);
  },
};
beforeAll(async () => {
  api = await testApi({ aiServices: asking });
  people = chatPeople(api);
});
beforeEach(() => {
  asked.splice(0);
  services.reported.splice(0);
});
afterAll(() => api.stop());

const sentence = (text: string, call = 0) => ({ text, rests: [{ call, utteranceIds: ['s1'] }] });
const saying = (...texts: string[]): ModelChat => ({
  blocks: [{ kind: 'paragraph', columns: [], rows: texts.map((text, at) => [sentence(text, at)]) }],
  usage,
  prompt: 'chat.v1',
  dropped: {},
});
const write = (who: Somebody, id: string, line = 'The pump in the cellar is broken.') =>
  writeCall(api.db, id, { ...said([line, '> I will order one.']), channel: who.channelId, owner: who.userId });
const question = { text: 'Which pump is broken?' };
const stateOf = async (who: Somebody, chatId: string) => (await people.messages(who, chatId))[0]?.state;

test('quotes are there while a model reads, then its sentences with their places; the ledger has no call of the month', async () => {
  const anna = await people.somebody('Anna');
  await write(anna, 'pbx-pump');
  const gate = Promise.withResolvers<ModelChat>();
  model = () => gate.promise;
  const chatId = await people.chat(anna);
  await people.ask(anna, chatId, question);
  await vi.waitFor(async () =>
    expect(await people.messages(anna, chatId)).toMatchObject([
      { state: 'reading', calls: 1, citations: [{ docId: 'pbx-pump' }] },
    ]),
  );
  expect((await people.ask(anna, chatId, question)).status).toBe(409);
  gate.resolve(saying('The pump in the cellar.'));
  await api.jobs.idle(chatKind);
  expect(await people.messages(anna, chatId)).toMatchObject([
    {
      state: 'done',
      madeBy: { kind: 'model', service: 'Own model' },
      blocks: [{ kind: 'paragraph', sentences: [{ text: 'The pump in the cellar.', cites: [1] }] }],
      citations: [{ number: 1, docId: 'pbx-pump', quote: 'The pump in the cellar is broken.' }],
    },
  ]);
  const runs = await api.db.selectFrom('ai_runs').selectAll().where('user_id', '=', anna.userId).execute();
  expect(runs).toMatchObject([{ step: 'chat', counted: false, outcome: 'done', tokens_in: 7, doc_id: null }]);
  expect(await api.db.selectFrom('ai_usage').selectAll().where('account_id', '=', anna.accountId).execute()).toEqual(
    [],
  );
});

test('a channel that is left while the answer grows takes its sentences along', async () => {
  const bert = await people.somebody('Bert');
  const cora = await people.somebody('Cora', bert.accountId);
  await api.db.insertInto('channel_members').values({ channel_id: cora.channelId, user_id: bert.userId }).execute();
  await write(cora, 'pbx-hers');
  const gate = Promise.withResolvers<ModelChat>();
  model = () => gate.promise;
  const chatId = await people.chat(bert);
  await people.ask(bert, chatId, question);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  await api.db
    .deleteFrom('channel_members')
    .where('user_id', '=', bert.userId)
    .where('channel_id', '=', cora.channelId)
    .execute();
  gate.resolve(saying('The pump in the cellar.'));
  await api.jobs.idle(chatKind);
  const row = await api.db.selectFrom('chat_messages').selectAll().where('chat_id', '=', chatId).executeTakeFirst();
  expect(row).toMatchObject({ state: 'nothing', blocks: [] });
});

test.each(['call', 'transcript'])('a %s that is deleted while the answer grows is in no answer', async (what) => {
  const dora = await people.somebody('Dora');
  const id = `pbx-late-${what}`;
  await write(dora, id);
  await write(dora, `${id}-kept`);
  const gate = Promise.withResolvers<ModelChat>();
  let first = -1;
  model = (_question, calls) => {
    first = calls.length;
    return gate.promise;
  };
  const chatId = await people.chat(dora);
  await people.ask(dora, chatId, question);
  await vi.waitFor(() => expect(first).toBe(2));
  if (what === 'call') await api.db.deleteFrom('inbox_events').where('id', '=', id).execute();
  else await api.db.updateTable('inbox_events').set({ documentation: '{}' }).where('id', '=', id).execute();
  gate.resolve(saying('One pump.', 'Another pump.'));
  await api.jobs.idle(chatKind);
  const messages = await people.messages(dora, chatId);
  expect(JSON.stringify(messages)).not.toContain(`"${id}"`);
  const citations = await api.db.selectFrom('chat_citations').selectAll().where('doc_id', '=', id).execute();
  expect(citations).toEqual([]);
});

test('a stopped answer ends the request, and nothing comes after it', async () => {
  const emil = await people.somebody('Emil');
  await write(emil, 'pbx-stop');
  let isAborted = false;
  model = (_question, _calls, _provider, _options, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        isAborted = true;
        reject(signal.reason);
      });
    });
  const chatId = await people.chat(emil);
  const { body } = await people.ask(emil, chatId, question);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  const params = { chatId, messageId: body.messageId };
  expect((await callRoute(api.url, emil.token, chatRoutes.stopChatAnswer, { params })).status).toBe(200);
  await vi.waitFor(() => expect(isAborted).toBe(true));
  await api.jobs.idle(chatKind);
  expect(await people.messages(emil, chatId)).toMatchObject([{ state: 'stopped', problem: null, blocks: [] }]);
  model = async () => saying('The pump.');
  expect(await people.answeredIn(emil, chatId, question)).toMatchObject({ state: 'done' });
});

test('an answer that a process died over is stopped, and can be asked again', async () => {
  const fred = await people.somebody('Fred');
  await write(fred, 'pbx-died');
  const gate = Promise.withResolvers<ModelChat>();
  model = () => gate.promise;
  const chatId = await people.chat(fred);
  const { body } = await people.ask(fred, chatId, question);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  // What the next life of the server does with the job.
  const parts = { db: api.db, log: { info: () => undefined } as never, services };
  await answerQuestion(parts, body.messageId, AbortSignal.timeout(5_000));
  expect(await people.messages(fred, chatId)).toMatchObject([{ state: 'stopped', problem: 'interrupted' }]);
  gate.resolve(saying('Too late.'));
  await api.jobs.idle(chatKind);
  expect(await stateOf(fred, chatId)).toBe('stopped');
  model = async () => saying('The pump.');
  expect(await people.answeredIn(fred, chatId, question)).toMatchObject({ state: 'done' });
});

test('where the service cannot be asked, the quotes stay, with the reason', async () => {
  const gina = await people.somebody('Gina');
  await write(gina, 'pbx-refused');
  model = () => Promise.reject(new ProviderFailure('never', 'unauthorized'));
  const chatId = await people.chat(gina);
  expect(await people.answeredIn(gina, chatId, question)).toMatchObject({
    state: 'done',
    problem: 'unauthorized',
    madeBy: { kind: 'quotes' },
    citations: [{ docId: 'pbx-refused' }],
  });
  expect(services.reported).toEqual(['cl unauthorized']);
});

test('a model that finds nothing says so, and is not asked where there is no call', async () => {
  const hans = await people.somebody('Hans');
  const chatId = await people.chat(hans);
  expect(await people.answeredIn(hans, chatId, question)).toMatchObject({ state: 'nothing' });
  expect(asked).toEqual([]);
  await write(hans, 'pbx-none');
  model = async () => ({ ...saying(), blocks: [] });
  expect(await people.answeredIn(hans, chatId, question)).toMatchObject({ state: 'nothing', citations: [] });
});

test('a failure after the beginning says what failed, and the question can be asked again', async () => {
  const ida = await people.somebody('Ida');
  await write(ida, 'pbx-fails');
  model = () => Promise.reject(new Error('a mistake of ours'));
  const chatId = await people.chat(ida);
  expect(await people.answeredIn(ida, chatId, question)).toMatchObject({
    state: 'failed',
    problem: 'answerFailed',
    citations: [{ docId: 'pbx-fails' }],
  });
  model = async () => saying('The pump.');
  expect(await people.answeredIn(ida, chatId, question)).toMatchObject({ state: 'done' });
});

test('an answer that takes too long ends, and says so', async () => {
  const jill = await people.somebody('Jill');
  await write(jill, 'pbx-slow');
  model = async () => saying('The pump.');
  const chatId = await people.chat(jill);
  const { body } = await people.ask(jill, chatId, question);
  await api.jobs.idle(chatKind);
  await api.db.updateTable('chat_messages').set({ state: 'waiting' }).where('id', '=', body.messageId).execute();
  model = (_question, _calls, _provider, _options, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const parts = { db: api.db, log: { info: () => undefined, warn: () => undefined } as never, services: asking };
  await answerQuestion(parts, body.messageId, new AbortController().signal, 300);
  expect(await people.messages(jill, chatId)).toMatchObject([{ state: 'failed', problem: 'tookTooLong' }]);
});
