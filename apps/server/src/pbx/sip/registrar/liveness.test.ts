import { expect, test } from 'vitest';
import { fakeDevice } from '../testing/fake-device.ts';
import { fakeExchange } from '../testing/fake-exchange.ts';

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

test.each([
  ['after it answered a ping', false],
  ['after it registered again', true],
])('%s a page that stops is left out within 15 to 25 s, at whatever moment it stops', async (_, registersAnew) => {
  const silences: number[] = [];
  // A ping goes out every 10 s.
  for (let moment = 0; moment < 10_000; moment += 250) {
    const exchange = fakeExchange();
    const anna = fakeDevice(exchange, 'anna');
    await anna.register();
    await exchange.pass(20_000 + moment);
    if (registersAnew) await anna.register();
    anna.awake = false;
    const stoppedAt = exchange.clock.now().getTime();
    const silence = () => exchange.clock.now().getTime() - stoppedAt;
    while ((await reachable(exchange)) > 0 && silence() < 40_000) await exchange.pass(50);
    silences.push(silence());
  }
  expect(Math.min(...silences)).toBeGreaterThanOrEqual(15_000);
  expect(Math.max(...silences)).toBeLessThanOrEqual(25_000);
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
