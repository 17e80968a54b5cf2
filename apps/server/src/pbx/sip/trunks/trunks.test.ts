import { cseqOf } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { answeredCall, sendInside } from '../testing/calls.ts';
import { answer, fakeDevice, offer } from '../testing/fake-device.ts';
import { fakeExchange } from '../testing/fake-exchange.ts';
import { callByTrunk } from './testing/call-by-trunk.ts';
import { someTrunk } from './testing/some-trunk.ts';
import type { TrunkAccount, TrunkStore } from './trunk-account.ts';

const provided = { name: 'Provider', kind: 'registration', host: '127.0.0.1', port: 5070, username: 'acct7' } as const;
const trunk = (given: Partial<TrunkAccount> = {}) => someTrunk(provided, { password: 'north-wind', ...given });
const byAddress = (given: Partial<TrunkAccount> = {}) => trunk({ kind: 'address', username: null, ...given });

let states: string[];
let trunks: TrunkAccount[];
/** The account that has each number. */
const owners = new Map(Object.entries({ '+493023125112': 's1', '+49301': 's1', '+494023125112': 's2' }));
const ownersOf = vi.fn<TrunkStore['ownersOf']>(async () => owners);
let exchange: ReturnType<typeof fakeExchange>;
let provider: ReturnType<typeof fakeDevice>;
const store: TrunkStore = {
  all: async () => trunks,
  mayReach: ({ reaches }, _host, address) => reaches === 'everywhere' || !address.startsWith('127.'),
  ownersOf,
  byId: async (trunkId) => trunks.find((one) => one.trunkId === trunkId) ?? null,
  stateChanged: async (_id, state, failure) => void states.push(failure === null ? state : `${state} ${failure}`),
};

const connect = async (...all: TrunkAccount[]) => {
  trunks = all;
  await exchange.core.trunks?.load();
  await exchange.pass(100);
};
beforeEach(() => {
  states = [];
  ownersOf.mockClear();
  trunks = [];
  exchange = fakeExchange({ trunks: store });
  provider = fakeDevice(exchange, 'provider', { transport: 'udp', port: 5070 });
  provider.onRequest = accepting;
});

const accepting = (transaction: ServerTransaction): void => {
  const { method, headers } = transaction.request;
  if (method === 'INVITE') return;
  const contact = headers.get('Contact');
  transaction.reply(200, contact ? { headers: [['Contact', contact]] } : {});
};
const heard = (method: string) =>
  provider.requests.map(({ request }) => request).filter((request) => request.method === method);
const callOut = (...about: Parameters<typeof callByTrunk>) => exchange.legs.order(callByTrunk(...about));
const callIn = (called: string, extra: readonly [string, string][] = [], from = provider) =>
  from.send(from.build('INVITE', called, extra, offer));

describe('a trunk that registers', () => {
  test('says how far it is', async () => {
    await connect(trunk());
    expect(states).toEqual(['trying', 'registered']);
    expect(heard('REGISTER')[0]?.headers.get('To')).toBe('<sip:acct7@127.0.0.1>');
    expect(heard('REGISTER')[0]?.headers.get('Contact')).toContain('<sip:unguessable@');
  });

  test('says why it is refused', async () => {
    provider.onRequest = (transaction) => transaction.reply(403, { phrase: 'No Such Account' });
    await connect(trunk());
    expect(states.at(-1)).toBe('failing User name or password is wrong (403 No Such Account)');
    expect(exchange.core.trunks?.standing('t1')).toBeUndefined();
  });

  test('registers again when its settings change, and gives up its contact when it is switched off', async () => {
    await connect(trunk());
    trunks = [trunk({ priority: 3 })];
    await exchange.core.trunks?.refresh('t1');
    await exchange.pass(100);
    expect(heard('REGISTER')).toHaveLength(1);
    trunks = [trunk({ username: 'acct8' })];
    const changed = exchange.core.trunks?.refresh('t1');
    await exchange.pass(100);
    await changed;
    expect(heard('REGISTER').at(-1)?.headers.get('To')).toBe('<sip:acct8@127.0.0.1>');
    trunks = [];
    const off = exchange.core.trunks?.refresh('t1');
    await exchange.pass(100);
    await off;
    await exchange.pass(1);
    expect(heard('REGISTER').at(-1)?.headers.get('Expires')).toBe('0');
    expect(states.at(-1)).toBe('off');
  });
});

