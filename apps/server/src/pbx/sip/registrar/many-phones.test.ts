import { expect, test } from 'vitest';
import type { SipCredential } from '../../ports.ts';
import { fakeDevice } from '../testing/fake-device.ts';
import { fakeExchange, knownDevices, memoryStore } from '../testing/fake-exchange.ts';

test('of more phones than can be registered in time some are told when to come again', async () => {
  const usernames = Array.from({ length: 1020 }, (_, at) => `phone${at}`);
  const store = memoryStore();
  let letThrough = () => {};
  const isSlow = new Promise<void>((resolve) => (letThrough = resolve));
  const exchange = fakeExchange({
    credentials: knownDevices(usernames),
    store: {
      ...store,
      async write(changes) {
        await isSlow;
        await store.write(changes);
      },
    },
  });
  const phones = usernames.map((username) => fakeDevice(exchange, username));
  const replies = phones.map((phone) => phone.register());
  await exchange.pass();
  letThrough();
  const answers = await Promise.all(replies);
  const later = answers.filter(({ status }) => status === 503);
  expect([later.length, answers.filter(({ status }) => status === 200).length]).toEqual([20, 1000]);
  for (const { headers } of later) expect(Number(headers.get('Retry-After'))).toBeGreaterThanOrEqual(10);
  expect((await fakeDevice(exchange, 'phone1019').register()).status).toBe(200);
});

test('while calls are being begun phones register a few at a time, and the others wait for their turn', async () => {
  let isBusy = true;
  let most = 0;
  const usernames = Array.from({ length: 200 }, (_, at) => `phone${at}`);
  const store = memoryStore();
  const exchange = fakeExchange({
    gate: { isFull: () => false, isBusy: () => isBusy, isForHelp: () => false },
    credentials: knownDevices(usernames),
    store: {
      ...store,
      async write(changes) {
        most = Math.max(most, changes.saved.length);
        await store.write(changes);
      },
    },
  });
  const register = async () => {
    const phones = usernames.map((username) => fakeDevice(exchange, username));
    const sent = phones.map((phone) => {
      const asked = phone.build('REGISTER', phone.username, [
        ['Contact', `<${phone.contact}>`],
        ['Expires', '600'],
      ]);
      return { phone, first: phone.send(asked) };
    });
    for (let at = 0; at < 20; at += 1) await exchange.pass(200);
    const proven = sent.map(({ phone, first }) => phone.send(phone.authorized(first.request, first.responses.at(-1))));
    for (let at = 0; at < 20; at += 1) await exchange.pass(200);
    return proven.map(({ responses }) => responses.at(-1)?.status);
  };
  expect(new Set(await register())).toEqual(new Set([200]));
  expect(most).toBeLessThanOrEqual(30);
  isBusy = false;
  expect(new Set(await register())).toEqual(new Set([200]));
  expect(most).toBeGreaterThan(30);
});

test('a phone that registers again is known by what was read of it, and a call is not', async () => {
  const known = knownDevices(['anna']);
  const readings: string[] = [];
  const read = new Map<string, readonly SipCredential[]>();
  const exchange = fakeExchange({
    credentials: {
      ...known,
      async bySipUsername(name) {
        readings.push(name);
        const found = await known.bySipUsername(name);
        read.set(name, found);
        return found;
      },
      remembered: (name) => read.get(name) ?? [],
    },
  });
  const anna = fakeDevice(exchange, 'anna');
  for (let time = 0; time < 3; time += 1) expect((await anna.register()).status).toBe(200);
  expect(readings).toEqual(['anna']);
  anna.send(anna.build('INVITE', '200'));
  await exchange.pass();
  expect(readings).toEqual(['anna', 'anna']);
  // Another password than was read: read again before it is refused.
  read.set('anna', [{ ...(await known.bySipUsername('anna'))[0], ha1: 'older' } as SipCredential]);
  expect((await anna.register()).status).toBe(200);
  expect(readings).toHaveLength(3);
});
