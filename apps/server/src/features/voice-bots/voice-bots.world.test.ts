import { once } from 'node:events';
import { mkdtempSync, utimesSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deliverAssistantResult } from '@sidetone/contract/http/ai/assistant-routes.ts';
import { steerBotCall, updateTwilioCall } from '@sidetone/contract/http/ai/bot-routes.ts';
import { apiBase } from '@sidetone/contract/http/route.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { readConfig } from '../../config.ts';
import { privateHosts } from '../../network/private-hosts.ts';
import { transcriptFiles, transcriptsFolder } from '../../storage/transcript-files.ts';
import { twoCompanies } from '../administration/testing/two-companies.ts';
import { removeResult, transcriptPath } from '../assistants/change-result.ts';
import { sweepResults } from '../assistants/sweep.ts';
import { type Delivery, delivery } from '../assistants/testing/front-desk.ts';
import { noCalls } from '../call-control/testing/no-calls.ts';
import { noClassicCalls } from '../classic/testing/no-classic-calls.ts';
import { keepBotCalls, sweepBotCalls } from './keep-bot-calls.ts';
import { accountSidOf, callSidOf, signatureOf } from './names.ts';

const secret = 'a secret of the bot';
const url = 'wss://192.0.2.7/voice';
const bot = {
  kind: 'bot',
  url,
  parameters: [{ name: 'tone', value: 'friendly' }],
  maxCalls: 2,
  maxMinutes: 10,
} as const;

const dataDir = mkdtempSync(join(tmpdir(), 'voice-bots-'));
let world: Awaited<ReturnType<typeof open>>;
/** What bots had done in the exchange; without calls there nothing is. */
let steered: string[] = [];
let isThere = true;

async function open() {
  const companies = await twoCompanies({
    config: { ...readConfig({ INTEGRATION_PRIVATE_HOSTS: '192.0.2.7, 127.0.0.1' }), port: 0, dataDir },
    exchange: {
      control: noCalls,
      classic: noClassicCalls,
      sipSocket: (socket) => socket.close(),
      steerBot(id, command) {
        steered.push(`${command} ${id}`);
        return isThere;
      },
    },
  });
  const { ask, api, admin } = companies;
  const { body: assistant } = await ask(routes.createAssistant, {
    body: { name: 'Bot', voice: { ...bot, parameters: [...bot.parameters], secret } },
  });
  const { id: assistantId } = assistant;
  const { body: agent } = await ask(routes.createAssistantToken, { params: { assistantId }, body: { name: 'Bot' } });
  const keeper = (node: string) =>
    keepBotCalls({
      db: api.db,
      box: api.box,
      node,
      hosts: privateHosts(['192.0.2.7']),
      log: pino({ level: 'silent' }),
      fileOf: async (id) => `/${id}.wav`,
    });
  const call = (resultId: string, sessionId = `session-${resultId}`) => ({
    resultId,
    assistantId,
    accountId: admin.accountId,
    channelId: 'c',
    docId: `pbx-${sessionId}`,
    sessionId,
    at: new Date(),
  });
  const deliver = (given: Delivery) =>
    ask(deliverAssistantResult, { params: { assistantId }, body: given }, { token: agent.token });
  return { ...companies, assistantId, token: agent.token, keeper, call, deliver };
}

beforeAll(async () => {
  world = await open();
});
afterAll(() => world.api.stop());
beforeEach(async () => {
  steered = [];
  isThere = true;
  for (const table of ['assistant_bot_calls', 'assistant_results', 'assistant_deleted_results'] as const)
    await world.api.db.deleteFrom(table).execute();
});

const results = () => world.api.db.selectFrom('assistant_results').selectAll().execute();
const calls = () => world.api.db.selectFrom('assistant_bot_calls').selectAll().execute();
const code = ({ body }: { body: unknown }) => (body as { code?: string }).code;

