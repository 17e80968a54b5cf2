import { expect, test } from 'vitest';
import { fakeDevice } from '../testing/fake-device.ts';
import { fakeExchange } from '../testing/fake-exchange.ts';

test('a phone is asked to fetch its settings wherever it is registered, without a restart', async () => {
  const exchange = fakeExchange();
  const [desk, hall, other] = [
    fakeDevice(exchange, 'anna', { transport: 'udp' }),
    fakeDevice(exchange, 'anna'),
    fakeDevice(exchange, 'bob'),
  ];
  for (const device of [desk, hall, other]) expect((await device.register()).status).toBe(200);
  expect(exchange.core.tellToFetch('e-anna')).toBe(2);
  await exchange.pass();
  for (const device of [desk, hall]) {
    const { request } = device.requests.at(-1) ?? {};
    expect([request?.method, request?.uri]).toEqual(['NOTIFY', device.contact]);
    expect(request?.headers.get('Event')).toBe('check-sync;reboot=false');
    expect(request?.headers.get('Subscription-State')).toBe('terminated');
    expect(request?.headers.get('Contact')).toContain('sip:server.example:5060');
    device.requests.at(-1)?.reply(200);
  }
  expect(other.requests).toEqual([]);
});

test('one that is nowhere registered is not asked, and one that refuses stays registered', async () => {
  const exchange = fakeExchange();
  expect(exchange.core.tellToFetch('e-anna')).toBe(0);
  const desk = fakeDevice(exchange, 'anna', { transport: 'udp' });
  await desk.register();
  exchange.core.tellToFetch('e-anna');
  await exchange.pass();
  desk.requests.at(-1)?.reply(489);
  await exchange.pass();
  expect(exchange.core.bindings.ofEndpoint('e-anna')).toHaveLength(1);
});
