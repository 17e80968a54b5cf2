import { expect, test } from 'vitest';
import { fakeDevice } from '../testing/fake-device.ts';
import { fakeExchange } from '../testing/fake-exchange.ts';
import { someTrunk } from './testing/some-trunk.ts';
import type { TrunkAccount, TrunkStore } from './trunk-account.ts';

const atProvider = { name: 'Provider', host: 'sip.provider.example', username: 'acct7' } as const;
const registering = () => someTrunk({ ...atProvider, kind: 'registration' }, { password: 'north-wind' });
const byAddress = () => someTrunk({ ...atProvider, kind: 'address', username: null });

/** A provider whose service has two targets, of which the first may be dead, and whose names are unknown as often as this. */
async function connect(trunk: TrunkAccount, isFirstDeaf: boolean, unknownTimes = 0) {
  let lookups = 0;
  const states: string[] = [];
  const store: TrunkStore = {
    all: async () => [trunk],
    byId: async () => trunk,
    mayReach: () => true,
    ownersOf: async () => new Map(),
    stateChanged: async (_id, state) => void states.push(state),
  };
  const names = {
    servicesOf: async () => [
      { name: 'a.provider.example', port: 5070 },
      { name: 'b.provider.example', port: 5072 },
    ],
    async addressesOf(host: string) {
      lookups += 1;
      // Each time both targets are looked up.
      if (lookups <= unknownTimes * 2) throw new Error('no answer of the name service');
      return [host.startsWith('a.') ? '192.0.2.1' : '192.0.2.2'];
    },
  };
  const exchange = fakeExchange({ trunks: store, names });
  const [first, second] = [
    fakeDevice(exchange, 'first', { transport: 'udp', address: '192.0.2.1', port: 5070 }),
    fakeDevice(exchange, 'second', { transport: 'udp', address: '192.0.2.2', port: 5072 }),
  ];
  first.deaf = isFirstDeaf;
  for (const device of [first, second]) {
    device.onRequest = (transaction) => {
      const contact = transaction.request.headers.get('Contact');
      transaction.reply(200, contact ? { headers: [['Contact', contact]] } : {});
    };
  }
  await exchange.core.trunks?.load();
  await exchange.pass(100);
  const heard = (device: typeof first) => device.requests.map(({ request: { method } }) => method);
  return { exchange, states, first, second, heard };
}

test.each([
  ['a trunk that registers', registering, 'registered', 'REGISTER'],
  ['a trunk that is known by its address', byAddress, 'reachable', 'OPTIONS'],
] as const)(
  '%s goes on to the next target of its service where the first is dead, and stays there',
  async (_what, trunk, up, method) => {
    const { exchange, states, first, second, heard } = await connect(trunk(), true);
    await exchange.pass(120_000);
    expect(states.at(-1)).toBe(up);
    expect(heard(second)).toContain(method);
    first.deaf = false;
    await exchange.pass(400_000);
    expect(heard(first)).toEqual([]);
    expect(new Set(states.slice(states.indexOf(up)))).toEqual(new Set([up]));
  },
);

test.each([
  ['a trunk that registers', registering],
  ['a trunk that is known by its address', byAddress],
] as const)('%s stays at the first target while that answers', async (_what, trunk) => {
  const { exchange, heard, first, second } = await connect(trunk(), false);
  await exchange.pass(600_000);
  expect(heard(first).length).toBeGreaterThan(1);
  expect(heard(second)).toEqual([]);
});

test.each([
  ['a trunk that registers', registering],
  ['a trunk that is known by its address', byAddress],
] as const)('%s goes to the first target once names are known again', async (_what, trunk) => {
  const { exchange, heard, first, second } = await connect(trunk(), false, 1);
  await exchange.pass(600_000);
  expect(heard(first).length).toBeGreaterThan(1);
  expect(heard(second)).toEqual([]);
});

test.each([
  ['a trunk that registers', registering],
  ['a trunk that is known by its address', byAddress],
] as const)('%s stays at a target that refuses it: the others would as well', async (_what, trunk) => {
  const { exchange, heard, first, second, states } = await connect(trunk(), false);
  first.onRequest = (transaction) => transaction.reply(403);
  await exchange.pass(900_000);
  expect(states.at(-1)).toBe('failing');
  expect(heard(second)).toEqual([]);
});
