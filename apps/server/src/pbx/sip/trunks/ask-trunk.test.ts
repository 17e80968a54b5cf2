import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import { expect, test } from 'vitest';
import { fakeDevice } from '../testing/fake-device.ts';
import { fakeExchange } from '../testing/fake-exchange.ts';
import { someTrunk } from './testing/some-trunk.ts';
import type { TrunkStore } from './trunk-account.ts';

const trunk = someTrunk({ name: 'Provider', kind: 'address', host: '127.0.0.1', port: 5070 });
const store: TrunkStore = {
  mayReach: () => true,
  ownersOf: async () => new Map(),
  all: async () => [trunk],
  byId: async (trunkId) => (trunkId === 't1' ? trunk : null),
  stateChanged: async () => {},
};
const accepting = (transaction: ServerTransaction): void => transaction.reply(200);

test('the other side is asked when somebody wants to know, and what it says is told', async () => {
  const exchange = fakeExchange({ trunks: store });
  const provider = fakeDevice(exchange, 'provider', { transport: 'udp', port: 5070 });
  provider.onRequest = accepting;
  await exchange.core.trunks?.load();
  await exchange.pass(100);
  const ask = async (reply: ((transaction: ServerTransaction) => void) | undefined) => {
    provider.onRequest = reply ?? (() => {});
    const asked = exchange.core.trunks?.ask('t1');
    await exchange.pass(20);
    if (!reply) await exchange.pass(5_000);
    return await asked;
  };
  expect(await ask(accepting)).toMatchObject({ isReachable: true, status: 200, milliseconds: expect.any(Number) });
  expect(await ask((transaction) => transaction.reply(403))).toMatchObject({
    isReachable: false,
    status: 403,
    words: expect.stringContaining('403'),
  });
  expect(await ask((transaction) => transaction.reply(486))).toMatchObject({ isReachable: true, status: 486 });
  expect(await ask(undefined)).toEqual({
    isReachable: false,
    words: 'It does not answer',
    status: null,
    milliseconds: null,
  });
  expect(await exchange.core.trunks?.ask('t2')).toBeUndefined();
});
