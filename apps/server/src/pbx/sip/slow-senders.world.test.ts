import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { frameStream } from '@sidetone/sip/messages/stream.ts';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../storage/postgres/cluster.ts';
import { makeAuthority, makeServerCertificate } from '../../tls/certificate.ts';
import { startSip } from './start-sip.ts';
import { knownDevices, memoryDialogs, memoryStore, quietLog } from './testing/fake-exchange.ts';
import { realClock } from './testing/real-wires.ts';
import type { FlowLimits } from './wires/flow.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const task of cleanUp.splice(0).reverse()) await task();
});

const authority = makeAuthority('Test authority', new Date());
const own = makeServerCertificate({ ...authority, name: 'Test authority' }, ['localhost', '127.0.0.1'], new Date());
const betweenBytesMs = 10;

const start = async (limits: Partial<FlowLimits>) => {
  const ports = { tcp: await freePort(), tls: await freePort() };
  const sip = await startSip({
    config: { host: '127.0.0.1', sipPort: ports.tcp, publicAddresses: [], tls: { port: ports.tls, ...own } },
    credentials: knownDevices(['anna']),
    registrations: memoryStore(),
    dialogs: memoryDialogs(),
    clock: realClock,
    log: quietLog,
    limits,
  });
  cleanUp.push(() => sip.stop());
  return ports;
};

/** A connection over TCP or TLS that may send. */
const connected = async (ports: { tcp: number; tls: number }, transport: 'tcp' | 'tls'): Promise<Socket> => {
  const host = '127.0.0.1';
  const socket =
    transport === 'tcp'
      ? connect({ host, port: ports.tcp })
      : connectSecurely({ host, port: ports.tls, servername: 'localhost', ca: [authority.cert] });
  socket.on('error', () => {});
  cleanUp.push(() => socket.destroy());
  await once(socket, transport === 'tcp' ? 'connect' : 'secureConnect');
  return socket;
};

/** Sends these bytes one at a time, again and again, until the other side has closed. Gives how many it were. */
const trickles = async (socket: Socket, text: string | Buffer): Promise<number> => {
  const bytes = Buffer.from(text);
  let sent = 0;
  const sending = setInterval(() => {
    if (socket.writable) socket.write(bytes.subarray(sent % bytes.length, (sent % bytes.length) + 1));
    sent += 1;
  }, betweenBytesMs);
  await new Promise((resolve) => socket.once('close', resolve)).finally(() => clearInterval(sending));
  return sent;
};

const options = (callId: string) =>
  [
    'OPTIONS sip:anna@server SIP/2.0',
    `Via: SIP/2.0/TCP client.invalid;branch=z9hG4bK${callId}`,
    'Max-Forwards: 70',
    'From: <sip:anna@server>;tag=f',
    'To: <sip:anna@server>',
    `Call-ID: ${callId}`,
    'CSeq: 1 OPTIONS',
    'Content-Length: 0',
    '\r\n',
  ].join('\r\n');

test.each([
  ['tcp', 'a head', 'OPTIONS sip:x@h SIP/2.0\r\nX: '],
  ['tcp', 'a body', `${options('body').replace('Content-Length: 0', 'Content-Length: 60000')}`],
  ['tls', 'a head', 'OPTIONS sip:x@h SIP/2.0\r\nX: '],
] as const)('over %s %s that comes a byte at a time ends its connection', async (transport, _what, text) => {
  const socket = await connected(await start({ partialMs: 200 }), transport);
  socket.write(text);
  expect(await trickles(socket, 'a')).toBeGreaterThan(1);
});

test('a handshake of TLS that comes a byte at a time ends its connection', async () => {
  const { tls } = await start({ partialMs: 200 });
  const socket = await connected({ tcp: tls, tls }, 'tcp');
  // A record that says it has 512 bytes of a greeting, which never come.
  socket.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00]));
  expect(await trickles(socket, Buffer.from([0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]))).toBeGreaterThan(1);
});

test.each(['tcp', 'tls'] as const)(
  'over %s a stranger’s keep-alives do not keep a connection for ever',
  async (transport) => {
    const socket = await connected(await start({ strangerKeptMs: 200 }), transport);
    expect(await trickles(socket, '\r\n')).toBeGreaterThan(1);
  },
);

test('a busy connection whose pieces always end within a message goes on', async () => {
  const partialMs = 300;
  const socket = await connected(await start({ partialMs }), 'tcp');
  let answers = '';
  let isOpen = true;
  socket.on('data', (chunk: Buffer) => (answers += chunk.toString()));
  socket.on('close', () => (isOpen = false));
  const half = Math.floor(options('0').length / 2);
  const until = performance.now() + 3 * partialMs;
  let count = 0;
  socket.write(options('0').slice(0, half));
  while (isOpen && performance.now() < until) {
    socket.write(options(`${count}`).slice(half) + options(`${count + 1}`).slice(0, half));
    count += 1;
    await expect
      .poll(() => !isOpen || answers.split('SIP/2.0 ').length > count, { interval: betweenBytesMs })
      .toBe(true);
  }
  expect(isOpen).toBe(true);
  expect(count).toBeGreaterThan(1);
});

test('a byte at a time costs little more than all of them together', () => {
  const framer = frameStream();
  const long = Buffer.from(options('long').replace('Content-Length: 0', 'Content-Length: 60000') + 'x'.repeat(60_000));
  const before = process.cpuUsage();
  const got = [...long].flatMap((byte) => framer.push(Uint8Array.of(byte)));
  const { user, system } = process.cpuUsage(before);
  expect(got.map(({ kind }) => kind)).toEqual(['message']);
  // What copies everything with each byte takes a second.
  expect((user + system) / 1_000_000).toBeLessThan(0.5);
});
