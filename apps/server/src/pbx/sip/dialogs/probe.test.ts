import { expect, test } from 'vitest';
import { answeredCall } from '../testing/calls.ts';
import { fakeDevice } from '../testing/fake-device.ts';
import { fakeExchange } from '../testing/fake-exchange.ts';

const inCall = async (transport: 'udp' | 'ws', status: number) => {
  const exchange = fakeExchange();
  const anna = fakeDevice(exchange, 'anna', { transport });
  await anna.register();
  const { legId } = await answeredCall(exchange, anna);
  anna.onRequest = (transaction) => transaction.reply(transaction.request.method === 'OPTIONS' ? status : 200);
  await exchange.pass(130_000);
  return { asked: anna.requests.map(({ request }) => request.method), last: exchange.facts.at(-1), legId };
};

test.each([481, 408])('a phone that answers %i knows of no call, and the call ends', async (status) => {
  const { asked, last, legId } = await inCall('udp', status);
  expect(asked).toEqual(['OPTIONS', 'BYE']);
  expect(last).toEqual({ type: 'ended', legId });
});

test.each([200, 405, 501])('a phone that answers %i lives', async (status) => {
  const { asked, last } = await inCall('udp', status);
  expect(asked).toEqual(['OPTIONS']);
  expect(last?.type).toBe('acknowledged');
});

test('a page is not asked: its connection tells', async () => {
  expect((await inCall('ws', 481)).asked).toEqual([]);
});
