import { createHash } from 'node:crypto';
import { parseDigestCredentials } from '@sidetone/sip/grammar/digest.ts';
import { cseqOf, type SipRequest } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import { beforeEach, expect, test } from 'vitest';
import { answer, fakeDevice, offer } from '../testing/fake-device.ts';
import { fakeExchange } from '../testing/fake-exchange.ts';
import type { PhoneAccount, PhoneStore } from './phone-account.ts';
import { somePhoneAccount as account } from './testing/some-phone-account.ts';

let states: string[];
let phones: PhoneAccount[];
let exchange: ReturnType<typeof fakeExchange>;
let registrar: ReturnType<typeof fakeDevice>;
const store: PhoneStore = {
  all: async () => phones,
  byId: async (phoneId) => phones.find((phone) => phone.phoneId === phoneId) ?? null,
  mayReach: ({ reaches }, _host, _address, port) => reaches === 'everywhere' || port === 5070,
  stateChanged: async (_phoneId, state, failure) => void states.push(failure === null ? state : `${state} ${failure}`),
};

const open = (...accounts: PhoneAccount[]) => {
  states = [];
  phones = accounts.length > 0 ? accounts : [account];
  exchange = fakeExchange({ phones: store });
  registrar = fakeDevice(exchange, 'registrar', { transport: 'udp', port: 5070 });
};
beforeEach(() => open());

type Reply = (transaction: ServerTransaction) => void;
const granting =
  (seconds: number): Reply =>
  (transaction) =>
    transaction.reply(200, {
      headers: [
        ['Contact', `<sip:somebody@else.example>;expires=9`],
        ['Contact', `${transaction.request.headers.get('Contact')?.replace(/;expires=\d+$/, '')};expires=${seconds}`],
      ],
    });
const challenging =
  (challenge: string, next: Reply): Reply =>
  (transaction) =>
    transaction.request.headers.has('Authorization')
      ? next(transaction)
      : transaction.reply(401, { headers: [['WWW-Authenticate', challenge]] });
const load = async () => {
  await exchange.core.phones?.load();
  await exchange.pass(100);
};
const registers = () => registrar.requests.map(({ request }) => request).filter(({ method }) => method === 'REGISTER');
const last = (): SipRequest => {
  const request = registers().at(-1);
  if (!request) throw new Error('nothing was registered');
  return request;
};

test('a phone registers with its contact, and again at half the time that was granted to it', async () => {
  registrar.onRequest = granting(300);
  await load();
  expect(states).toEqual(['REGISTER', 'REGISTER_SUCCESS']);
  expect(last().uri).toBe('sip:127.0.0.1:5070');
  expect(last().headers.get('To')).toBe('<sip:line-1@127.0.0.1>');
  expect(last().headers.get('Contact')).toContain('<sip:unguessable@');
  await exchange.pass(149_000);
  expect(registers()).toHaveLength(1);
  await exchange.pass(2000);
  expect(registers()).toHaveLength(2);
  expect(registers().map((request) => cseqOf(request).number)).toEqual([1, 2]);
  expect(new Set(registers().map((request) => request.headers.get('Call-ID'))).size).toBe(1);
});

test.each([
  ['127.0.0.1:5070', 1, 'REGISTER_SUCCESS'],
  ['127.0.0.1:5071', 0, expect.stringMatching(/^REGISTER_FAILED .* is in the internal network of this server$/)],
])('a phone that may only lead to some places has %s sent %i requests', async (place, requests, state) => {
  open({ ...account, reaches: 'public', registrar: place });
  registrar.onRequest = granting(300);
  await load();
  expect([registers().length, states.at(-1)]).toEqual([requests, state]);
});

test.each([
  ['MD5', 'md5', 'Digest realm="provider", nonce="n1", qop="auth", opaque="o"'],
  ['SHA-256', 'sha256', 'Digest realm="provider", nonce="n1", algorithm=SHA-256, qop="auth", opaque="o"'],
])('a challenge with %s is answered', async (algorithm, hashName, challenge) => {
  registrar.onRequest = challenging(challenge, granting(300));
  await load();
  expect(states.at(-1)).toBe('REGISTER_SUCCESS');
  const proof = parseDigestCredentials(last().headers.get('Authorization') ?? '');
  const hash = (text: string) => createHash(hashName).update(text).digest('hex');
  const ha1 = hash('line-1:provider:north-wind');
  const ha2 = hash('REGISTER:sip:127.0.0.1:5070');
  expect(proof).toMatchObject({ username: 'line-1', algorithm, opaque: 'o', nc: '00000001' });
  expect(proof?.response).toBe(hash(`${ha1}:n1:00000001:${proof?.cnonce}:auth:${ha2}`));
  expect(cseqOf(last()).number).toBe(2);
});

