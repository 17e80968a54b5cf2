import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { digestResponse, parseDigestChallenge, serializeDigestCredentials } from '@sidetone/sip/grammar/digest.ts';
import { afterEach, expect, test } from 'vitest';
import type { LegFact } from '../calls/legs.ts';
import { startSip } from './start-sip.ts';
import { knownDevices, memoryDialogs, memoryStore, passwordOf, quietLog } from './testing/fake-exchange.ts';
import { type RealSip, realClock, realSip, tcpWire, udpWire, type Wire, wsWire } from './testing/real-wires.ts';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const task of cleanUp.splice(0).reverse()) await task();
});

const start = async (given: Parameters<typeof realSip>[0] = {}): Promise<RealSip> => {
  const real = await realSip(given);
  cleanUp.push(() => real.stop());
  return real;
};
const opened = async (wire: Promise<Wire>): Promise<Wire> => {
  const open = await wire;
  cleanUp.push(() => open.close());
  return open;
};

let serial = 0;
const message = (method: string, user: string, transport: string, extra: string[] = [], body = '') => {
  serial += 1;
  return [
    `${method} sip:${user}@server SIP/2.0`,
    `Via: SIP/2.0/${transport} client.invalid;branch=z9hG4bK${serial};rport`,
    'Max-Forwards: 70',
    `From: <sip:${user}@server>;tag=f`,
    `To: <sip:${user}@server>`,
    `Call-ID: real${serial}`,
    `CSeq: ${serial} ${method}`,
    ...extra,
    ...(body === '' ? [] : ['Content-Type: application/sdp']),
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
};
/** The next message that is no keep-alive. */
const heard = async (wire: Wire): Promise<string> => {
  const text = await wire.next();
  return text.trim() === '' ? heard(wire) : text;
};
const register = async (
  wire: Wire,
  user: string,
  transport: string,
  contact: string,
  password = passwordOf(user),
): Promise<string> => {
  wire.send(message('REGISTER', user, transport, [`Contact: ${contact}`]));
  const challenge = parseDigestChallenge(/WWW-Authenticate: (.*)\r\n/.exec(await heard(wire))?.[1] ?? '');
  if (!challenge) throw new Error('no challenge');
  const given = { nonce: challenge.nonce, uri: `sip:${user}@server`, qop: 'auth', cnonce: 'c', nc: '00000001' };
  const response = digestResponse(given, 'REGISTER', md5(`${user}:sidetone:${password}`), md5);
  const authorization = serializeDigestCredentials({ ...given, username: user, realm: challenge.realm, response });
  wire.send(message('REGISTER', user, transport, [`Contact: ${contact}`, `Authorization: ${authorization}`]));
  return heard(wire);
};

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
const places: [string, string][] = [['127.0.0.1', '127.0.0.1']];
if (hasIpv6) places.push(['::1', '::1'], ['::1', '::'], ['127.0.0.1', '::']);

test.each(places)('OPTIONS from %s to %s is answered over UDP, TCP and WebSocket', async (from, host) => {
  const { port, wsPort } = await start({ host });
  const udp = await opened(udpWire(port, from));
  udp.send(message('OPTIONS', 'x', 'UDP'));
  const answer = await heard(udp);
  expect(answer).toMatch(/^SIP\/2\.0 200 OK\r\n/);
  expect(answer).toContain(`rport=${udp.localPort};received=${from}`);
  expect(answer).toContain(`Contact: <sip:${from.includes(':') ? `[${from}]` : from}:${port};transport=udp>`);
  for (const wire of [await opened(tcpWire(port, from)), await opened(wsWire(wsPort, from))]) {
    wire.send(message('OPTIONS', 'x', 'TCP'));
    expect(await heard(wire)).toMatch(/^SIP\/2\.0 200 OK\r\n/);
  }
});

test('a TCP stream is cut into messages wherever its segments end', async () => {
  const { port } = await start();
  const tcp = await opened(tcpWire(port));
  const [one, two] = [message('OPTIONS', 'x', 'TCP'), message('OPTIONS', 'x', 'TCP')];
  const all = `${one}\r\n\r\n${two}`;
  for (const part of [all.slice(0, 30), all.slice(30, one.length - 2), all.slice(one.length - 2)]) {
    tcp.send(part);
    await new Promise((resolve) => setImmediate(resolve));
  }
  let text = '';
  while (text.split('SIP/2.0 200 OK').length < 3) text += await tcp.next();
  expect(text).toContain('\r\n\r\n\r\nSIP/2.0');
});

test('keep-alives are answered, and a WebSocket is pinged from the start', async () => {
  const { port, wsPort } = await start();
  const ws = await opened(wsWire(wsPort));
  expect(await ws.next()).toBe('\r\n\r\n');
  for (const wire of [ws, await opened(tcpWire(port)), await opened(udpWire(port))]) {
    wire.send('\r\n\r\n');
    expect(await wire.next()).toBe('\r\n');
  }
});

test.each(['udp', 'tcp', 'ws'] as const)('a device registers over %s, is invited and answers', async (transport) => {
  const { sip, port, wsPort } = await start();
  const wire = await opened(transport === 'udp' ? udpWire(port) : transport === 'tcp' ? tcpWire(port) : wsWire(wsPort));
  const contact = `<sip:bob@client.invalid;transport=${transport}>`;
  expect(await register(wire, 'bob', transport.toUpperCase(), contact)).toMatch(/^SIP\/2\.0 200 /);
  const [found] = await sip.legs.contactsOf(['w-bob']);
  if (!found) throw new Error('bob is not registered');
  const answered = new Promise<LegFact>((resolve) => sip.legs.onFact(resolve));
  sip.legs.order({
    do: 'invite',
    legId: 'l',
    sipCallId: 'c',
    sessionId: 's',
    target: { kind: 'device', contact: found },
    offer: 'v=0',
    from: { user: '1' },
    to: { user: '2' },
  });
  const invite = await heard(wire);
  expect(invite).toMatch(/^INVITE sip:bob@client\.invalid/);
  const same = invite.split('\r\n').filter((line) => /^(Via|From|Call-ID|CSeq):/.test(line));
  const to = invite.split('\r\n').find((line) => line.startsWith('To:'));
  const body = 'v=0 ünïcode';
  wire.send(
    [
      'SIP/2.0 200 OK',
      ...same,
      `${to};tag=b`,
      `Contact: ${contact}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
  expect(await answered).toEqual({ type: 'answered', legId: 'l', sdp: body });
  sip.legs.order({ do: 'acknowledge', legId: 'l' });
  expect(await heard(wire)).toMatch(/^ACK sip:bob@client\.invalid/);
  sip.legs.order({ do: 'bye', legId: 'l' });
  expect(await heard(wire)).toMatch(/^BYE sip:bob@client\.invalid/);
});

test('a phone whose TCP connection broke is called back at its contact', async () => {
  const { sip, port } = await start();
  const phone = createServer();
  phone.listen(0, '127.0.0.1');
  await once(phone, 'listening');
  cleanUp.push(() => phone.close());
  const before = await opened(tcpWire(port));
  await register(before, 'bob', 'TCP', `<sip:bob@127.0.0.1:${(phone.address() as AddressInfo).port};transport=tcp>`);
  before.send('no message at all\r\nContent-Length: x\r\n\r\n');
  await before.closed;
  const [contact] = await sip.legs.contactsOf(['w-bob']);
  if (!contact) throw new Error('bob is not registered');
  const order = {
    do: 'invite',
    legId: 'l',
    sipCallId: 'c',
    sessionId: 's',
    target: { kind: 'device', contact },
    offer: 'v=0',
  } as const;
  sip.legs.order({ ...order, from: { user: '1' }, to: { user: '2' } });
  const [socket] = (await once(phone, 'connection')) as [Socket];
  cleanUp.push(() => socket.destroy());
  expect(String((await once(socket, 'data'))[0])).toMatch(/^INVITE sip:bob@127\.0\.0\.1/);
});

test('a device that registers an address of somebody else has this server connect to nobody but itself', async () => {
  const { sip, port } = await start();
  const [stranger, own] = [createServer(), createServer()];
  stranger.listen(0, '127.0.0.2');
  await once(stranger, 'listening');
  const { port: named } = stranger.address() as AddressInfo;
  own.listen(named, '127.0.0.1');
  await once(own, 'listening');
  cleanUp.push(
    () => stranger.close(),
    () => own.close(),
  );
  let strangers = 0;
  stranger.on('connection', (socket) => {
    strangers += 1;
    socket.destroy();
  });
  const before = await opened(tcpWire(port));
  await register(before, 'bob', 'TCP', `<sip:bob@127.0.0.2:${named};transport=tcp>`);
  before.send('no message at all\r\nContent-Length: x\r\n\r\n');
  await before.closed;
  const [contact] = await sip.legs.contactsOf(['w-bob']);
  if (!contact) throw new Error('bob is not registered');
  const target = { kind: 'device', contact } as const;
  const parties = { from: { user: '1' }, to: { user: '2' } };
  sip.legs.order({ do: 'invite', legId: 'l', sipCallId: 'c', sessionId: 's', target, offer: 'v=0', ...parties });
  const [socket] = (await once(own, 'connection')) as [Socket];
  cleanUp.push(() => socket.destroy());
  expect(String((await once(socket, 'data'))[0])).toMatch(/^INVITE sip:bob@127\.0\.0\.2/);
  expect(strangers).toBe(0);
});

test('a page that closes is gone immediately, and withdrawn credentials close the page', async () => {
  const { sip, wsPort } = await start();
  const changes: string[] = [];
  let hear = () => {};
  sip.onRegistrationChange(({ userId }) => {
    changes.push(userId);
    hear();
  });
  const first = await opened(wsWire(wsPort));
  await register(first, 'anna', 'WS', '<sip:anna@one.invalid;transport=ws>');
  const gone = new Promise<void>((resolve) => {
    hear = resolve;
  });
  first.close();
  await gone;
  expect(await sip.legs.contactsOf(['w-anna'])).toEqual([]);
  const second = await opened(wsWire(wsPort));
  await register(second, 'anna', 'WS', '<sip:anna@two.invalid;transport=ws>');
  await sip.closeFlowsOf({ userId: 'w-anna' });
  await second.closed;
  expect(changes.slice(0, 3)).toEqual(['w-anna', 'w-anna', 'w-anna']);
});

test('a message or a crowd that is too large ends the connection, not the server', async () => {
  const { port, wsPort } = await start({ limits: { connectionsPerAddress: 2 } });
  const ws = await opened(wsWire(wsPort));
  ws.send('x'.repeat(70_000));
  await ws.closed;
  const tcp = await opened(tcpWire(port));
  tcp.send('OPTIONS sip:x@h SIP/2.0\r\nContent-Length: 70000\r\n\r\n');
  await tcp.closed;
  const [one, two] = [await opened(tcpWire(port)), await opened(tcpWire(port))];
  await (await opened(tcpWire(port))).closed;
  for (const wire of [one, two]) {
    wire.send(message('OPTIONS', 'x', 'TCP'));
    expect(await heard(wire)).toContain('200 OK');
  }
});

test.each([
  ['a thousand Via', Array.from({ length: 1000 }, (_, at) => `Via: SIP/2.0/TCP h${at};branch=z9hG4bK${at}`)],
  ['twenty thousand header fields', Array.from({ length: 20_000 }, (_, at) => `X-Field: ${at}`)],
  ['one that is too long', [`X-Field: ${'x'.repeat(9000)}`]],
])('a request with %s over TCP is told so, and its connection closed', async (_what, extra) => {
  const { port } = await start();
  const tcp = await opened(tcpWire(port));
  tcp.send(message('OPTIONS', 'x', 'TCP', extra));
  expect(await heard(tcp)).toMatch(/^SIP\/2\.0 513 Message Too Large\r\n/);
  await tcp.closed;
});

test('a message that stays unfinished ends its connection', async () => {
  const { port } = await start({ limits: { partialMs: 50 } });
  const tcp = await opened(tcpWire(port));
  tcp.send('OPTIONS sip:x@h SIP/2.0\r\nVia:');
  await tcp.closed;
});

test('a port that is taken is said, and nothing stays open', async () => {
  const { port } = await start();
  const again = startSip({
    config: { host: '127.0.0.1', sipPort: port, publicAddresses: [] },
    credentials: knownDevices([]),
    registrations: memoryStore(),
    dialogs: memoryDialogs(),
    clock: realClock,
    log: quietLog,
  });
  await expect(again).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('110 forged REGISTERs over UDP shut out nobody at the address that they name; 20 real guesses do', async () => {
  const { port } = await start();
  const victim = await opened(udpWire(port, '127.0.0.1', '127.0.0.5'));
  // The message of a forger, who never reads the answer.
  const proof = serializeDigestCredentials({
    username: 'anna',
    realm: 'sidetone',
    nonce: 'never-made-here',
    uri: 'sip:anna@server',
    response: md5('forged'),
    qop: 'auth',
    cnonce: 'c',
    nc: '00000001',
  });
  for (let count = 0; count < 110; count += 1) {
    victim.send(message('REGISTER', 'anna', 'UDP', ['Contact: <sip:anna@forged.invalid>', `Authorization: ${proof}`]));
    expect(await heard(victim)).toMatch(/^SIP\/2\.0 401 /);
  }
  const contact = '<sip:anna@client.invalid>';
  expect(await register(victim, 'anna', 'UDP', contact)).toMatch(/^SIP\/2\.0 200 /);

  const guesser = await opened(udpWire(port, '127.0.0.1', '127.0.0.6'));
  for (let count = 0; count < 20; count += 1) {
    expect(await register(guesser, 'bob', 'UDP', contact, `guess ${count}`)).toMatch(/^SIP\/2\.0 401 /);
  }
  expect(await register(guesser, 'bob', 'UDP', contact)).toMatch(/^SIP\/2\.0 401 /);
  expect(await register(victim, 'bob', 'UDP', contact)).toMatch(/^SIP\/2\.0 200 /);
});
