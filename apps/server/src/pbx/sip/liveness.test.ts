import { expect, test } from 'vitest';
import { fakeDevice } from './testing/fake-device.ts';
import { fakeExchange } from './testing/fake-exchange.ts';

const reachable = async (exchange: ReturnType<typeof fakeExchange>) =>
  (await exchange.legs.contactsOf(['w-anna'])).length;

test('a page that stops answering is left out within 30 s, and comes back with its next answer', async () => {
  const exchange = fakeExchange();
  const anna = fakeDevice(exchange, 'anna');
  await anna.register();
  await exchange.pass(25_000);
  expect(await reachable(exchange)).toBe(1);
  anna.awake = false;
  await exchange.pass(30_000);
  expect(await reachable(exchange)).toBe(0);
  expect([...exchange.store.rows.values()].map(({ suspect }) => suspect)).toEqual([true]);
  anna.awake = true;
  await exchange.pass(10_000);
  expect(await reachable(exchange)).toBe(1);
  expect(exchange.changes).toEqual(['w-anna', 'w-anna', 'w-anna']);
});

test('one missed answer proves nothing', async () => {
  const exchange = fakeExchange();
  const anna = fakeDevice(exchange, 'anna');
  await anna.register();
  await exchange.pass(11_000);
  anna.awake = false;
  await exchange.pass(10_000);
  anna.awake = true;
  await exchange.pass(60_000);
  expect(exchange.changes).toEqual(['w-anna']);
});

test('the silence of a client that never answered a ping proves nothing either', async () => {
  const exchange = fakeExchange();
  const anna = fakeDevice(exchange, 'anna', { awake: false });
  await anna.register();
  await exchange.pass(120_000);
  expect(anna.pings).toBeGreaterThan(10);
  expect(await reachable(exchange)).toBe(1);
});

test('a page that stays silent for minutes loses its connection, and so does a stranger', async () => {
  const exchange = fakeExchange();
  const [anna, stranger] = [fakeDevice(exchange, 'anna'), fakeDevice(exchange, 'bob')];
  await anna.register();
  await exchange.pass(70_000);
  expect([anna.open, stranger.open]).toEqual([true, false]);
  anna.awake = false;
  await exchange.pass(200_000);
  expect(anna.open).toBe(false);
  expect(exchange.store.rows.size).toBe(0);
});
