import { channelRouting } from '@sidetone/contract/entities/channel-routing.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';

let world: TwoCompanies;
beforeAll(async () => {
  world = await twoCompanies();
  await world.runServer();
});
afterAll(async () => await world.api.stop());

const newChannel = async (name: string, routing: object = {}) =>
  (await world.ask(routes.createChannel, { body: { name, routing: channelRouting.parse(routing) } })).body.channelId;
const set = (channelId: string, routing: object) =>
  world.ask(routes.setChannelRouting, { params: { channelId }, body: channelRouting.parse(routing) });
const toChannel = (channelId: string) => ({ overflow: { kind: 'channel', channelId } });
const toNumber = (number: string) => ({ overflow: { kind: 'number', number } });
const refused = (message: string, path = 'overflow') => ({
  status: 400,
  body: { code: 'VALIDATION_FAILED', issues: [{ path, message }] },
});
const stepsOf = async (channelId: string, routing?: object) =>
  (
    await world.ask(routes.tryRouting, {
      body: { to: { channelId }, ...(routing && { routing: channelRouting.parse(routing) }) },
    })
  ).body.steps;

test('a channel sends its calls neither to itself nor round in a circle', async () => {
  const [one, two, three] = [await newChannel('One'), await newChannel('Two'), await newChannel('Three')];
  expect(await set(one, toChannel(one))).toMatchObject(refused('itself'));
  expect(await set(one, { closed: { kind: 'channel', channelId: one } })).toMatchObject(refused('itself', 'closed'));
  const full = { waiting: { full: { kind: 'channel', channelId: one } } };
  expect(await set(one, full)).toMatchObject(refused('itself', 'waiting.full'));
  expect((await set(one, toChannel(two))).status).toBe(200);
  expect((await set(two, toChannel(three))).status).toBe(200);
  expect(await set(three, toChannel(one))).toMatchObject(refused('loop'));
  const days = { from: '2026-12-24', until: '2026-12-24', name: 'Eve' };
  const holidays = [{ ...days, destination: { kind: 'channel', channelId: two } }];
  expect(await set(three, { holidays })).toMatchObject(refused('loop', 'holidays.0.destination'));
});

test('the dry run says how long callers wait in a queue', async () => {
  const one = await newChannel('Hotline');
  const waiting = { longestSeconds: 90, mostCallers: 3 };
  await world.ask(routes.setChannelMembers, {
    params: { channelId: one },
    body: { members: [{ userId: world.member.userId, dialedIn: true }] },
  });
  expect((await set(one, { waiting })).status).toBe(200);
  expect((await stepsOf(one)).slice(1)).toMatchObject([
    { kind: 'ring', afterSeconds: 0, seconds: 30 },
    { kind: 'wait', afterSeconds: 30, seconds: 60, inQueue: true },
    { kind: 'end', afterSeconds: 90, why: 'nobodyTookIt' },
  ]);
});

test('a missing channel, or one of another company, is reported where it is named', async () => {
  const one = await newChannel('Lonely');
  for (const id of ['nowhere', world.stranger.channelId]) {
    expect(await set(one, toChannel(id))).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', issues: [{ path: 'overflow', message: 'gone' }] },
    });
  }
  const body = { name: 'New', routing: channelRouting.parse(toChannel('nowhere')) };
  expect((await world.ask(routes.createChannel, { body })).body).toMatchObject({
    issues: [{ path: 'routing.overflow', message: 'gone' }],
  });
});