test.each([trunk({ reaches: 'public' }), byAddress({ reaches: 'public' })])(
  'nothing is sent into the own network for an account that may not ($kind)',
  async (account) => {
    await connect(account);
    expect(states.at(-1)).toMatch(/127\.0\.0\.1 is in the internal network of this server$/);
    expect(provider.requests).toEqual([]);
  },
);

describe('a trunk by address', () => {
  test('is asked for life, and said to be gone when it is silent', async () => {
    await connect(byAddress());
    expect(states).toEqual(['trying', 'reachable']);
    expect(exchange.core.trunks?.standing('t1')).toEqual({ isUp: true, address: '127.0.0.1' });
    provider.deaf = true;
    await exchange.pass(36_000);
    expect(states.at(-1)).toBe('failing It does not answer');
    expect(exchange.core.trunks?.standing('t1')).toEqual({ isUp: false, address: '127.0.0.1' });
    provider.deaf = false;
    await exchange.pass(16_000);
    expect(states.at(-1)).toBe('reachable');
  });

  test.each([
    [404, 'reachable'],
    [405, 'reachable'],
    [403, 'failing It does not know us (403 Forbidden)'],
    [503, 'failing It said 503 Service Unavailable'],
  ])('that answers %i is %s', async (status, state) => {
    provider.onRequest = (transaction) => transaction.reply(status);
    await connect(byAddress());
    expect(states.at(-1)).toBe(state);
  });

  test('proves who it is where it is asked', async () => {
    provider.onRequest = (transaction) =>
      transaction.request.headers.has('Authorization')
        ? transaction.reply(200)
        : transaction.reply(401, { headers: [['WWW-Authenticate', 'Digest realm="p", nonce="n"']] });
    await connect(byAddress({ username: 'acct7' }));
    expect(states.at(-1)).toBe('reachable');
  });
});

