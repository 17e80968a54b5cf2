import { expect, test } from 'vitest';
import type { PhoneAccount } from '../accounts/phone-account.ts';
import { answeredCall, sendInside } from '../testing/calls.ts';
import { answer, fakeDevice, offer } from '../testing/fake-device.ts';
import { fakeExchange } from '../testing/fake-exchange.ts';

/** Bob's phone is registered at a provider, who sends calls for it. */
const calledFromOutside = async () => {
  const account: PhoneAccount = {
    phoneId: 'p1',
    accountId: 's1',
    userId: 'w-bob',
    username: 'bob',
    authUsername: null,
    password: 'x',
    registrar: '127.0.0.1:5090',
    outboundProxy: null,
    callerId: null,
    contactToken: 'k3y',
    syncs: 0,
    reaches: 'everywhere',
  };
  const exchange = fakeExchange({
    phones: {
      all: async () => [account],
      byId: async () => account,
      mayReach: () => true,
      stateChanged: async () => {},
    },
  });
  const provider = fakeDevice(exchange, 'provider', { transport: 'udp', port: 5090 });
  provider.onRequest = (transaction) =>
    transaction.reply(200, {
      headers: [...transaction.request.headers.list('Contact').map((value): [string, string] => ['Contact', value])],
    });
  await exchange.core.phones?.load();
  await exchange.pass(1000);
  const invite = async (extra: readonly [string, string][] = []) => {
    const request = provider.build('INVITE', 'bob', extra, offer);
    const call = provider.send({ ...request, uri: 'sip:k3y@server.example' });
    await exchange.pass();
    return call;
  };
  return { exchange, provider, invite, order: exchange.legs.order };
};

test('somebody outside cannot have a phone call whom they like', async () => {
  const { exchange, provider, invite, order } = await calledFromOutside();
  const call = await invite();
  const { legId, from } = exchange.fact('invited');
  expect(from).toMatchObject({ kind: 'outside', phoneId: 'p1', userId: 'w-bob' });
  order({ do: 'answer', legId, sdp: answer });
  await exchange.pass();
  const dialog = provider.confirm(call);
  const refer = sendInside(provider, dialog, 'REFER', [['Refer-To', '<sip:+4990012345@server.example>']]);
  await exchange.pass();
  expect(refer.responses.map(({ status }) => status)).toEqual([403]);
  expect(exchange.facts.some(({ type }) => type === 'referred')).toBe(false);
});

test('nor hear who else talks, nor take a call of the user that is not theirs; their own they may move', async () => {
  const { exchange, provider, invite, order } = await calledFromOutside();
  const bob = fakeDevice(exchange, 'bob');
  await bob.register();
  const own = await answeredCall(exchange, bob);
  const nameOf = ({ callId, local, remote }: typeof own.dialog) =>
    `${callId};to-tag=${remote.parameters.get('tag')};from-tag=${local.parameters.get('tag')}`;
  const stolen = await invite([['Replaces', nameOf(own.dialog)]]);
  expect(stolen.responses.at(-1)?.status).toBe(481);

  const call = await invite([['Allow', 'UPDATE']]);
  const { legId } = exchange.fact('invited');
  order({ do: 'answer', legId, sdp: answer });
  await exchange.pass();
  const dialog = provider.confirm(call);
  await exchange.pass();
  const before = provider.requests.length;
  order({ do: 'identify', legId, remote: { user: '13', name: 'Carol' } });
  await exchange.pass();
  expect(provider.requests).toHaveLength(before);
  await invite([['Replaces', nameOf(dialog)]]);
  expect(exchange.fact('invited')).toMatchObject({ replacesLegId: legId, from: { kind: 'outside' } });
});
