import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { routes } from '@sidetone/contract/http/routes.ts';
import { userChannelName } from '@sidetone/contract/realtime/events.ts';
import pusherJs, { type Options } from 'pusher-js';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { webLimits } from '../api/web-limits.ts';
import { hopHeader, hopSigner } from '../cell/signed-hop.ts';
import { secretBox } from '../storage/secret-box.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { liveClient } from '../testing/live-client.ts';
import { callRoute, person, signInAs, type Tokens } from '../testing/test-api.ts';
import { type CarrierOfCell, carrierOfCell } from './testing/carrier-of-cell.ts';

type PusherClient = InstanceType<typeof pusherJs.default>;
type Person = Awaited<ReturnType<typeof person>>;

const box = secretBox(randomBytes(32));
let database: TestDatabase;
let a: CarrierOfCell;
let b: CarrierOfCell;
let anna: Person;
let bert: Person;
let annas: Tokens;
let berts: Tokens;

beforeAll(async () => {
  database = await testDatabase();
  a = await carrierOfCell({ database, box }, 'node-1');
  b = await carrierOfCell({ database, box }, 'node-2');
  anna = await person(a.api, { firstName: 'Anna' });
  bert = await person(a.api, { firstName: 'Bert' });
  await database.db.updateTable('accounts').set({ node: 'node-2' }).where('id', '=', bert.accountId).execute();
  annas = await signInAs(a.api.url, anna.email);
  // Signing in works at every carrier.
  berts = await signInAs(a.api.url, bert.email);
  await vi.waitFor(() => {
    expect(a.homes.carrierOf(bert.accountId)?.httpAddress).toBe(b.api.url);
    expect(b.homes.carrierOf(anna.accountId)?.httpAddress).toBe(a.api.url);
  });
});
afterAll(async () => {
  for (const each of [a, b]) await each.stop();
  await database.drop();
});

