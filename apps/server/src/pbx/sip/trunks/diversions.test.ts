import { beforeEach, expect, test } from 'vitest';
import type { Diverted } from '../../diverted.ts';
import { fakeDevice, offer } from '../testing/fake-device.ts';
import { fakeExchange } from '../testing/fake-exchange.ts';
import { callByTrunk } from './testing/call-by-trunk.ts';
import { someTrunk } from './testing/some-trunk.ts';
import type { TrunkAccount, TrunkStore } from './trunk-account.ts';

let trunks: TrunkAccount[];
let exchange: ReturnType<typeof fakeExchange>;
let provider: ReturnType<typeof fakeDevice>;
const store: TrunkStore = {
  all: async () => trunks,
  mayReach: () => true,
  ownersOf: async () => new Map([['+493023125112', 's1']]),
  byId: async (trunkId) => trunks.find((one) => one.trunkId === trunkId) ?? null,
  stateChanged: async () => {},
};
beforeEach(() => {
  trunks = [];
  exchange = fakeExchange({ trunks: store });
  provider = fakeDevice(exchange, 'provider', { transport: 'udp', port: 5070 });
  provider.onRequest = (transaction) => {
    const { method, headers } = transaction.request;
    const contact = headers.get('Contact');
    if (method !== 'INVITE') transaction.reply(200, contact ? { headers: [['Contact', contact]] } : {});
  };
});

const connect = async (given: Partial<TrunkAccount>) => {
  const provided = {
    name: 'Provider',
    kind: 'registration',
    host: '127.0.0.1',
    port: 5070,
    username: 'acct7',
  } as const;
  trunks = [someTrunk(provided, { password: 'north-wind', ...given })];
  await exchange.core.trunks?.load();
  await exchange.pass(100);
};
const diverted: Diverted = {
  by: '+493023125112',
  reason: 'no-answer',
  before: ['+4940777'],
  caller: '+4940111222',
};
/** The header fields of a call that is sent on. */
async function sentOn(from: { user: string } | 'anonymous' = { user: '+493023125112' }, who = diverted) {
  exchange.legs.order(callByTrunk({ diverted: who }, from));
  await exchange.pass(20);
  const { headers } = provider.requests.find(({ request }) => request.method === 'INVITE')?.request ?? {};
  const [uri] = /<[^>]*>/.exec(headers?.get('From') ?? '') ?? [];
  return { uri, asserted: headers?.get('P-Asserted-Identity'), headers };
}

test('a trunk that is told nothing of it hears of no forwarding', async () => {
  await connect({ forwardedAs: 'own' });
  const { uri, headers } = await sentOn();
  expect(uri).toBe('<sip:+493023125112@127.0.0.1>');
  expect(headers?.has('Diversion') || headers?.has('History-Info')).toBe(false);
});

test('a trunk may be told who forwarded, in its own form of numbers', async () => {
  await connect({ forwardedAs: 'diversion', numberForm: 'national' });
  const { uri, asserted, headers } = await sentOn();
  expect(uri).toBe('<sip:03023125112@127.0.0.1>');
  expect(asserted).toBeUndefined();
  expect(headers?.list('Diversion')).toEqual([
    '<sip:03023125112@127.0.0.1>;reason=no-answer;counter=1',
    '<sip:040777@127.0.0.1>;reason=unknown;counter=1',
  ]);
  expect(headers?.get('History-Info')).toContain('<sip:040555000@127.0.0.1;cause=408>;index=1.1.1;mp=1.1');
});

test.each([
  [{ callerIdIn: 'from' }, '<sip:+4940111222@127.0.0.1>', '<sip:+493023125112@127.0.0.1>'],
  [{ callerIdIn: 'assertedIdentity' }, '<sip:acct7@127.0.0.1>', '<sip:+4940111222@127.0.0.1>'],
  // One number for all is one number for all.
  [{ fixedNumber: '+493099' }, '<sip:+493099@127.0.0.1>', undefined],
] as const)('a trunk that may show the caller does: %j', async (rules, from, identity) => {
  await connect({ forwardedAs: 'caller', ...rules });
  const { uri, asserted, headers } = await sentOn();
  expect([uri, asserted]).toEqual([from, identity]);
  expect(headers?.has('Diversion')).toBe(true);
});

test('a caller who hides, or shows no number, is not shown', async () => {
  await connect({ forwardedAs: 'caller' });
  const { uri, asserted } = await sentOn('anonymous');
  expect([uri, asserted]).toEqual(['<sip:anonymous@anonymous.invalid>', '<sip:+493023125112@127.0.0.1>']);
});

test('who sent a call on before it came is read, of a trunk alone', async () => {
  await connect({});
  const extra: [string, string][] = [
    ['Diversion', '<sip:+4940777@b.example>;reason=unconditional'],
    [
      'History-Info',
      '<sip:+4940888@b.example?Reason=SIP%3Bcause%3D302>;index=1, <sip:+493023125112@b.example>;index=1.1',
    ],
  ];
  const stranger = fakeDevice(exchange, 'stranger', { transport: 'udp', port: 5071 });
  const sent = stranger.send(stranger.build('INVITE', '+493023125112', extra, offer));
  await exchange.pass(20);
  expect(sent.responses.at(-1)?.status).toBe(401);
  provider.send(provider.build('INVITE', '+493023125112', extra, offer));
  await exchange.pass(20);
  expect(exchange.fact('invited').from).toMatchObject({ kind: 'trunk', diverted: ['+4940777', '+4940888'] });
  expect(exchange.fact('invited').from).not.toHaveProperty('hiddenDiverters');
});

test('who sent a call on and hides is known, and marked as such', async () => {
  await connect({});
  const extra: [string, string][] = [
    ['Diversion', '<sip:+4940777@b.example>;reason=unconditional;privacy=full'],
    ['History-Info', '<sip:+4940888@b.example?Reason=SIP%3Bcause%3D302>;index=1'],
  ];
  provider.send(provider.build('INVITE', '+493023125112', extra, offer));
  await exchange.pass(20);
  expect(exchange.fact('invited').from).toMatchObject({
    diverted: ['+4940777', '+4940888'],
    hiddenDiverters: ['+4940777'],
  });
});