describe('a call that leaves by a trunk', () => {
  test('shows the number of who calls in From, and says BYE with a CSeq that goes on counting', async () => {
    provider.onRequest = (transaction) => {
      const { request } = transaction;
      if (request.method !== 'INVITE') return accepting(transaction);
      if (!request.headers.has('Proxy-Authorization')) {
        return transaction.reply(407, { headers: [['Proxy-Authenticate', 'Digest realm="p", nonce="n"']] });
      }
      provider.answer(transaction);
    };
    await connect(trunk());
    callOut();
    await exchange.pass(100);
    expect(exchange.fact('answered')).toMatchObject({ legId: 'leg', sdp: answer });
    const invite = heard('INVITE').at(-1);
    expect(invite?.uri).toBe('sip:+4940555000@127.0.0.1:5070');
    expect(invite?.headers.get('From')).toMatch(/^<sip:\+493023125112@127\.0\.0\.1>;tag=/);
    expect(invite?.headers.has('Privacy')).toBe(false);
    expect(invite?.headers.has('X-Client-Correlation-Id')).toBe(false);
    exchange.legs.order({ do: 'bye', legId: 'leg' });
    await exchange.pass(100);
    const [bye] = heard('BYE');
    expect(bye && cseqOf(bye).number).toBeGreaterThan(2);
  });

  test.each([
    [{}, 'anonymous', '+493023125112'],
    [{ callerIdIn: 'assertedIdentity' }, 'anonymous', '+493023125112'],
    [{ callerIdIn: 'assertedIdentity' }, 'acct7', '+493023125112'],
    [{ callerIdIn: 'assertedIdentity', numberForm: 'national' }, 'acct7', '03023125112'],
    [{ callerIdIn: 'assertedIdentity', fixedNumber: '+493099' }, 'acct7', '+493099'],
  ] as const)('with %j and %s in From tells the trunk %s', async (rules, from, identity) => {
    await connect(trunk(rules));
    callOut({}, from === 'anonymous' ? 'anonymous' : { user: '+493023125112' });
    await exchange.pass(20);
    const { headers } = heard('INVITE')[0] ?? {};
    expect(headers?.get('From')).toContain(
      from === 'anonymous' ? '<sip:anonymous@anonymous.invalid>' : `<sip:${from}@`,
    );
    expect(headers?.get('P-Asserted-Identity')).toBe(`<sip:${identity}@127.0.0.1>`);
    expect(headers?.get('Privacy')).toBe(from === 'anonymous' ? 'id' : undefined);
  });

  test.each([
    ['digits', 'sip:4940555000@127.0.0.1:5070', '<sip:493023125112@127.0.0.1>'],
    ['national', 'sip:040555000@127.0.0.1:5070', '<sip:03023125112@127.0.0.1>'],
  ] as const)('writes numbers as %s', async (numberForm, uri, from) => {
    await connect(trunk({ numberForm }));
    callOut();
    await exchange.pass(20);
    expect(heard('INVITE')[0]?.uri).toBe(uri);
    expect(heard('INVITE')[0]?.headers.get('From')).toContain(from);
  });

  test('goes by the outbound proxy first', async () => {
    await connect(trunk({ host: 'provider.example', port: null, outboundProxy: 'sip:127.0.0.1:5070' }));
    callOut({ maxForwards: 12 });
    await exchange.pass(20);
    expect(heard('INVITE')[0]?.headers.get('Route')).toBe('<sip:127.0.0.1:5070;lr>');
    expect(heard('INVITE')[0]?.uri).toBe('sip:+4940555000@provider.example');
    expect(heard('INVITE')[0]?.headers.get('Max-Forwards')).toBe('12');
  });

  test('for help tells where it has to go, where the trunk asks for it', async () => {
    const location = {
      name: 'M & "Söhne"',
      street: 'Weg',
      houseNumber: '1a',
      postalCode: '10115',
      city: 'Berlin',
      country: 'DE',
      note: '',
    };
    await connect(trunk({ sendsAddress: true }), trunk({ trunkId: 't2', contactToken: 'other' }));
    callOut({ number: '112', isEmergency: true, location }, { user: '1' }, 'help');
    callOut({ number: '112', isEmergency: true, location, trunkId: 't2' }, { user: '1' }, 'untold');
    callOut({ location }, { user: '1' }, 'chat');
    await exchange.pass(20);
    const [help, ...others] = heard('INVITE');
    const boundary = /^multipart\/mixed;boundary="(.+)"$/.exec(help?.headers.get('Content-Type') ?? '')?.[1];
    const [before, sdp, place, end] = help?.body.split(`--${boundary}`) ?? [];
    expect([before, end]).toEqual(['', '--\r\n']);
    expect(sdp).toBe(`\r\nContent-Type: application/sdp\r\n\r\n${offer}`);
    const id = /Content-ID: <(.+)>/.exec(place ?? '')?.[1];
    expect(help?.headers.get('Geolocation')).toBe(`<cid:${id}>`);
    expect(place).toContain('<ca:A3>Berlin</ca:A3><ca:RD>Weg</ca:RD><ca:HNO>1a</ca:HNO><ca:PC>10115</ca:PC>');
    expect(place).toContain('<ca:NAM>M &amp; &quot;Söhne&quot;</ca:NAM></ca:civicAddress>');
    for (const { headers, body } of others) expect([headers.has('Geolocation'), body]).toEqual([false, offer]);
    expect(others).toHaveLength(2);
  });

  test('is unreachable where the trunk is not registered, gone, or full; help is never counted out', async () => {
    await connect(trunk({ maxCalls: 1 }));
    callOut({ trunkId: 'nobody' }, { user: '1' }, 'none');
    callOut({}, { user: '1' }, 'first');
    callOut({}, { user: '1' }, 'second');
    callOut({ number: '112', isEmergency: true }, { user: '1' }, 'help');
    await exchange.pass(20);
    const unreachable = exchange.facts.filter(({ type }) => type === 'unreachable').map(({ legId }) => legId);
    expect(unreachable).toEqual(['none', 'second']);
    expect(heard('INVITE').map(({ uri }) => uri)).toEqual(['sip:+4940555000@127.0.0.1:5070', 'sip:112@127.0.0.1:5070']);
  });
});

