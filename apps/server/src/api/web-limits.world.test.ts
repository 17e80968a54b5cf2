import { once } from 'node:events';
import type http from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type SocketDoor, socketDoors } from './upgrades.ts';
import { webLimits } from './web-limits.ts';
import { endSlowBody, openConnections, plainServer } from './web-server.ts';

/** Short times, so that they are over within a test. */
const short = { ...webLimits, headersMs: 200, bodyMs: 300, checkEveryMs: 50, introductionMs: 200 };

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const listening = async (server: http.Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};
const connected = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  ends.push(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
};
const closed = async (socket: Socket): Promise<string> => {
  let text = '';
  socket.on('data', (chunk) => (text += chunk));
  await once(socket, 'close');
  return text;
};

/** A server that reads what it is sent; `/file` is a route of files. */
const reading = async () => {
  const app = Fastify();
  app.addHook('onRequest', async (request) => endSlowBody(request, short));
  app.post('/json', async () => 'read');
  app.addContentTypeParser('text/csv', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.post('/file', { config: { takes: { as: 'stream', types: [] } } }, async ({ body }) => `${String(body).length}`);
  await app.ready();
  ends.push(() => app.close());
  return await listening(plainServer((request, response) => app.routing(request, response), short));
};
const head = (path: string, type: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;

test('a connection that says nothing, or its head too slowly, is closed', async () => {
  const port = await reading();
  const silent = await connected(port);
  const slow = await connected(port);
  slow.write('GET / HTTP/1.1\r\nHost: ');
  const texts = await Promise.all([closed(silent), closed(slow)]);
  for (const text of texts) expect(text).toMatch(/^(HTTP\/1\.1 408|$)/);
});

test('a body that does not come is waited for no longer than a minute, and a file longer', async () => {
  const port = await reading();
  const json = await connected(port);
  json.write(`${head('/json', 'application/json', 100)}{"half":`);
  const file = await connected(port);
  file.write(`${head('/file', 'text/csv', 4)}ab`);
  expect(await closed(json)).toContain('408');
  // The one with the file began earlier than that one ended, and still is read to its end.
  file.write('cd');
  expect(String((await once(file, 'data'))[0])).toMatch(/200 OK[\s\S]*4$/);
});

test('one network gets a limited number of connections; one whose user is known no longer counts', async () => {
  const limits = { ...webLimits, ofNetwork: 3 };
  const connections = openConnections(limits, () => false);
  const server = plainServer((_request, response) => response.end(), limits);
  connections.watch(server);
  const port = await listening(server);
  const taken: Socket[] = [];
  for (let count = 0; count < 3; count += 1) taken.push(await connected(port));
  await expect.poll(async () => await isClosed(port)).toBe(true);
  const [first] = taken;
  connections.known({ remoteAddress: '127.0.0.1', remotePort: first?.localPort });
  const another = await connected(port);
  another.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(String((await once(another, 'data'))[0])).toContain('200 OK');
  expect(await isClosed(port)).toBe(true);
  taken[1]?.destroy();
  await expect.poll(async () => await isClosed(port)).toBe(false);
});

/** Whether one more connection is closed immediately, without an answer. */
const isClosed = async (port: number): Promise<boolean> => {
  const socket = await connected(port);
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  return (await closed(socket)) === '';
};

/** A server with one door for sockets. */
const withDoor = async (door: Partial<SocketDoor>, limits = short) => {
  const server = plainServer((_request, response) => response.end(), limits);
  const doors = socketDoors([{ takes: () => true, largest: 1024, strangers: 'introduced', open: () => {}, ...door }], {
    limits,
    isOwnOrigin: (origin) => origin === 'http://localhost:8080',
    isTooPlain: () => false,
    addressOf: ({ socket }) => socket.remoteAddress ?? '',
    onKnown: () => {},
  });
  server.on('upgrade', doors.listener);
  const port = await listening(server);
  return (origin?: string) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`, origin === undefined ? {} : { origin });
    ends.push(() => socket.terminate());
    return new Promise<WebSocket | string>((resolve) => {
      socket.on('open', () => resolve(socket));
      socket.on('error', (error) => resolve(error.message));
    });
  };
};

test('a socket that does not authenticate is closed, and an authenticated one stays', async () => {
  let isSomebody = false;
  const open = await withDoor({ open: (_socket, _request, known) => isSomebody && known() });
  const stranger = (await open()) as WebSocket;
  const code = once(stranger, 'close');
  isSomebody = true;
  const somebody = (await open()) as WebSocket;
  expect((await code)[0]).toBe(1008);
  const later = (await open()) as WebSocket;
  isSomebody = false;
  await once((await open()) as WebSocket, 'close');
  expect([somebody.readyState, later.readyState]).toEqual([WebSocket.OPEN, WebSocket.OPEN]);
});

test('a page of a foreign origin opens no socket; a program, which has none, does', async () => {
  const open = await withDoor({});
  expect(await open('https://evil.example')).toContain('403');
  expect(await open('null')).toContain('403');
  expect(await open('http://localhost:8080')).toBeInstanceOf(WebSocket);
  expect(await open()).toBeInstanceOf(WebSocket);
  // Web phones of others speak SIP, and prove who they are by digest.
  const sip = await withDoor({ strangers: 'guarded' });
  expect(await sip('https://phone.example')).toBeInstanceOf(WebSocket);
});

test('one network gets a limited number of sockets of strangers, and any number of known people', async () => {
  let isSomebody = true;
  const door: Partial<SocketDoor> = { open: (_socket, _request, known) => isSomebody && known() };
  const open = await withDoor(door, { ...webLimits, strangersOfNetwork: 2 });
  for (let count = 0; count < 5; count += 1) expect(await open()).toBeInstanceOf(WebSocket);
  isSomebody = false;
  const strangers = [await open(), await open()];
  expect(await open()).toContain('429');
  (strangers[0] as WebSocket).close();
  await expect.poll(async () => typeof (await open())).toBe('object');
});
