import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer as createPlainServer, connect as plainly } from 'node:net';
import { connect, createServer, type TLSSocket } from 'node:tls';
import { digestResponse, parseDigestChallenge, serializeDigestCredentials } from '@sidetone/sip/grammar/digest.ts';
import { responseTo } from '@sidetone/sip/messages/message.ts';
import { parseMessage } from '@sidetone/sip/messages/parse.ts';
import { serializeMessage } from '@sidetone/sip/messages/serialize.ts';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../storage/postgres/cluster.ts';
import { type Certified, makeAuthority, makeServerCertificate } from '../../tls/certificate.ts';
import type { LegFact } from '../calls/legs.ts';
import type { PhoneAccount, PhoneStore } from './accounts/phone-account.ts';
import { type Sip, startSip } from './start-sip.ts';
import { knownDevices, memoryDialogs, memoryStore, passwordOf, quietLog } from './testing/fake-exchange.ts';
import { realClock, type Wire } from './testing/real-wires.ts';
import { type FlowLimits, flowLimits } from './wires/flow.ts';

let authority: Certified & { name: string };
let own: Certified;
const cleanUp: (() => unknown)[] = [];
beforeAll(() => {
  authority = { ...makeAuthority('Test authority', new Date()), name: 'Test authority' };
  own = makeServerCertificate(authority, ['localhost', '127.0.0.1'], new Date());
});
afterEach(async () => {
  for (const task of cleanUp.splice(0).reverse()) await task();
});

const start = async (given: { limits?: Partial<FlowLimits>; phones?: PhoneStore; authorities?: string[] } = {}) => {
  const [sipPort, port] = [await freePort(), await freePort()];
  const { limits, phones, authorities = [] } = given;
  const store = memoryStore();
  const sip: Sip = await startSip({
    config: { host: '127.0.0.1', sipPort, publicAddresses: [], tls: { port, ...own }, authorities },
    credentials: knownDevices(['anna', 'bob']),
    registrations: store,
    dialogs: memoryDialogs(),
    clock: realClock,
    log: quietLog,
    ...(limits && { limits }),
    ...(phones && { phones }),
  });
  const facts: LegFact[] = [];
  sip.legs.onFact((fact) => facts.push(fact));
  cleanUp.push(() => sip.stop());
  return { sip, port, sipPort, store, facts };
};