test('a nonce that grew stale is no wrong password', async () => {
  let tries = 0;
  registrar.onRequest = (transaction) => {
    tries += 1;
    if (tries > 2) return granting(300)(transaction);
    const stale = tries === 2 ? ', stale=true' : '';
    transaction.reply(401, { headers: [['WWW-Authenticate', `Digest realm="p", nonce="n${tries}"${stale}`]] });
  };
  await load();
  expect(states.at(-1)).toBe('REGISTER_SUCCESS');
  expect(last().headers.get('Authorization')).toContain('nonce="n2"');
});

test('a wrong password is said in words and not tried again for five minutes', async () => {
  registrar.onRequest = (transaction) =>
    transaction.reply(401, { headers: [['WWW-Authenticate', 'Digest realm="p", nonce="n"']] });
  await load();
  expect(states.at(-1)).toBe('REGISTER_FAILED User name or password is wrong (401 Unauthorized)');
  expect(registers()).toHaveLength(2);
  await exchange.pass(299_000);
  expect(registers()).toHaveLength(2);
});

test('a time that is too short is asked for again as the registrar wants it', async () => {
  registrar.onRequest = (transaction) => {
    const seconds = Number(transaction.request.headers.get('Expires'));
    if (seconds < 1800) transaction.reply(423, { headers: [['Min-Expires', '1800']] });
    else granting(seconds)(transaction);
  };
  await load();
  expect(states).toEqual(['REGISTER', 'REGISTER_SUCCESS']);
  expect(last().headers.get('Expires')).toBe('1800');
});

test('a registrar that fails is asked again, at first soon and then once a minute', async () => {
  registrar.onRequest = (transaction) => transaction.reply(503);
  await load();
  expect(states.at(-1)).toBe('REGISTER_FAILED The registrar said 503 Service Unavailable');
  // Chance adds a quarter here: 15, 30, 40 and 40 s become 18.75, 37.5, 50 and 50 s.
  for (const [seconds, times] of [
    [18, 1],
    [1, 2],
    [37, 2],
    [1, 3],
    [49, 3],
    [2, 4],
    [47, 4],
    [2, 5],
  ] as const) {
    await exchange.pass(seconds * 1000);
    expect(registers()).toHaveLength(times);
  }
  registrar.onRequest = granting(300);
  await exchange.pass(80_000);
  expect(states.at(-1)).toBe('REGISTER_SUCCESS');
});

test('a registrar that is silent is said to be so', async () => {
  registrar.deaf = true;
  await load();
  await exchange.pass(40_000);
  expect(states.at(-1)).toBe('REGISTER_FAILED The registrar does not answer');
});

test('with an outbound proxy everything goes there first', async () => {
  open({ ...account, registrar: 'provider.example', outboundProxy: 'sip:127.0.0.1:5070' });
  registrar.onRequest = granting(300);
  await load();
  expect(last().uri).toBe('sip:provider.example');
  expect(last().headers.get('Route')).toBe('<sip:127.0.0.1:5070;lr>');
  expect(last().headers.get('To')).toBe('<sip:line-1@provider.example>');
});

test('a registrar that nobody can read is reported immediately', async () => {
  open({ ...account, registrar: 'not a host' });
  await load();
  expect(states).toEqual(['REGISTER_FAILED The address of the registrar or its proxy cannot be read']);
});

test('a phone that is switched off gives its contact up', async () => {
  registrar.onRequest = granting(300);
  await load();
  phones = [];
  const refreshed = exchange.core.phones?.refresh('fanna');
  await exchange.pass(100);
  await refreshed;
  expect(last().headers.get('Expires')).toBe('0');
  expect(states.at(-1)).toBe('UNREGISTER_SUCCESS');
  await exchange.pass(600_000);
  expect(registers()).toHaveLength(2);
});

test('a phone that is switched off while its registrar is away says that it could not be told', async () => {
  registrar.onRequest = granting(300);
  await load();
  registrar.deaf = true;
  phones = [];
  const refreshed = exchange.core.phones?.refresh('fanna');
  await exchange.pass(1600);
  await refreshed;
  expect(states.at(-1)).toBe('UNREGISTER_FAILED The registrar does not answer');
});