/** Asks as a program of anybody's; gives what came back. */
const ask = (
  url: string,
  path: string,
  {
    token,
    headers = {},
    method = 'GET',
    body,
  }: { token?: string; headers?: Record<string, string>; method?: string; body?: string } = {},
) =>
  new Promise<{ status: number | undefined; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const all = { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers };
    const asking = httpRequest({ hostname, port, path, method, headers: all }, (response) => {
      let text = '';
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    asking.on('error', reject);
    asking.end(body);
  });

const hold = { params: { id: 'x@y/1' }, body: { value: true } };

test('a command at the wrong carrier is carried out at the right one, for its user and nobody else', async () => {
  const reply = await callRoute(a.api.url, berts.access_token, routes.holdCall, hold);
  expect(reply).toEqual({ status: 200, body: { value: true } });
  expect([a.held, b.held]).toEqual([[], [[bert.userId, true]]]);
  expect((await callRoute(a.api.url, annas.access_token, routes.holdCall, hold)).status).toBe(200);
  expect([a.held, b.held]).toEqual([[[anna.userId, true]], [[bert.userId, true]]]);
});

test('at either carrier everybody sees their own company alone', async () => {
  for (const { api } of [a, b]) {
    for (const [who, tokens, other] of [
      [anna, annas, bert],
      [bert, berts, anna],
    ] as const) {
      const live = liveClient(api.url, () => tokens.access_token);
      onTestFinished(() => void live.close());
      const [own, channels] = [live.watch('me'), live.watch('channels')];
      await expect.poll(() => own.rows?.map(({ id }) => id)).toEqual([who.userId]);
      await expect.poll(() => channels.rows?.length).toBe(1);
      expect(JSON.stringify(channels.rows)).not.toContain(other.userId);
      const { status, text } = await ask(api.url, '/api/users/me/calls?limit=1', { token: tokens.access_token });
      expect([status, text]).toMatchObject([200, expect.not.stringContaining(other.accountId)]);
    }
    expect((await ask(api.url, '/api/users/me/calls', { token: 'nobody' })).status).toBe(401);
  }
});

test('what a live query tells from memory comes from the home, and a token that is none ends at the door', async () => {
  const before = b.subscribed.length;
  const live = liveClient(a.api.url, () => berts.access_token);
  onTestFinished(() => void live.close());
  const ongoing = live.watch('ongoingCalls');
  await expect.poll(() => ongoing.rows).toEqual([]);
  expect(b.subscribed.slice(before)).toContain(bert.userId);
  expect(a.subscribed).not.toContain(bert.userId);
  const stranger = liveClient(a.api.url, () => 'nobody');
  onTestFinished(() => void stranger.close());
  const refused = stranger.watch('me');
  await expect.poll(() => refused.error).toBe('UNAUTHORIZED');
});

/** A browser's connection for events, made with the official library. */
const hears = async (url: string, { userId }: Person, tokens: Tokens) => {
  const { hostname: wsHost, port } = new URL(url);
  // The types say the class is a property of the module; under Node it is the module.
  const Client = pusherJs as unknown as new (key: string, options: Options) => PusherClient;
  const client = new Client('sidetone', {
    cluster: 'own',
    wsHost,
    wsPort: Number(port),
    forceTLS: false,
    enabledTransports: ['ws'],
    disableStats: true,
    channelAuthorization: {
      endpoint: `${url}/api/websocket/auth`,
      transport: 'ajax',
      headers: { authorization: `Bearer ${tokens.access_token}` },
    },
  });
  onTestFinished(() => client.disconnect());
  const heard: unknown[] = [];
  const subscription = client.subscribe(userChannelName(userId));
  subscription.bind('incoming', (data: unknown) => heard.push(data));
  await new Promise<void>((resolve, reject) => {
    subscription.bind('pusher:subscription_succeeded', () => resolve());
    subscription.bind('pusher:subscription_error', (error: unknown) => reject(new Error(JSON.stringify(error))));
  });
  return { heard, client };
};

test('events of a user reach a browser that connected to the wrong carrier, as long as its sign-in lasts', async () => {
  const tokens = await signInAs(a.api.url, bert.email);
  const { heard, client } = await hears(a.api.url, bert, tokens);
  await vi.waitFor(() => expect(b.api.realtime.signInsOf(bert.userId)?.size).toBe(1));
  expect(a.api.realtime.signInsOf(bert.userId)?.size).toBe(0);
  const call = { toNumber: '22', fromNumber: '+4930111', callId: 'call', sessionId: 'session' };
  await b.api.realtime.tellUser(bert.userId, 'incoming', call);
  await vi.waitFor(() => expect(heard).toMatchObject([call]));
  // Signing out closes the connection, although another carrier holds it.
  const body = new URLSearchParams({ client_id: 'sidetone', token: tokens.refresh_token });
  await fetch(`${a.api.url}/oidc/token/revocation`, { method: 'POST', body });
  await expect.poll(() => client.connection.state).toBe('disconnected');
  await expect.poll(() => b.api.realtime.signInsOf(bert.userId)?.size).toBe(0);
});

test('what a browser has open follows its company to another node, and back', async () => {
  const dora = await person(a.api, { firstName: 'Dora' });
  const tokens = await signInAs(a.api.url, dora.email);
  const home = async (node: string) => {
    await database.db.updateTable('accounts').set({ node }).where('id', '=', dora.accountId).execute();
    await vi.waitFor(() => {
      for (const { homes } of [a, b]) expect(homes.homeOf(dora.accountId)).toBe(node);
    });
  };
  await home('node-1');
  const live = liveClient(a.api.url, () => tokens.access_token);
  onTestFinished(() => void live.close());
  const ongoing = live.watch('ongoingCalls');
  await expect.poll(() => ongoing.rows).toEqual([]);
  const { heard } = await hears(a.api.url, dora, tokens);
  const call = { toNumber: '22', fromNumber: '+4930111', callId: 'call', sessionId: 'session' };
  for (const [node, carrier] of [
    ['node-2', b],
    ['node-1', a],
  ] as const) {
    const [before, told] = [carrier.subscribed.length, heard.length];
    await home(node);
    await expect.poll(() => carrier.subscribed.slice(before), { timeout: 10_000 }).toContain(dora.userId);
    await expect.poll(() => carrier.api.realtime.signInsOf(dora.userId)?.size, { timeout: 10_000 }).toBe(1);
    await carrier.api.realtime.tellUser(dora.userId, 'incoming', call);
    await expect.poll(() => heard.length).toBe(told + 1);
  }
});

test('SIP of a browser goes to the home of its device, and the client keeps its address', async () => {
  const register = (user: string) =>
    [
      'REGISTER sip:server SIP/2.0',
      'Via: SIP/2.0/WS x.invalid;branch=z9hG4bK1',
      'Max-Forwards: 70',
      `From: <sip:${user}@server>;tag=f`,
      `To: <sip:${user}@server>`,
      'Call-ID: c1',
      'CSeq: 1 REGISTER',
      'Content-Length: 0',
      '',
      '',
    ].join('\r\n');
  const name = 'berts-browser';
  await database.db
    .insertInto('endpoints')
    .values({
      id: 'e1',
      user_id: bert.userId,
      account_id: bert.accountId,
      kind: 'app',
      alias: 'Browser',
      sip_username: name,
      password_sealed: box.seal('secret'),
    })
    .execute();
  for (const [user, query, answer] of [
    [name, '', 'SIP/2.0 401 at node-2 for 127.0.0.2'],
    ['nobody', '', 'SIP/2.0 401 at node-1 for 127.0.0.2'],
    // As no browser writes it.
    [name, "?it's%zz|<x>#y", 'SIP/2.0 401 at node-2 for 127.0.0.2'],
  ] as const) {
    const socket = new WebSocket(`${a.api.url.replace(/^http/, 'ws')}/sip`, 'sip', {
      localAddress: '127.0.0.2',
      finishRequest(request) {
        request.path += query;
        request.end();
      },
    });
    onTestFinished(() => socket.close());
    await new Promise((resolve) => socket.once('open', resolve));
    const said = new Promise((resolve) => socket.once('message', (bytes) => resolve(bytes.toString())));
    socket.send(register(user));
    expect(await said).toBe(answer);
  }
});

test('sockets of SIP that have said nothing yet are as many of one network as of any other door', async () => {
  const open = () => {
    const socket = new WebSocket(`${a.api.url.replace(/^http/, 'ws')}/sip`, 'sip');
    onTestFinished(() => socket.terminate());
    return socket;
  };
  const silent = Array.from({ length: webLimits.strangersOfNetwork }, open);
  await Promise.all(silent.map((socket) => new Promise((resolve) => socket.once('open', resolve))));
  expect(await new Promise((resolve) => open().once('close', resolve))).toBe(1013);
});

test('an upload goes through whole, and what comes of it comes back', async () => {
  const headers = { 'content-type': 'image/png' };
  const send = (body: string) =>
    ask(a.api.url, '/api/users/me/picture', { method: 'PUT', token: berts.access_token, headers, body });
  const [short, long] = [await send('no picture'), await send('x'.repeat(900_000))];
  for (const { status, text } of [short, long])
    expect([status, text]).toEqual([400, expect.stringContaining('"code"')]);
});

test('what only another node may say is worth nothing from anybody else', async () => {
  const path = '/api/server-info';
  const origin = async (headers: Record<string, string>) => (await ask(a.api.url, path, { headers })).text;
  const plain = await origin({});
  const forged = hopSigner(randomBytes(32)).sign({ method: 'GET', url: path }, foreign);
  expect(await origin({ [hopHeader]: forged })).toBe(plain);
  expect(await origin({ [hopHeader]: 'x.y' })).toBe(plain);
  const real = hopSigner(box.derived('between nodes'));
  // Of another request, and of one too long ago.
  expect(await origin({ [hopHeader]: real.sign({ method: 'GET', url: '/api/me' }, foreign) })).toBe(plain);
  const old = hopSigner(box.derived('between nodes'), () => Date.now() - 120_000);
  expect(await origin({ [hopHeader]: old.sign({ method: 'GET', url: path }, foreign) })).toBe(plain);
  expect(await origin({ [hopHeader]: real.sign({ method: 'GET', url: path }, foreign) })).not.toBe(plain);
  // That address is one of a node now: what is unsigned counts as its own all the same.
  expect(await origin({ 'x-forwarded-for': '203.0.113.9' })).toBe(plain);
});
const foreign = { node: 'node-2', address: '203.0.113.9', secure: false, host: 'phone.example' };

test('a request that was handed on is handed on no further', async () => {
  const path = '/api/users/me/calls';
  const real = hopSigner(box.derived('between nodes'));
  const header = real.sign({ method: 'GET', url: path }, { ...foreign, host: new URL(a.api.url).host });
  const reply = await ask(a.api.url, path, { token: berts.access_token, headers: { [hopHeader]: header } });
  expect([reply.status, reply.text]).toEqual([508, expect.stringContaining('TOO_MANY_HOPS')]);
});

test('while nobody carries a node its users are told when to come again', async () => {
  const cora = await person(a.api, { firstName: 'Cora' });
  const tokens = await signInAs(a.api.url, cora.email);
  const set = (place: string | null) =>
    database.db.updateTable('nodes').set({ http_address: place }).where('node', '=', 'node-3').execute();
  await database.db.insertInto('nodes').values({ node: 'node-3', epoch: 1, lease_until: new Date() }).execute();
  await database.db.updateTable('accounts').set({ node: 'node-3' }).where('id', '=', cora.accountId).execute();
  await vi.waitFor(() => expect(a.homes.carrierOf(cora.accountId)?.node).toBe('node-3'));
  const away = async () => {
    const reply = await ask(a.api.url, '/api/users/me/calls', { token: tokens.access_token });
    expect([reply.status, reply.headers['retry-after'], reply.text]).toEqual([
      503,
      '3',
      expect.stringContaining('NO_CARRIER'),
    ]);
    const socket = new WebSocket(`${a.api.url.replace(/^http/, 'ws')}/live?connectionParams=1`);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send(JSON.stringify({ method: 'connectionParams', data: { token: tokens.access_token } }));
    expect(await closed).toBe(1013);
  };
  await away();
  // Its carrier has died: nothing listens where it was.
  await set('http://127.0.0.1:9');
  await vi.waitFor(() => expect(a.homes.carrierOf(cora.accountId)?.httpAddress).not.toBeNull());
  await away();
  // A spare has taken the seat.
  await set(b.api.url);
  await database.db.updateTable('accounts').set({ node: 'node-2' }).where('id', '=', cora.accountId).execute();
  await vi.waitFor(() => expect(a.homes.carrierOf(cora.accountId)?.httpAddress).toBe(b.api.url));
  await vi.waitFor(() => expect(b.homes.isElsewhere(cora.accountId)).toBe(false));
  const reply = await ask(a.api.url, '/api/users/me/calls', { token: tokens.access_token });
  expect(reply.status).toBe(200);
});
