import { expect, test } from 'vitest';
import { fakeDevice } from '../testing/fake-device.ts';
import { fakeExchange } from '../testing/fake-exchange.ts';

async function desk(answers: boolean) {
  const exchange = fakeExchange({ asksPhones: true });
  const phone = fakeDevice(exchange, 'anna', { transport: 'udp' });
  phone.onRequest = (transaction) => {
    if (answers && !phone.deaf) transaction.reply(200);
  };
  await phone.register();
  const reachable = async () => (await exchange.legs.contactsOf(['w-anna'])).length;
  const asked = () => phone.requests.filter(({ request }) => request.method === 'OPTIONS').length;
  return { exchange, phone, reachable, asked };
}

test('the way to a phone over UDP is kept open, and it is asked whether it is there', async () => {
  const { exchange, phone, reachable, asked } = await desk(true);
  await exchange.pass(30_000);
  expect([phone.pings, asked()]).toEqual([1, 0]);
  await exchange.pass(60_000);
  expect([phone.pings, asked()]).toEqual([2, 1]);
  const { request } = phone.requests.find(({ request: { method } }) => method === 'OPTIONS') ?? {};
  expect([request?.uri, request?.headers.get('Accept')]).toEqual([phone.contact, 'application/sdp']);
  await exchange.pass(400_000);
  expect(asked()).toBeGreaterThan(4);
  expect(await reachable()).toBe(1);
  expect(exchange.errors).toEqual([]);
});

test('a phone that fell silent is left out after two questions, and back with its next answer', async () => {
  const { exchange, phone, reachable } = await desk(true);
  await exchange.pass(120_000);
  phone.deaf = true;
  await exchange.pass(60_000);
  expect(await reachable()).toBe(1);
  await exchange.pass(160_000);
  expect(await reachable()).toBe(0);
  phone.deaf = false;
  await exchange.pass(100_000);
  expect(await reachable()).toBe(1);
});

test('a phone that fell silent is back when it registers', async () => {
  const { exchange, phone, reachable } = await desk(true);
  await exchange.pass(120_000);
  phone.deaf = true;
  await exchange.pass(220_000);
  expect(await reachable()).toBe(0);
  phone.deaf = false;
  await phone.register();
  expect(await reachable()).toBe(1);
  await exchange.pass(100_000);
  expect(await reachable()).toBe(1);
});

test('a phone that knows no OPTIONS is asked twice, is kept open and stays where it is', async () => {
  const { exchange, phone, reachable, asked } = await desk(false);
  await exchange.pass(500_000);
  expect(asked()).toBe(2);
  expect(phone.pings).toBeGreaterThan(12);
  expect(await reachable()).toBe(1);
});

test('browsers and phones that are gone are not asked', async () => {
  const exchange = fakeExchange({ asksPhones: true });
  const page = fakeDevice(exchange, 'bob');
  await page.register();
  const phone = fakeDevice(exchange, 'anna', { transport: 'udp' });
  await phone.register([['Expires', '0']]);
  await exchange.pass(300_000);
  for (const device of [page, phone])
    expect(device.requests.filter(({ request }) => request.method === 'OPTIONS')).toEqual([]);
});