describe('a call that a trunk sends', () => {
  test('comes in by the number in the request, and tells who calls', async () => {
    await connect(trunk());
    callIn('+493023125112', [
      ['P-Asserted-Identity', '"Ben" <sip:+4940555000@provider>'],
      ['Max-Forwards', '9'],
    ]);
    await exchange.pass(20);
    expect(exchange.fact('invited')).toMatchObject({
      called: '+493023125112',
      from: {
        kind: 'trunk',
        trunks: [{ trunkId: 't1', accountId: 's1', called: '+493023125112', numberForm: 'e164' }],
        number: '+4940555000',
        maxForwards: 9,
      },
      media: 'rtp',
      offer,
    });
  });

  test.each([
    ['requestUri', 'unguessable', [['To', '<sip:+493023125112@x>']], '+493023125112'],
    ['requestUri', 'acct7', [['To', '<sip:+493023125112@x>']], '+493023125112'],
    ['to', '+49301', [['To', '<sip:+493023125112@x>']], '+493023125112'],
    ['calledPartyId', '+49301', [['P-Called-Party-ID', '<tel:+49-30-23125112>']], '+493023125112'],
    ['calledPartyId', '+49301', [], '+49301'],
    ['requestUri', '+49301', [['P-Called-Party-ID', '<sip:+493023125112@x>']], '+49301'],
  ] as const)('with the number in %s when %s was asked for with %j is for %s', async (where, uri, extra, called) => {
    await connect(trunk({ calledNumberIn: where }));
    const sent = provider.build(
      'INVITE',
      uri,
      extra.map(([name, value]) => [name, value]),
      offer,
    );
    provider.send({ ...sent, uri: `sip:${uri}@server.example` });
    await exchange.pass(20);
    expect(exchange.fact('invited').called).toBe(called);
  });

  test('hides who hides', async () => {
    await connect(byAddress());
    callIn('+493023125112', [['From', '"Anonymous" <sip:anonymous@anonymous.invalid>;tag=1']]);
    await exchange.pass(20);
    expect(exchange.fact('invited').from).toMatchObject({ kind: 'trunk', number: null, name: null });
  });

  test('from anywhere else is a stranger, whose identity counts for nothing', async () => {
    await connect(byAddress());
    const stranger = fakeDevice(exchange, 'stranger', { transport: 'udp', port: 5071 });
    const page = fakeDevice(exchange, 'page');
    for (const one of [stranger, page]) {
      const sent = callIn('+493023125112', [['P-Asserted-Identity', '<sip:+4940555000@provider>']], one);
      await exchange.pass(20);
      expect(sent.responses.at(-1)?.status).toBe(401);
    }
    expect(exchange.facts).toEqual([]);
  });

  test('may come from any port of the addresses that were named, but not from a device of our own there', async () => {
    await connect(byAddress({ host: '192.0.2.1', sourceAddresses: ['127.0.0.0/8'] }));
    const gateway = fakeDevice(exchange, 'gateway', { transport: 'udp', port: 5072 });
    const anna = fakeDevice(exchange, 'anna', { transport: 'udp', port: 5073 });
    await anna.register();
    callIn('+493023125112', [], gateway);
    await exchange.pass(20);
    expect(exchange.fact('invited').from).toMatchObject({ kind: 'trunk' });
    const own = callIn('12', [], anna);
    await exchange.pass(20);
    expect(own.responses.at(-1)?.status).toBe(401);
  });

  test('a sender that knows our contact but is not the registrar is turned away', async () => {
    await connect(trunk());
    const thief = fakeDevice(exchange, 'thief', { transport: 'udp', port: 5074 });
    Object.assign(thief.flow, { remote: { address: '192.0.2.66', port: 5074 } });
    const sent = callIn('unguessable', [], thief);
    await exchange.pass(20);
    expect(sent.responses.at(-1)?.status).toBe(403);
  });

  test('is busy where the trunk carries all that it may, in either direction', async () => {
    await connect(trunk({ maxCalls: 1 }));
    callOut();
    await exchange.pass(20);
    const sent = callIn('+493023125112');
    await exchange.pass(20);
    expect(sent.responses.at(-1)?.status).toBe(486);
  });

  test('is offered to every account that has a trunk there, as the number decides', async () => {
    const hamburg = { country: 'DE', areaCode: '40' };
    await connect(byAddress(), byAddress({ trunkId: 't2', accountId: 's2', contactToken: 'other', place: hamburg }));
    callIn('23125112');
    await exchange.pass(20);
    expect(ownersOf).toHaveBeenCalledOnce();
    const { from } = exchange.fact('invited');
    expect(from.kind === 'trunk' && from.trunks.map(({ accountId }) => accountId)).toEqual(['s1', 's2']);
  });

  test('may not transfer, nor take the place of somebody', async () => {
    await connect(byAddress());
    const bob = fakeDevice(exchange, 'bob');
    await bob.register();
    const own = await answeredCall(exchange, bob);
    const { callId, local, remote } = own.dialog;
    const name = `${callId};to-tag=${remote.parameters.get('tag')};from-tag=${local.parameters.get('tag')}`;
    const stolen = callIn('+493023125112', [['Replaces', name]]);
    await exchange.pass(20);
    expect(stolen.responses.at(-1)?.status).toBe(481);
    const call = callIn('+493023125112');
    await exchange.pass(20);
    exchange.legs.order({ do: 'answer', legId: exchange.fact('invited').legId, sdp: answer });
    await exchange.pass(20);
    const dialog = provider.confirm(call);
    const refer = sendInside(provider, dialog, 'REFER', [['Refer-To', '<sip:+4990012345@server.example>']]);
    await exchange.pass(20);
    expect(refer.responses.map(({ status }) => status)).toEqual([403]);
  });

  test('without a number is asked for one', async () => {
    await connect(trunk());
    const sent = callIn('unguessable', [['To', '<sip:unguessable@x>']]);
    await exchange.pass(20);
    expect(sent.responses.at(-1)?.status).toBe(484);
  });
});