const callOut = (from: { user: string } | 'anonymous' = { user: '+4969900091' }) =>
  exchange.legs.order({
    do: 'invite',
    legId: 'leg',
    sipCallId: 'call',
    sessionId: 'session',
    offer,
    from,
    to: { user: '+493012345' },
    target: { kind: 'phone', phoneId: 'fanna', number: '+493012345' },
  });
const invites = () => registrar.requests.filter(({ request }) => request.method === 'INVITE');

test('a call leaves by the registrar, proves who calls, and says BYE with a CSeq that goes on counting', async () => {
  registrar.onRequest = (transaction) => {
    const { request } = transaction;
    if (request.method !== 'INVITE') return granting(300)(transaction);
    if (!request.headers.has('Proxy-Authorization')) {
      return transaction.reply(407, { headers: [['Proxy-Authenticate', 'Digest realm="p", nonce="n"']] });
    }
    transaction.reply(200, {
      headers: [['Contact', '<sip:far@127.0.0.1:5070>']],
      body: { type: 'application/sdp', text: answer },
    });
  };
  await load();
  callOut();
  await exchange.pass(100);
  expect(exchange.fact('answered')).toMatchObject({ legId: 'leg', sdp: answer });
  const [first, second] = invites().map(({ request }) => request);
  expect(first?.uri).toBe('sip:+493012345@127.0.0.1:5070');
  expect(first?.headers.get('From')).toMatch(/^"\+4969900091" <sip:line-1@127\.0\.0\.1>;tag=/);
  expect(first?.headers.get('P-Preferred-Identity')).toBe('<sip:+4969900091@127.0.0.1>');
  expect(first?.headers.has('X-Client-Correlation-Id')).toBe(false);
  expect(second && cseqOf(second).number).toBe(2);
  exchange.legs.order({ do: 'bye', legId: 'leg' });
  await exchange.pass(100);
  expect(registrar.acks.at(-1)?.headers.has('Proxy-Authorization')).toBe(true);
  const bye = registrar.requests.find(({ request }) => request.method === 'BYE')?.request;
  expect(bye && cseqOf(bye).number).toBeGreaterThan(2);
});

test('a hidden number is hidden from the callee and known to the registrar alone', async () => {
  registrar.onRequest = granting(300);
  await load();
  callOut('anonymous');
  await exchange.pass(20);
  const invite = invites()[0]?.request;
  expect(invite?.headers.get('From')).toContain('sip:anonymous@anonymous.invalid');
  expect(invite?.headers.get('Privacy')).toBe('id');
  expect(invite?.headers.get('P-Preferred-Identity')).toBe('<sip:line-1@127.0.0.1>');
});

test('a phone that is not registered reaches nobody', async () => {
  registrar.onRequest = (transaction) => transaction.reply(503);
  await load();
  callOut();
  await exchange.pass(20);
  expect(exchange.fact('unreachable')).toEqual({ type: 'unreachable', legId: 'leg' });
});

const callIn = (from: ReturnType<typeof fakeDevice>, headers: readonly [string, string][] = []) => {
  const request = from.build('INVITE', 'unguessable', [...headers], offer);
  return from.send(request);
};

test('a call that the registrar sends to our contact is one from outside, without a password', async () => {
  registrar.onRequest = granting(300);
  await load();
  callIn(registrar, [['P-Asserted-Identity', '"Ben" <sip:+493012345@provider>']]);
  await exchange.pass(20);
  expect(exchange.fact('invited')).toMatchObject({
    from: { kind: 'outside', phoneId: 'fanna', accountId: 's1', userId: 'wanna', number: '+493012345' },
    media: 'rtp',
    offer,
  });
});

test('a caller who hides is nobody', async () => {
  registrar.onRequest = granting(300);
  await load();
  callIn(registrar, [
    ['P-Asserted-Identity', '<sip:+493012345@provider>'],
    ['Privacy', 'id'],
  ]);
  await exchange.pass(20);
  expect(exchange.fact('invited').from).toMatchObject({ number: null, name: null });
});