/** A phone's connection, which checks who answers. */
const tlsWire = async (port: number, ca = authority.cert, more: object = {}): Promise<Wire & { socket: TLSSocket }> => {
  const socket = connect({ host: '127.0.0.1', port, servername: 'localhost', ca: [ca], ...more });
  cleanUp.push(() => socket.destroy());
  const texts: string[] = [];
  const waiting: ((text: string) => void)[] = [];
  socket.on('data', (data) => (waiting.shift() ?? ((text: string) => texts.push(text)))(data.toString()));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once('secureConnect', resolve);
    socket.once('error', reject);
  });
  return {
    socket,
    localPort: socket.localPort ?? 0,
    closed,
    send: (text) => socket.write(text),
    next: () => {
      const text = texts.shift();
      return text === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(text);
    },
    close: () => socket.destroy(),
  };
};

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
let serial = 0;
const message = (method: string, user: string, extra: string[] = [], body = '') => {
  serial += 1;
  return [
    `${method} sips:${user}@server SIP/2.0`,
    `Via: SIP/2.0/TLS client.invalid;branch=z9hG4bKt${serial};rport`,
    'Max-Forwards: 70',
    `From: <sips:${user}@server>;tag=f`,
    `To: <sips:${user}@server>`,
    `Call-ID: tls${serial}`,
    `CSeq: ${serial} ${method}`,
    ...extra,
    ...(body === '' ? [] : ['Content-Type: application/sdp']),
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
};
const proved = async (wire: Wire, method: string, user: string, extra: string[], body = ''): Promise<string> => {
  wire.send(message(method, user, extra, body));
  const challenge = parseDigestChallenge(/WWW-Authenticate: (.*)\r\n/.exec(await wire.next())?.[1] ?? '');
  if (!challenge) throw new Error('no challenge');
  const given = { nonce: challenge.nonce, uri: `sips:${user}@server`, qop: 'auth', cnonce: 'c', nc: '00000001' };
  const response = digestResponse(given, method, md5(`${user}:sidetone:${passwordOf(user)}`), md5);
  const proof = serializeDigestCredentials({ ...given, username: user, realm: challenge.realm, response });
  wire.send(message(method, user, [...extra, `Authorization: ${proof}`], body));
  return wire.next();
};

test('a phone registers over TLS, and is called down that very connection with encrypted audio on offer', async () => {
  const { sip, port, store } = await start();
  const wire = await tlsWire(port);
  const contact = '<sips:anna@192.0.2.4:5061>;+sip.instance="<urn:uuid:1>"';
  expect(await proved(wire, 'REGISTER', 'anna', [`Contact: ${contact}`])).toContain('SIP/2.0 200 OK');
  expect([...store.rows.values()][0]).toMatchObject({ transport: 'tls', contactUri: 'sips:anna@192.0.2.4:5061' });
  const [device] = await sip.legs.contactsOf(['w-anna']);
  expect(device).toMatchObject({ media: 'rtp', srtp: 'offer', address: '127.0.0.1' });
  if (!device) throw new Error('nobody is registered');
  sip.legs.order({
    do: 'invite',
    legId: 'l1',
    sipCallId: 'c1',
    sessionId: 's1',
    target: { kind: 'device', contact: device },
    offer: 'v=0',
    from: { user: '11' },
    to: { user: '12' },
  });
  const invite = await wire.next();
  expect(invite).toMatch(/^INVITE sips:anna@192\.0\.2\.4:5061 SIP\/2\.0/);
  expect(invite).toMatch(new RegExp(`Via: SIP/2.0/TLS 127\\.0\\.0\\.1:${port}`));
  expect(invite).toMatch(/Contact: <sip:127\.0\.0\.1:\d+;transport=tls>/);
});

test('a call of a phone on TLS may be encrypted; keep-alives are answered', async () => {
  const { port, facts } = await start();
  const wire = await tlsWire(port);
  wire.send('\r\n\r\n');
  expect(await wire.next()).toBe('\r\n');
  await proved(wire, 'INVITE', 'anna', ['Contact: <sip:anna@192.0.2.4;transport=tls>'], 'v=0');
  await expect.poll(() => facts[0]).toMatchObject({ type: 'invited', media: 'rtp', srtp: 'offer' });
});

test('whose connection is lost is gone until it comes again', async () => {
  const { sip, port, store } = await start();
  const wire = await tlsWire(port);
  await proved(wire, 'REGISTER', 'anna', ['Contact: <sip:anna@192.0.2.4;transport=tls>']);
  expect(await sip.legs.contactsOf(['w-anna'])).toHaveLength(1);
  wire.close();
  await expect.poll(() => sip.legs.contactsOf(['w-anna'])).toEqual([]);
  await expect.poll(() => store.rows.size).toBe(0);
});

test('a phone that trusts another authority does not talk to us, nor we to who speaks old TLS or none', async () => {
  const { port } = await start();
  const other = makeAuthority('Another authority', new Date());
  await expect(tlsWire(port, other.cert)).rejects.toMatchObject({ code: expect.stringMatching(/VERIFY|ISSUER|SELF/) });
  await expect(tlsWire(port, authority.cert, { maxVersion: 'TLSv1.1', minVersion: 'TLSv1' })).rejects.toBeDefined();
  const plain = plainly(port, '127.0.0.1');
  plain.on('error', () => undefined);
  plain.write(message('OPTIONS', 'x'));
  await once(plain, 'close');
  const wire = await tlsWire(port);
  wire.send(message('OPTIONS', 'x'));
  expect(await wire.next()).toContain('200 OK');
});

test('limits are those of TCP: crowds before the handshake, size, and what stays unfinished', async () => {
  const { port } = await start({ limits: { connectionsPerAddress: 2, partialMs: 200 } });
  const one = await tlsWire(port);
  const two = await tlsWire(port);
  await expect(tlsWire(port)).rejects.toBeDefined();
  one.send('OPTIONS sip:x@h SIP/2.0\r\nContent-Length: 70000\r\n\r\n');
  await one.closed;
  two.send('OPTIONS sip:x@h SIP/2.0\r\nVia:');
  await two.closed;
  const silent = plainly(port, '127.0.0.1');
  silent.on('error', () => undefined);
  await once(silent, 'close'); // its handshake never began
});

const account = (registrar: string): PhoneAccount => ({
  phoneId: 'f1',
  accountId: 's1',
  userId: 'wanna',
  username: 'line',
  authUsername: null,
  password: 'secret',
  registrar,
  outboundProxy: null,
  reaches: 'everywhere',
  callerId: null,
  contactToken: 'unguessable',
  syncs: 0,
});
/** Registers a phone elsewhere; gives the last thing that was said of it, once it is no longer trying. */
const registersAt = async (registrar: string, given: { authorities?: string[]; limits?: Partial<FlowLimits> } = {}) => {
  const states: string[] = [];
  const phones: PhoneStore = {
    all: async () => [account(registrar)],
    byId: async () => account(registrar),
    mayReach: () => true,
    stateChanged: async (_id, state, failure) => void states.push(failure === null ? state : `${state}: ${failure}`),
  };
  const { sip } = await start({ ...given, phones });
  await expect.poll(() => states.at(-1), { timeout: 10_000 }).toMatch(/_(SUCCESS|FAILED)/);
  return { said: states.at(-1) ?? '', sip };
};
/** A registrar that takes every phone. */
const registrarWith = async (certificate: Certified): Promise<{ port: number; heard: string[] }> => {
  const heard: string[] = [];
  const server = createServer({ ...certificate }, (socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      heard.push(data.toString());
      const parsed = parseMessage(data.toString());
      if (parsed.kind !== 'message' || parsed.message.kind !== 'request') return;
      const { headers } = parsed.message;
      const contact = headers.get('Contact') ?? '';
      socket.write(serializeMessage(responseTo(parsed.message, 200, { toTag: 't', headers: [['Contact', contact]] })));
    });
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp.push(() => server.close());
  return { port: (server.address() as AddressInfo).port, heard };
};

test('a phone is registered elsewhere over TLS where the certificate is for that place and of a trusted authority', async () => {
  const registrar = await registrarWith(own);
  const { said, sip } = await registersAt(`sips:127.0.0.1:${registrar.port}`, { authorities: [authority.cert] });
  expect(said).toBe('REGISTER_SUCCESS');
  expect(registrar.heard[0]).toMatch(/^REGISTER /);
  expect(registrar.heard[0]).toContain(';transport=tls');
  expect(sip.phonePlace('f1')).toEqual({ address: '127.0.0.1', srtp: 'offer' });
});

test('a certificate that proves nothing ends it, with the reason, and not a word of the password leaves', async () => {
  const elsewhere = await registrarWith(makeServerCertificate(authority, ['pbx.example'], new Date()));
  const place = (port: number) => `sip:127.0.0.1:${port};transport=tls`;
  const named = await registersAt(place(elsewhere.port), { authorities: [authority.cert] });
  expect(named.said).toBe('REGISTER_FAILED: The certificate is not for 127.0.0.1');
  const unknown = await registrarWith(own);
  const untrusted = await registersAt(place(unknown.port));
  expect(untrusted.said).toMatch(/^REGISTER_FAILED: The certificate of 127\.0\.0\.1 is from an authority that is not/);
  const long = new Date(Date.now() - 500 * 86_400_000);
  const old = await registrarWith(makeServerCertificate(authority, ['127.0.0.1'], long));
  const expired = await registersAt(place(old.port), { authorities: [authority.cert] });
  expect(expired.said).toBe('REGISTER_FAILED: The certificate of 127.0.0.1 has expired');
  expect([...elsewhere.heard, ...unknown.heard, ...old.heard]).toEqual([]);
});

test('a server that is not there, or takes the connection and says nothing, is reported as such', async () => {
  const nobody = await registersAt(`sips:127.0.0.1:${await freePort()}`);
  expect(nobody.said).toMatch(/127\.0\.0\.1 cannot be reached \(ECONNREFUSED\)/);
  const mute = createPlainServer((socket) => void socket.on('error', () => undefined));
  mute.listen(0, '127.0.0.1');
  await once(mute, 'listening');
  cleanUp.push(() => mute.close());
  const { port } = mute.address() as AddressInfo;
  const silent = await registersAt(`sips:127.0.0.1:${port}`, { limits: { ...flowLimits, partialMs: 300 } });
  expect(silent.said).toBe('REGISTER_FAILED: 127.0.0.1 does not begin with TLS');
});
