import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type http from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, expect, test } from 'vitest';
import { openIdentity } from '../identity/identity.ts';
import { secretBox } from '../storage/secret-box.ts';
import { testDatabase } from '../storage/testing/test-database.ts';
import { ownNames } from './own-names.ts';
import { startApiServer } from './server.ts';
import { socketDoors } from './upgrades.ts';
import { webLimits } from './web-limits.ts';
import { endSlowBody, plainServer } from './web-server.ts';

/** Short times, so that they are over within a test; each is longer than the pause between two bytes. */
const short = { ...webLimits, headersMs: 200, bodyMs: 200, uploadMs: 600, checkEveryMs: 50, introductionMs: 300 };
const betweenBytesMs = 10;

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

/** A server that reads bodies and files, with a door for sockets of strangers of 1 KB a message. */
const reading = async (): Promise<{ port: number; open: () => Promise<number> }> => {
  const app = Fastify();
  app.addHook('onRequest', async (request) => endSlowBody(request, short));
  app.post('/json', async () => 'read');
  app.addContentTypeParser('text/csv', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.post('/file', { config: { takes: { as: 'stream', types: [] } } }, async ({ body }) => `${String(body).length}`);
  await app.ready();
  ends.push(() => app.close());
  const server = plainServer((request, response) => app.routing(request, response), short);
  const doors = socketDoors(
    [{ takes: (path) => path === '/live', largest: 1024, strangers: 'introduced', open: () => {} }],
    {
      limits: short,
      isOwnOrigin: () => true,
      isTooPlain: () => false,
      addressOf: ({ socket }) => socket.remoteAddress ?? '',
      onKnown: () => {},
    },
  );
  server.on('upgrade', doors.listener);
  const open = promisify(server.getConnections.bind(server));
  return { port: await listening(server), open };
};

/**
 * Sends the beginning and then byte after byte of the rest, again and again without an end, and never closes by itself.
 * Resolves with what came back, once the server has closed.
 */
const trickled = async (port: number, begin: string | Buffer, rest: Buffer): Promise<string> => {
  const socket: Socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  ends.push(() => socket.destroy());
  let came = '';
  socket.on('data', (chunk) => (came += chunk.toString('latin1')));
  // What is written to a connection that is gone breaks it, which is what is waited for.
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(begin);
  let at = 0;
  const sending = setInterval(() => {
    at += 1;
    if (socket.writable) socket.write(rest.subarray((at - 1) % rest.length, ((at - 1) % rest.length) + 1));
  }, betweenBytesMs);
  await new Promise((resolve) => socket.once('close', resolve)).finally(() => clearInterval(sending));
  expect(at).toBeGreaterThan(1);
  return came;
};

const head = (path: string, type: string, length: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n${length}\r\n\r\n`;
const chunked = 'Transfer-Encoding: chunked';
const upgrade =
  'GET /live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
/** A masked text frame of 1,000 bytes, without its content (RFC 6455 §5.2). */
const frame = Buffer.from([0x81, 0x80 | 126, 0x03, 0xe8, 0, 0, 0, 0]);
/** Empty pieces of one message, each masked. */
const emptyPieces = Buffer.from([0x00, 0x80, 0, 0, 0, 0]);

test.each([
  ['a head', '', Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: aaaaaaaaaaaaaaaa'), /^(HTTP\/1\.1 408|$)/],
  ['more and more fields of a head', 'GET / HTTP/1.1\r\n', Buffer.from('a: b\r\n'), /^(HTTP\/1\.1 408|$)/],
  ['empty lines before a head', '', Buffer.from('\r\n'), /^(HTTP\/1\.1 408|$)/],
  ['a body', head('/json', 'application/json', 'Content-Length: 60000'), Buffer.from('['), /408|^$/],
  ['a body in chunks', head('/json', 'application/json', chunked), Buffer.from('1\r\n[\r\n'), /408|^$/],
  ['the length of a chunk', head('/json', 'application/json', chunked), Buffer.from('0'), /40[08]|^$/],
  ['a file', head('/file', 'text/csv', 'Content-Length: 60000'), Buffer.from('a'), /408|^$/],
  ['a message of a socket', Buffer.concat([Buffer.from(upgrade), frame]), Buffer.from('a'), /101 Switching/],
  [
    'empty pieces of a message',
    Buffer.concat([Buffer.from(upgrade), Buffer.from([0x01, 0x80, 0, 0, 0, 0])]),
    emptyPieces,
    /101 S/,
  ],
])(
  '%s that comes a byte at a time and never ends is waited for no longer than allowed',
  async (_what, begin, rest, said) => {
    const { port } = await reading();
    expect(await trickled(port, begin, rest)).toMatch(said);
  },
);

test('a request for a socket that is refused leaves no connection half open', async () => {
  const { port, open } = await reading();
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  ends.push(() => socket.destroy());
  socket.on('error', () => {});
  let came = '';
  socket.on('data', (chunk) => (came += chunk));
  socket.write(upgrade.replace('/live', '/elsewhere'));
  await once(socket, 'end');
  expect(came).toContain('404 Not Found');
  // This side is open still, and says nothing.
  expect(socket.writable).toBe(true);
  await expect.poll(() => open()).toBe(0);
});

test('the provider of sign-ins, which reads bodies by itself, waits for none longer than allowed', async () => {
  const { db, drop } = await testDatabase();
  ends.push(drop);
  const mostMs = 5_000;
  const log = pino({ level: 'silent' });
  const ports = new Set<number>();
  const names = ownNames({ ports: () => [...ports] });
  const identity = await openIdentity({ db, box: secretBox(randomBytes(32)), log, isOwnOrigin: names.isOwnOrigin });
  const server = await startApiServer({
    log,
    version: '0',
    identity,
    names,
    answers: [],
    doors: [],
    registry: new Registry(),
    clientFolder: import.meta.dirname,
    host: '127.0.0.1',
    port: 0,
    limits: { ...short, uploadMs: mostMs },
  });
  ends.push(() => server.stop());
  const port = Number(new URL(server.url).port);
  ports.add(port);
  const form = 'application/x-www-form-urlencoded';
  const begin = head('/oidc/token', form, 'Content-Length: 50000').replace('localhost', `localhost:${port}`);
  const before = performance.now();
  expect(await trickled(port, begin, Buffer.from('a'))).toMatch(/^(HTTP\/1\.1 408|$)/);
  // A file, or what nobody ends, would have longer.
  expect(performance.now() - before).toBeLessThan(mostMs);
  // Read to its end it is answered by the provider.
  const body = 'grant_type=refresh_token&client_id=nobody';
  const reply = await fetch(`${server.url}/oidc/token`, { method: 'POST', headers: { 'content-type': form }, body });
  expect([reply.status, await reply.json()]).toMatchObject([401, { error: 'invalid_client' }]);
});