describe('the voice of an assistant', () => {
  test('is kept with a secret that nobody is shown, and that is sealed', async () => {
    const { api, assistantId } = world;
    const row = await api.db
      .selectFrom('assistants')
      .selectAll()
      .where('id', '=', assistantId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(row.bot_secret_sealed && api.box.unseal(row.bot_secret_sealed)).toBe(secret);
    const begun = await world.keeper('here').begin(world.call('1'));
    expect(begun?.stream).toMatchObject({
      url,
      addresses: ['192.0.2.7'],
      headers: { 'X-Twilio-Signature': signatureOf(url, secret) },
      parameters: { tone: 'friendly' },
    });
    expect(begun?.mostMs).toBe(600_000);
  });

  test('keeps its secret where only something else is changed, and loses it with null', async () => {
    const { ask, assistantId: id, api } = world;
    const params = { assistantId: id };
    const sealed = async () =>
      (await api.db.selectFrom('assistants').select('bot_secret_sealed').where('id', '=', id).executeTakeFirstOrThrow())
        .bot_secret_sealed;
    const before = await sealed();
    const voice = { ...bot, parameters: [], maxCalls: 2 };
    expect((await ask(routes.changeAssistant, { params, body: { voice } })).status).toBe(200);
    expect(await sealed()).toEqual(before);
    expect((await ask(routes.changeAssistant, { params, body: { voice: { ...voice, secret: null } } })).status).toBe(
      200,
    );
    expect(await sealed()).toBeNull();
  });

  test.each([
    ['ws://192.0.2.8/', 'privateHost'],
    ['wss://10.0.0.1/', 'privateHost'],
    ['wss://[::1]/', 'privateHost'],
    ['wss://127.0.0.9/', 'privateHost'],
    ['ws://198.41.0.4/', 'insecure'],
  ])('does not lead to %s: %s', async (place, problem) => {
    const { ask } = world;
    const refused = await ask(routes.createAssistant, {
      body: { name: 'B', voice: { ...bot, parameters: [], url: place } },
    });
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'voice.url', message: problem }] } });
  });
});