test('a caller who calls themselves anonymous is nobody, even where the registrar tells who they are', async () => {
  registrar.onRequest = granting(300);
  await load();
  callIn(registrar, [
    ['From', '"Anonymous" <sip:anonymous@anonymous.invalid>;tag=a'],
    ['P-Asserted-Identity', '<sip:+493012345@provider>'],
  ]);
  await exchange.pass(20);
  expect(exchange.fact('invited').from).toMatchObject({ number: null, name: null });
});

test('a name that ends within a character is cut before it', async () => {
  registrar.onRequest = granting(300);
  await load();
  callIn(registrar, [['From', `"${'a'.repeat(99)}\u{1f600}" <sip:+493012345@provider>;tag=a`]]);
  await exchange.pass(20);
  const { from } = exchange.fact('invited');
  expect('name' in from && from.name?.isWellFormed()).toBe(true);
});

test('a sender that knows the contact but is not its registrar is turned away', async () => {
  open({ ...account, registrar: '127.0.0.9:5070' });
  exchange.udpFlows.set('127.0.0.9:5070', registrar.flow);
  registrar.onRequest = granting(300);
  await load();
  expect(states.at(-1)).toBe('REGISTER_SUCCESS');
  const sent = callIn(registrar);
  await exchange.pass(20);
  expect(sent.responses.at(-1)?.status).toBe(403);
  expect(exchange.facts).toEqual([]);
});

test('a registrar that grants years or always wants a little longer is not flooded', async () => {
  registrar.onRequest = granting(9_999_999_999);
  await load();
  await exchange.pass(24 * 60 * 60 * 1000 - 60_000);
  expect(registers().length).toBeLessThan(4);
  open();
  registrar.onRequest = (transaction) => {
    const asked = Number(transaction.request.headers.get('Expires'));
    transaction.reply(423, { headers: [['Min-Expires', String(asked + 1)]] });
  };
  await load();
  await exchange.pass(10_000);
  expect(registers()).toHaveLength(2);
  expect(states.at(-1)).toMatch(/^REGISTER_FAILED .*423/);
});

test('a phone that is changed and immediately switched off stays off', async () => {
  registrar.onRequest = granting(300);
  await load();
  phones = [{ ...account, password: 'south-wind' }];
  const changed = exchange.core.phones?.refresh('fanna');
  await exchange.pass(0);
  phones = [];
  const off = exchange.core.phones?.refresh('fanna');
  await exchange.pass(1000);
  await Promise.all([changed, off]);
  expect(states.at(-1)).toBe('UNREGISTER_SUCCESS');
  callOut();
  await exchange.pass(20);
  expect(exchange.fact('unreachable').legId).toBe('leg');
});

const syncs = async (times: number) => {
  phones = [{ ...account, syncs: times }];
  await exchange.core.phones?.refresh('fanna');
};

test('a user who asks for a phone again is not left waiting for the next try', async () => {
  registrar.onRequest = (transaction) =>
    transaction.reply(401, { headers: [['WWW-Authenticate', 'Digest realm="p", nonce="n"']] });
  await load();
  expect(states.at(-1)).toMatch(/^REGISTER_FAILED/);
  registrar.onRequest = granting(300);
  await exchange.pass(10_000);
  await syncs(1);
  await exchange.pass(100);
  expect(states.slice(-2)).toEqual(['REGISTER', 'REGISTER_SUCCESS']);
  // A change of what calls show asks nobody.
  const asked = registers().length;
  phones = [{ ...account, syncs: 1, callerId: 'anonymous' }];
  await exchange.core.phones?.refresh('fanna');
  await exchange.pass(20_000);
  expect(registers()).toHaveLength(asked);
});

test('a registered phone that is asked for again stays registered, and says so again', async () => {
  registrar.onRequest = granting(300);
  await load();
  await exchange.pass(10_000);
  await syncs(1);
  await exchange.pass(100);
  expect(registers()).toHaveLength(2);
  expect(last().headers.get('Expires')).toBe('600');
  expect(states).toEqual(['REGISTER', 'REGISTER_SUCCESS', 'REGISTER_SUCCESS']);
  await exchange.pass(149_000);
  expect(registers()).toHaveLength(2);
});

test('asking again and again drives nobody to lock an account', async () => {
  registrar.onRequest = (transaction) => transaction.reply(403);
  await load();
  for (let time = 1; time <= 20; time += 1) {
    await syncs(time);
    await exchange.pass(500);
  }
  // Ten seconds have gone: at the start, after five, and after ten.
  expect(registers().length).toBeLessThanOrEqual(3);
  expect(registers().length).toBeGreaterThan(1);
});
