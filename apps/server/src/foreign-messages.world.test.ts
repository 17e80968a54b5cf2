import { once } from 'node:events';
import { connect } from 'node:net';
import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { patterns } from './testing/foreign-patterns.ts';
import { liveClient } from './testing/live-client.ts';
import { person, signInAs, type TestApi, testApi } from './testing/test-api.ts';

let api: TestApi;
let token: string;
/** What the server counted as its own fault. */
const faults: string[] = [];
const open: { close(): unknown }[] = [];

beforeAll(async () => {
  api = await testApi({ log: pino({ level: 'error' }, { write: (line: string) => void faults.push(line) }) });
  const admin = await person(api, { firstName: 'Ada', admin: true });
  token = (await signInAs(api.url, admin.email)).access_token;
});
afterAll(async () => {
  for (const one of open) await one.close();
  await api.stop();
});

/** Seconds of the processor that the server, which is this process, takes for something. */
const busySeconds = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
};

/** The longest that the server takes: a head of 16 KB, a message of 256 KB. */
const longestHeader = 15_000;
const longestMessage = 256 * 1024;
const longOf = (pattern: string, length: number) => pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length);

/** What the server answers to a GET with this header, as bytes that no client of HTTP would send; '' for no answer. */
const answered = async (path: string, header: string, value: string): Promise<string> => {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
  socket.on('error', () => {});
  let came = '';
  socket.on('data', (chunk) => (came += chunk.toString('latin1')));
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${header}: ${value}\r\n\r\n`);
  await new Promise((resolve) => socket.once('close', resolve));
  return came;
};

test.each(['Cookie', 'Accept-Language', 'X-Forwarded-For', 'Authorization'])(
  'the longest %s of every pattern is answered soon, and is nobody’s fault but its sender’s',
  async (header) => {
    const bad: string[] = [];
    for (const pattern of patterns) {
      for (const text of [longOf(pattern, longestHeader), `sidetone_sign_in="${longOf(pattern, longestHeader)}`]) {
        for (const path of ['/oidc/auth?client_id=sidetone', '/api/sign-in/nowhere', '/api/server-info']) {
          let came = '';
          const seconds = await busySeconds(async () => {
            came = await answered(path, header, text);
          });
          // What is no header at all is closed without a word, or with 400.
          if (!/^(HTTP\/1\.1 [234]\d\d |$)/.test(came) || seconds > 1) {
            bad.push(`${path} ${JSON.stringify(text.slice(0, 30))}: ${seconds} s, ${came.slice(0, 40)}`);
          }
        }
      }
    }
    expect(bad).toEqual([]);
    expect(faults).toEqual([]);
  },
  120_000,
);

/** Opens `/live` and introduces itself; what it sends may be anything. */
const liveSocket = async (): Promise<WebSocket> => {
  const socket = new WebSocket(`${api.url.replace(/^http/, 'ws')}/live?connectionParams=1`);
  socket.on('error', () => {});
  open.push(socket);
  await once(socket, 'open');
  socket.send(JSON.stringify({ method: 'connectionParams', data: { token } }));
  return socket;
};

test('the longest message of every pattern to the live socket takes nothing from others', async () => {
  const watcher = liveClient(api.url, () => token);
  open.push(watcher);
  const slow: string[] = [];
  for (const pattern of patterns) {
    const socket = await liveSocket();
    const long = longOf(pattern, longestMessage / 4 - 200);
    const asked = (input: unknown) =>
      JSON.stringify({ id: 1, method: 'subscription', params: { path: 'me', input } }).slice(0, longestMessage);
    const seconds = await busySeconds(async () => {
      socket.send(long);
      socket.send(Buffer.from(long));
      socket.send(asked(long));
      socket.send(JSON.stringify({ id: long, method: long, params: { path: long } }).slice(0, longestMessage));
      const answer = once(socket, 'pong');
      socket.ping();
      await Promise.race([answer, once(socket, 'close')]);
    });
    if (seconds > 1) slow.push(`${JSON.stringify(pattern)}: ${seconds} s`);
    socket.terminate();
  }
  expect(slow).toEqual([]);
  expect(faults).toEqual([]);
  const me = watcher.watch('me');
  await vi.waitFor(() => expect(me.rows).toHaveLength(1));
}, 120_000);

test('a message as deep as it may be long is refused, and others go on', async () => {
  const socket = await liveSocket();
  const levels = Math.floor(longestMessage / 8);
  const input = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  socket.send(`{"id":1,"method":"subscription","params":{"path":"inbox","input":${input}}}`);
  const answer = once(socket, 'pong');
  socket.ping();
  await Promise.race([answer, once(socket, 'close')]);
  socket.terminate();
  const watcher = liveClient(api.url, () => token);
  open.push(watcher);
  const me = watcher.watch('me');
  await vi.waitFor(() => expect(me.rows).toHaveLength(1));
  expect(faults).toEqual([]);
});

const deep = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
/** Parameters that no query has, or has otherwise. */
const strange: readonly unknown[] = [
  null,
  [],
  'text',
  Number.MAX_VALUE,
  deep(300),
  JSON.parse('{"__proto__": {"channelId": "x"}, "constructor": 1}'),
  ...['\0', '\ud800', "' or 1=1 --", 'x'.repeat(10_000), '%', '{}'].map((text) => ({
    channelId: text,
    id: text,
    search: text,
    number: text,
    remote: text,
    webuserId: text,
    contactId: text,
    limit: 10,
    callId: text,
    sessionId: text,
    userId: text,
    filter: text,
    cursor: text,
    day: text,
    thread: text,
  })),
  ...[-1, 0, 1e308, 1.5, '10', 1_000_000_000].map((limit) => ({ channelId: 'x', limit })),
];

test.each(Object.keys(liveQueries))('%s refuses what it was not asked for, and fails at nothing', async (name) => {
  const watcher = liveClient(api.url, () => token);
  open.push(watcher);
  for (const params of strange) {
    const seen = watcher.watch(name, params as object);
    // A message of its own each: all of them in one would be too large.
    await vi.waitFor(() => expect(seen.rows ?? seen.error, JSON.stringify(params).slice(0, 80)).toBeDefined());
    expect(seen.error, JSON.stringify(params).slice(0, 80)).not.toBe('INTERNAL_SERVER_ERROR');
    seen.stop();
  }
  expect(faults).toEqual([]);
  await watcher.close();
});