test('a call by a trunk outlives the process that carried it, and is ended with the proof that the provider wants', async () => {
  const stores = { clock: exchange.clock, store: exchange.store, dialogs: exchange.dialogs };
  provider.onRequest = (transaction) =>
    transaction.request.method === 'INVITE' ? void provider.answer(transaction) : accepting(transaction);
  await connect(trunk());
  callOut();
  await exchange.pass(1000);
  expect(exchange.fact('answered').legId).toBe('leg');
  await exchange.core.stop();

  exchange = fakeExchange({ ...stores, trunks: store });
  provider = fakeDevice(exchange, 'provider', { transport: 'udp', port: 5070 });
  provider.onRequest = (transaction) => {
    const { method, headers } = transaction.request;
    if (method !== 'BYE' || headers.has('Proxy-Authorization')) return accepting(transaction);
    transaction.reply(407, { headers: [['Proxy-Authenticate', 'Digest realm="p", nonce="n"']] });
  };
  await exchange.core.book.load();
  await connect(trunk());
  expect(await exchange.legs.adopt(['leg'])).toEqual(['leg']);
  expect(exchange.core.book.callsOf('t1')).toBe(1);
  exchange.legs.order({ do: 'bye', legId: 'leg' });
  await exchange.pass(100);
  expect(heard('BYE').map(({ headers }) => headers.has('Proxy-Authorization'))).toEqual([false, true]);
});
