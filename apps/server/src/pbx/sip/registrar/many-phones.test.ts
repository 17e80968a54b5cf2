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

test.each([
  ['while calls are being begun a few', true, 30],
  ['otherwise all', false, 200],
])('of 200 phones that register together, %s are worked on at the same time', async (_when, isBusy, together) => {
  const usernames = Array.from({ length: 200 }, (_, at) => `phone${at}`);
  const known = knownDevices(usernames);
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
  let asked = 0;
  const store = memoryStore();
  const writtenTogether: number[] = [];
  const exchange = fakeExchange({
    gate: { isFull: () => false, isBusy: () => isBusy, isForHelp: () => false },
    credentials: {
      ...known,
      async bySipUsername(username) {
        asked += 1;
        await isRead;
        return await known.bySipUsername(username);
      },
    },
    store: {
      ...store,
      async write(changes) {
        writtenTogether.push(changes.saved.length);
        await store.write(changes);
      },
    },
  });
  const sent = usernames.map((username) => {
    const phone = fakeDevice(exchange, username);
    return { phone, first: phone.send(phone.build('REGISTER', username, [['Contact', `<${phone.contact}>`]])) };
  });
  await exchange.pass();
  const proven = sent.map(({ phone, first }) => phone.send(phone.authorized(first.request, first.responses.at(-1))));
  await exchange.pass();
  expect(asked).toBe(together);
  read();
  for (let at = 0; at < 20; at += 1) await exchange.pass();
  expect(new Set(proven.map(({ responses }) => responses.at(-1)?.status))).toEqual(new Set([200]));
  // Those that are written together are through in one moment, and make room for as many.
  expect(Math.max(...writtenTogether)).toBe(together);
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
