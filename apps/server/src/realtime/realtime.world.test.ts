import { routes } from '@sidetone/contract/http/routes.ts';
import { userChannelName } from '@sidetone/contract/realtime/events.ts';
import pusherJs, { type Options } from 'pusher-js';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { presenceOf } from '../identity/presence.ts';
import { callRoute, person, signInAs, type TestApi, type Tokens, testApi } from '../testing/test-api.ts';

type PusherClient = InstanceType<typeof pusherJs.default>;

let api: TestApi;
const open: PusherClient[] = [];
beforeAll(async () => {
  api = await testApi();
});
afterEach(() => {
  for (const client of open.splice(0)) client.disconnect();
});
afterAll(() => api.stop());

const call = { toNumber: '22', fromNumber: '+4930111', callId: 'call', sessionId: 'session' };
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 5 });

/** A browser's connection, made with the official library that decrypts by itself. */
const connect = (tokens: Tokens, key = 'sidetone') => {
  const { hostname, port } = new URL(api.url);
  // The types say the class is a property of the module; under Node it is the module.
  const Client = pusherJs as unknown as new (key: string, options: Options) => PusherClient;
  const client = new Client(key, {
    cluster: 'own',
    wsHost: hostname,
    wsPort: Number(port),
    forceTLS: false,
    enabledTransports: ['ws'],
    disableStats: true,
    channelAuthorization: {
      endpoint: `${api.url}/api/websocket/auth`,
      transport: 'ajax',
      headers: { authorization: `Bearer ${tokens.access_token}` },
    },
  });
  open.push(client);
  return client;
};

const subscribe = async (client: PusherClient, channel: string) => {
  const heard: unknown[] = [];
  const subscription = client.subscribe(channel);
  subscription.bind('incoming', (data: unknown) => heard.push(data));
  await new Promise<void>((resolve, reject) => {
    subscription.bind('pusher:subscription_succeeded', () => resolve());
    subscription.bind('pusher:subscription_error', (error: { status: number }) =>
      reject(new Error(String(error.status))),
    );
  });
  return heard;
};

test('pusher-js receives and decrypts the events of its user, and nobody else does', async () => {
  const [anna, bert] = [await person(api, { firstName: 'Anna' }), await person(api, { firstName: 'Bert' })];
  const annas = await subscribe(connect(await signInAs(api.url, anna.email)), userChannelName(anna.userId));
  const berts = await subscribe(connect(await signInAs(api.url, bert.email)), userChannelName(bert.userId));
  await api.realtime.tellUser(anna.userId, 'incoming', call);
  await api.realtime.tellUser(bert.userId, 'incoming', { ...call, callId: 'other' });
  await until(() => expect([annas.length, berts.length]).toEqual([1, 1]));
  expect(annas[0]).toMatchObject(call);
  expect(berts[0]).toMatchObject({ callId: 'other' });
});

test('it is known whose clients hear events, by sign-in, and no longer once they are gone', async () => {
  const anna = await person(api, { firstName: 'Anna', lastName: 'Hearing' });
  const hearing = () => api.realtime.signInsOf(anna.userId)?.size;
  expect(hearing()).toBe(0);
  const tokens = await signInAs(api.url, anna.email);
  const [tab, secondTab] = [connect(tokens), connect(tokens)];
  await subscribe(tab, userChannelName(anna.userId));
  await subscribe(secondTab, userChannelName(anna.userId));
  expect(hearing()).toBe(1);
  const elsewhere = connect(await signInAs(api.url, anna.email));
  await subscribe(elsewhere, userChannelName(anna.userId));
  expect(hearing()).toBe(2);
  tab.disconnect();
  elsewhere.disconnect();
  await until(() => expect(hearing()).toBe(1));
  secondTab.disconnect();
  await until(() => expect(hearing()).toBe(0));
});

test('a user of the classic generation is shown as reachable while a client of theirs is there', async () => {
  const anna = await person(api, { firstName: 'Anna', lastName: 'Classic' });
  const { db } = api;
  const { account_id } = await db
    .selectFrom('users')
    .select('account_id')
    .where('id', '=', anna.userId)
    .executeTakeFirstOrThrow();
  const status = async () => (await presenceOf(db, account_id)).get(anna.userId);
  const tab = connect(await signInAs(api.url, anna.email));
  await subscribe(tab, userChannelName(anna.userId));
  await until(async () => expect(await db.selectFrom('client_lines').select('user_id').execute()).not.toEqual([]));
  expect(await status()).toBe('OFFLINE');
  const setFlags = (flags: object) =>
    db
      .updateTable('accounts')
      .set({ flags: JSON.stringify(flags) })
      .where('id', '=', account_id)
      .execute();
  await setFlags({ hasNeoPbx: false });
  expect(await status()).toBe('ONLINE');
  tab.disconnect();
  await until(async () => expect(await status()).toBe('OFFLINE'));
  await setFlags({ hasNeoPbx: true });
});