test('a number that cannot be called is refused, and the dry run says what would become of the call', async () => {
  const { ask, api, admin, stranger } = world;
  const one = await newChannel('Outward');
  expect(await set(one, toNumber('+493012345678'))).toMatchObject(refused('noTrunk'));
  expect((await stepsOf(one, toNumber('+493012345678'))).slice(-2)).toMatchObject([
    { kind: 'number', problem: 'noTrunk' },
    { kind: 'end', why: 'notSentOn' },
  ]);
  await ask(routes.createTrunk, { body: { name: 'North', kind: 'address', host: '192.0.2.1' } });
  expect((await set(one, toNumber('+493012345678'))).status).toBe(200);
  expect((await stepsOf(one)).at(-1)).toMatchObject({ kind: 'number', number: '+493012345678', problem: null });

  for (const barred of ['+33142685300', '+499001234567']) {
    expect(await set(one, toNumber(barred))).toMatchObject(refused('barred'));
    expect((await stepsOf(one, toNumber(barred))).at(-2)).toMatchObject({ kind: 'number', problem: 'barred' });
  }
  await ask(routes.addNumbers, { body: { first: '+4930555700' } });
  await api.db.insertInto('numbers').values({ e164: '+4930555701', account_id: stranger.accountId }).execute();
  for (const own of ['+4930555700', '+4930555701']) {
    expect(await set(one, toNumber(own))).toMatchObject(refused('ownNumber'));
  }

  // What was fine when it was saved may stay while something else changes, and the dry run tells.
  await api.db.updateTable('trunks').set({ is_enabled: false }).where('account_id', '=', admin.accountId).execute();
  expect((await set(one, { ...toNumber('+493012345678'), ringSeconds: 50 })).status).toBe(200);
  expect((await stepsOf(one)).at(-2)).toMatchObject({ kind: 'number', problem: 'noTrunk' });
});

test('a call assistant takes calls only where it is one of the account and has a question that was recorded', async () => {
  const { api, admin, stranger } = world;
  const announcement = { id: 'which-town', account_id: admin.accountId, name: 'Which town?', duration_ms: 900 };
  await api.db.insertInto('announcements').values(announcement).execute();
  const question = { id: 'town', text: 'Which town?' };
  for (const [id, account_id, announcementId] of [
    ['silent', admin.accountId, null],
    ['asking', admin.accountId, 'which-town'],
    ['foreign', stranger.accountId, 'which-town'],
  ] as const) {
    const questions = JSON.stringify([{ ...question, announcementId }]);
    await api.db.insertInto('assistants').values({ id, account_id, name: id, questions, topics: '[]' }).execute();
  }
  const one = await newChannel('Asked');
  const to = (assistantId: string) => ({ overflow: { kind: 'assistant', assistantId } });
  expect(await set(one, to('silent'))).toMatchObject(refused('asksNothing'));
  expect(await set(one, { assistantId: 'silent' })).toMatchObject(refused('asksNothing', 'assistantId'));
  for (const id of ['nowhere', 'foreign']) {
    expect(await set(one, to(id))).toMatchObject({
      status: 404,
      body: { issues: [{ path: 'overflow', message: 'gone' }] },
    });
    expect(await set(one, { assistantId: id })).toMatchObject({
      status: 404,
      body: { issues: [{ path: 'assistantId', message: 'gone' }] },
    });
  }
  expect((await set(one, { ...to('asking'), assistantId: 'asking' })).status).toBe(200);
  const steps = await stepsOf(one);
  expect(steps.filter(({ kind }: { kind: string }) => kind === 'assistant')).toMatchObject([
    { assistantId: 'asking', name: 'asking', voice: 'questions' },
    { assistantId: 'asking', name: 'asking', voice: 'questions' },
  ]);
  const voice = async () => (await stepsOf(one)).find(({ kind }: { kind: string }) => kind === 'assistant');
  const bot = { url: 'wss://bot.example/', parameters: [], maxCalls: 1, maxMinutes: 5 };
  for (const [change, expected] of [
    [{ bot: JSON.stringify(bot) }, 'bot'],
    [{ bot: null, questions: '[]' }, 'asksNothing'],
  ] as const) {
    await api.db.updateTable('assistants').set(change).where('id', '=', 'asking').execute();
    expect(await voice()).toMatchObject({ voice: expected });
  }
  // A setting that names an assistant which is gone stays until somebody changes it.
  await api.db.deleteFrom('assistants').where('id', '=', 'asking').execute();
  expect((await set(one, { ...to('asking'), assistantId: 'asking', ringSeconds: 40 })).status).toBe(200);
  expect(await voice()).toMatchObject({ name: null, voice: 'gone' });
});
