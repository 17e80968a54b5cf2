import { expect, test } from 'vitest';
import { answeredCall, type FakeDevice } from '../testing/calls.ts';
import { fakeDevice } from '../testing/fake-device.ts';
import { fakeExchange } from '../testing/fake-exchange.ts';

const lostCall = async () => {
  const exchange = fakeExchange();
  const anna = fakeDevice(exchange, 'anna');
  await anna.register();
  const { legId } = await answeredCall(exchange, anna);
  anna.drop();
  exchange.legs.order({ do: 'bye', legId });
  await exchange.pass();
  const page = fakeDevice(exchange, 'anna');
  page.instance = anna.instance;
  return { exchange, page };
};
const byes = (page: FakeDevice) => page.requests.filter(({ request }) => request.method === 'BYE');

test('a page that comes back within 30 s hears that its call is over', async () => {
  const { exchange, page } = await lostCall();
  await exchange.pass(20_000);
  expect(exchange.core.book.size).toBe(1);
  await page.register();
  await exchange.pass(2000);
  expect(byes(page)).toHaveLength(1);
  byes(page)[0]?.reply(200);
  await exchange.pass();
  expect(exchange.core.book.size).toBe(0);
});

test('one that comes back later hears nothing, and the call does not wait for it', async () => {
  const { exchange, page } = await lostCall();
  await exchange.pass(32_000);
  expect(exchange.core.book.size).toBe(0);
  await page.register();
  await exchange.pass(2000);
  expect(byes(page)).toEqual([]);
});