test('signed-in users learn where the channels are', async () => {
  const anna = await person(api, { firstName: 'Anna' });
  const { access_token } = await signInAs(api.url, anna.email);
  const reply = await callRoute(api.url, access_token, routes.realtimeServer, {});
  expect(reply).toEqual({ status: 200, body: { key: 'sidetone', elsewhere: null } });
});

test("somebody else's channel is refused to every user", async () => {
  const [carl, dora] = [await person(api, { firstName: 'Carl' }), await person(api, { firstName: 'Dora' })];
  const client = connect(await signInAs(api.url, carl.email));
  await expect(subscribe(client, userChannelName(dora.userId))).rejects.toThrow('403');
});

test('traffic is encrypted, and a forged subscription is refused', async () => {
  const emil = await person(api, { firstName: 'Emil' });
  const socket = new WebSocket(`${api.url.replace('http', 'ws')}/app/sidetone?protocol=7`);
  const messages: { event: string; data: string }[] = [];
  socket.on('message', (text) => messages.push(JSON.parse(String(text))));
  await until(() => expect(messages).toHaveLength(1));
  const { socket_id } = JSON.parse(messages[0]?.data ?? '') as { socket_id: string };
  const channel = userChannelName(emil.userId);
  const join = (auth: string) => socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth } }));
  join(`sidetone:${'0'.repeat(64)}`);
  await until(() => expect(messages.at(-1)?.event).toBe('pusher:subscription_error'));

  const { access_token } = await signInAs(api.url, emil.email);
  const reply = await fetch(`${api.url}/api/websocket/auth`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}` },
    body: new URLSearchParams({ socket_id, channel_name: channel }),
  });
  const { auth, shared_secret } = (await reply.json()) as { auth: string; shared_secret: string };
  expect(shared_secret).toBeTruthy();
  join(auth);
  await until(() => expect(messages.at(-1)?.event).toBe('pusher_internal:subscription_succeeded'));
  await api.realtime.tellUser(emil.userId, 'incoming', call);
  await until(() => expect(messages.at(-1)?.event).toBe('incoming'));
  expect(Object.keys(JSON.parse(messages.at(-1)?.data ?? ''))).toEqual(['nonce', 'ciphertext']);
  expect(JSON.stringify(messages)).not.toContain('+4930111');

  socket.send(JSON.stringify({ event: 'pusher:ping', data: {} }));
  await until(() => expect(messages.at(-1)?.event).toBe('pusher:pong'));
  for (const nonsense of ['{', '[]', '{"event":7}', '{"event":"pusher:subscribe"}', '{"event":"client-x","data":{}}']) {
    const before = messages.length;
    socket.send(nonsense);
    await until(() => expect(messages.slice(before).map(({ event }) => event)).toEqual(['pusher:error']));
  }
  socket.close();
});

test('signing out closes the connection with 4009', async () => {
  const fred = await person(api, { firstName: 'Fred' });
  const tokens = await signInAs(api.url, fred.email);
  const client = connect(tokens);
  await subscribe(client, userChannelName(fred.userId));
  const codes: number[] = [];
  // It tells of the same error twice, the second time in another shape.
  client.connection.bind('error', ({ data }: { data?: { code: number } }) => data && codes.push(data.code));
  await fetch(`${api.url}/oidc/token/revocation`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'sidetone', token: tokens.refresh_token }),
  });
  await until(() => expect(codes).toEqual([4009]));
  await until(() => expect(client.connection.state).toBe('disconnected'));
});

test('an unknown key and an unknown protocol get their close codes', async () => {
  const closed = (path: string) =>
    new Promise<number>((resolve) => {
      new WebSocket(`${api.url.replace('http', 'ws')}${path}`).on('close', resolve);
    });
  expect(await closed('/app/wrong?protocol=7')).toBe(4001);
  expect(await closed('/app/sidetone?protocol=3')).toBe(4007);
});

test('publishing needs the signature over the very body', async () => {
  const post = (query: string) =>
    fetch(`${api.url}/apps/sidetone/events?${query}`, {
      method: 'POST',
      body: '{"name":"x","channels":["y"],"data":"z"}',
    });
  expect((await post('')).status).toBe(401);
  const now = Math.floor(Date.now() / 1000);
  const query = `auth_key=sidetone&auth_timestamp=${now}&auth_version=1.0&body_md5=x&auth_signature=y`;
  expect((await post(query)).status).toBe(401);
});