describe('trying a connection', () => {
  const tried = async (place: string) =>
    (await world.ask(routes.tryVoiceBot, { body: { assistantId: null, url: place, secret } })).body.problem;

  test('succeeds with a bot, which sees the signature, and closes it', async () => {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    const address = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/voice`;
    const came = once(server, 'connection');
    const trying = tried(address);
    const [socket, request] = await came;
    const closed = once(socket, 'close');
    expect(request.headers['x-twilio-signature']).toBe(signatureOf(address, secret));
    expect(await trying).toBeNull();
    expect((await closed)[0]).toBe(1000);
    server.close();
  });

  test('says what is wrong', async () => {
    expect(await tried('ws://127.0.0.1:1/')).toBe('unreachable');
    expect(await tried('wss://10.0.0.1/')).toBe('privateHost');
    expect(await tried(`${world.api.url.replace('http', 'ws')}/nothing`)).toBe('refused');
  });
});

describe('the calls of a bot', () => {
  test('are never more than it takes, whichever of two servers they are at', async () => {
    const [here, there] = [world.keeper('here'), world.keeper('there')];
    const begun = await Promise.all(
      Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? here : there).begin(world.call(`many-${at}`))),
    );
    expect(begun.filter((one) => one !== null)).toHaveLength(2);
    expect(await here.botOf(world.admin.accountId, world.assistantId)).toBe('full');
    const [first] = await calls();
    await here.finished(first?.id ?? '', null, new Date());
    expect(await there.botOf(world.admin.accountId, world.assistantId)).toBe('free');
    expect(await there.botOf('another account', world.assistantId)).toBeNull();
    expect(await results()).toEqual([]);
  });

  test('of a server that was killed are ended by its next life, and those of others are not', async () => {
    const before = world.keeper('here');
    await before.begin(world.call('taken'));
    await before.connected('taken', new Date());
    await world.keeper('there').begin(world.call('other'));
    const next = world.keeper('here');
    expect(await next.resume()).toBe(1);
    expect((await calls()).map(({ id }) => id)).toEqual(['other']);
    expect((await results()).map(({ id, state }) => [id, state])).toEqual([['taken', 'OPEN']]);
    await sql`update assistant_bot_calls set started_at = now() - interval '3 hours'`.execute(world.api.db);
    await sweepBotCalls(world.api.db);
    expect(await calls()).toEqual([]);
  });

  test('leave a result, which the delivery of the bot completes', async () => {
    const keeper = world.keeper('here');
    await keeper.begin(world.call('done', 's-1'));
    await keeper.finished('done', new Date(Date.now() - 5000), new Date());
    const [made] = await results();
    expect(made).toMatchObject({ id: 'done', state: 'OPEN', session_id: 's-1' });
    expect(made?.duration_ms).toBeGreaterThanOrEqual(5000);
    const given = delivery({ id: 'own', sessionId: 's-1', primaryTopic: 'Offer', transcript: 'Hello.' });
    expect((await world.deliver(given)).body).toEqual({ resultId: 'done', created: true });
    expect((await world.deliver(given)).body).toEqual({ resultId: 'done', created: false });
    expect(await results()).toMatchObject([
      { id: 'done', primary_topic: 'Offer', transcript_doc_id: expect.any(String) },
    ]);
    expect(code(await world.deliver({ ...given, state: 'DONE' }))).toBe('CONFLICT');
  });

  test('have a transcript that those who may can open, and that no sweep takes for left behind', async () => {
    const keeper = world.keeper('here');
    const { assistantId, admin } = world;
    const { db } = world.api;
    await keeper.begin(world.call('told', 's-9'));
    await keeper.finished('told', new Date(), new Date());
    await world.deliver(delivery({ id: 'told', sessionId: 's-9', transcript: 'Hello.' }));
    const [{ transcript_doc_id: name } = { transcript_doc_id: null }] = await results();
    const params = { assistantId, userId: admin.userId };
    await world.ask(routes.setAssistantUser, { params, body: { canSeeTranscripts: true } });
    const files = transcriptFiles(transcriptsFolder(dataDir));
    const open = () => transcriptPath({ db, files }, admin as never, { assistantId, file: `${name}.txt` });
    const old = new Date(Date.now() - 2 * 60 * 60_000);
    utimesSync(await open(), old, old);
    await sweepResults({ db, files });
    await expect(open()).resolves.toContain(`${name}.txt`);
  });

  test('leave one result where a caller comes to the bot a second time', async () => {
    const keeper = world.keeper('here');
    await keeper.begin(world.call('first', 's-8'));
    await keeper.finished('first', new Date(), new Date());
    await keeper.begin(world.call('second', 's-8'));
    await world.deliver(delivery({ id: 'told', sessionId: 's-8' }));
    await keeper.finished('second', new Date(), new Date());
    expect((await results()).map(({ id }) => id)).toEqual(['first']);
  });

  test('leave none where what the bot delivered was deleted before the end', async () => {
    const keeper = world.keeper('here');
    const { assistantId, admin } = world;
    const { db } = world.api;
    await keeper.begin(world.call('gone', 's-7'));
    const { body } = await world.deliver(delivery({ id: 'gone', sessionId: 's-7' }));
    const params = { assistantId, userId: admin.userId };
    await world.ask(routes.setAssistantUser, { params, body: { canSeeTranscripts: true } });
    const files = transcriptFiles(transcriptsFolder(dataDir));
    await db
      .updateTable('users')
      .set({ grants: ['CALL_DELETE'] })
      .where('id', '=', admin.userId)
      .execute();
    const which = { assistantId, resultId: (body as { resultId: string }).resultId };
    await removeResult({ db, files }, admin as never, which, '192.0.2.1');
    await keeper.finished('gone', new Date(), new Date());
    expect(await results()).toEqual([]);
  });

  test('leave no second result where the bot delivered during the call', async () => {
    const keeper = world.keeper('here');
    await keeper.begin(world.call('early', 's-2'));
    await world.deliver(delivery({ id: 'early', sessionId: 's-2' }));
    await keeper.finished('early', new Date(), new Date());
    expect(await results()).toHaveLength(1);
  });

  test('have one result where the delivery comes at the moment of the end', async () => {
    for (let round = 0; round < 5; round += 1) {
      const keeper = world.keeper('here');
      const sessionId = `race-${round}`;
      await keeper.begin(world.call(sessionId, sessionId));
      const given = delivery({ id: sessionId, sessionId });
      const [sent] = await Promise.all([world.deliver(given), keeper.finished(sessionId, new Date(), new Date())]);
      // A sender without a reply of 200 sends it again.
      if (sent.status !== 200) expect((await world.deliver(given)).status).toBe(200);
    }
    expect(await results()).toHaveLength(5);
  });
});

describe('what a bot does with its call', () => {
  const begin = async (id: string) => {
    const keeper = world.keeper('here');
    await keeper.begin(world.call(id));
    return keeper;
  };
  const steer = (id: string, body: { do: 'hangUp' } | { do: 'handOver'; summary?: string }, token = world.token) =>
    world.ask(steerBotCall, { params: { assistantId: world.assistantId, callSid: callSidOf(id) }, body }, { token });

  test('is done in the exchange, and its summary is in the result', async () => {
    const keeper = await begin('one');
    expect((await steer('one', { do: 'handOver', summary: 'Wants an offer.' })).status).toBe(200);
    expect((await steer('one', { do: 'hangUp' })).status).toBe(200);
    expect(steered).toEqual(['handOver one', 'hangUp one']);
    await keeper.finished('one', new Date(), new Date());
    expect(await results()).toMatchObject([{ summary: 'Wants an offer.' }]);
    expect((await steer('one', { do: 'hangUp' })).status).toBe(404);
  });

  test('is for its own calls alone', async () => {
    await begin('two');
    expect((await steer('two', { do: 'hangUp' }, 'none')).status).toBe(401);
    const { body: other } = await world.ask(routes.createAssistant, { body: { name: 'Other' } });
    const params = { assistantId: other.id };
    const { body: agent } = await world.ask(routes.createAssistantToken, { params, body: { name: 'Other' } });
    expect((await steer('two', { do: 'hangUp' }, agent.token)).status).toBe(404);
    expect((await steer('unknown', { do: 'hangUp' })).status).toBe(404);
    expect(steered).toEqual([]);
    isThere = false;
    expect((await steer('two', { do: 'hangUp' })).status).toBe(404);
  });

  test.each([
    ['Status=completed', 200, 'hangUp twilio'],
    ['Twiml=<Response><Hangup/></Response>', 200, 'hangUp twilio'],
    ['Twiml=<?xml version="1.0"?> <Response> <Dial /> </Response>', 200, 'handOver twilio'],
    ['Twiml=<Response><Dial>%2B4930123456</Dial></Response>', 400, undefined],
    ['Twiml=<Response><Dial callerId="1"/></Response>', 400, undefined],
    ['Status=canceled', 400, undefined],
    ['', 400, undefined],
  ])('comes as Twilio has it: %s', async (form, status, done) => {
    await begin('twilio');
    const place = updateTwilioCall.path
      .replace('{accountSid}', accountSidOf(world.assistantId))
      .replace('{callSid}', callSidOf('twilio'));
    const send = (user: string, token: string) =>
      fetch(world.api.url + apiBase + place, {
        method: 'POST',
        body: form.replaceAll('+', '%2B'),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          authorization: `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`,
        },
      });
    expect((await send('AC', world.token)).status).toBe(status);
    expect(steered[0]).toBe(done);
    expect((await send('AC', 'wrong')).status).toBe(401);
  });
});
