import { fakeClock } from '@sidetone/sip/testing/fake-clock.ts';
import { expect, test } from 'vitest';
import type { RequestLayer } from '../dialogs/leg.ts';
import { fakeDevice } from '../testing/fake-device.ts';
import { fakeExchange } from '../testing/fake-exchange.ts';
import type { Flow } from '../wires/flow.ts';
import type { Binding } from './bindings.ts';
import { openPhoneLiveness } from './phone-liveness.ts';

async function desk(answers: boolean, given: Parameters<typeof fakeExchange>[0] = {}) {
  const exchange = fakeExchange({ ...given, asksPhones: true });
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
  expect([phone.pings, asked()]).toEqual([3, 1]);
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

test('a clock that is set back by an hour leaves the way to phones open', async () => {
  const clock = fakeClock();
  let backMs = 0;
  const { exchange, phone, asked } = await desk(true, {
    clock: { ...clock, now: () => new Date(clock.now().getTime() - backMs) },
  });
  await exchange.pass(30_000);
  backMs = 3_600_000;
  await exchange.pass(60_000);
  expect([phone.pings, asked()]).toEqual([3, 1]);
});

test('a phone that fell silent before a restart is asked until it answers', async () => {
  const before = await desk(true);
  await before.exchange.pass(120_000);
  before.phone.deaf = true;
  await before.exchange.pass(220_000);
  expect(await before.reachable()).toBe(0);
  const { store, clock } = before.exchange;
  const exchange = fakeExchange({ asksPhones: true, store, clock: fakeClock(clock.now().getTime()) });
  await exchange.core.bindings.load();
  const phone = fakeDevice(exchange, 'anna', { transport: 'udp', port: before.phone.port });
  phone.onRequest = (transaction) => transaction.reply(200);
  phone.deaf = true;
  await exchange.pass(190_000);
  expect(await exchange.legs.contactsOf(['w-anna'])).toEqual([]);
  phone.deaf = false;
  await exchange.pass(60_000);
  expect(await exchange.legs.contactsOf(['w-anna'])).toHaveLength(1);
});

test('a question from before a phone registered again says nothing of it', async () => {
  const { exchange, phone, reachable, asked } = await desk(true);
  await exchange.pass(120_000);
  phone.onRequest = () => {};
  await exchange.pass(220_000);
  expect(await reachable()).toBe(0);
  const before = asked();
  while (asked() === before) await exchange.pass(1000);
  // A moment before it has waited for its answer long enough.
  await exchange.pass(30_500);
  await phone.register();
  expect(await reachable()).toBe(1);
  await exchange.pass(3000);
  expect(await reachable()).toBe(1);
});

test('three thousand phones that registered together are not all asked and kept open together', () => {
  const clock = fakeClock();
  const phones = Array.from({ length: 3000 }, (_, at) => ({
    id: `phone${at}`,
    transport: 'udp',
    contactUri: `sip:phone${at}@192.0.2.1`,
    path: [],
    suspect: false,
  })) as unknown as readonly Binding[];
  const sentAt = new Map<number, number>();
  const send = () => void sentAt.set(clock.now().getTime(), (sentAt.get(clock.now().getTime()) ?? 0) + 1);
  let dice = 0;
  openPhoneLiveness({
    bindings: { all: () => phones, byId: () => undefined, markSilent: () => {} },
    layer: { request: send } as unknown as RequestLayer,
    clock,
    flowTo: () => ({ transport: 'udp', via: { host: '192.0.2.9' }, keepAlive: send }) as unknown as Flow,
    token: () => 'token',
    random() {
      // Spread evenly between 0 and 1, and the same in every run.
      dice = (dice + 0.618_034) % 1;
      return dice;
    },
  });
  clock.advance(90_000);
  expect(Math.max(...sentAt.values())).toBeLessThan(300);
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
