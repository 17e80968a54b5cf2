import { expect, test } from 'vitest';
import { openSipGuard } from '../admission/guard.ts';
import { fakeDevice, offer } from '../testing/fake-device.ts';
import { fakeExchange, knownDevices } from '../testing/fake-exchange.ts';

test('while too many calls are being begun others are refused with a time to try again, and calls for help are let in', async () => {
  let isFull = true;
  const exchange = fakeExchange({
    gate: { isFull: () => isFull, isBusy: () => true, isForHelp: (dialled) => dialled === '112' },
  });
  const phone = fakeDevice(exchange, 'anna', { transport: 'udp' });
  await phone.register();

  const refused = await phone.call('200');
  expect(refused.responses.map(({ status }) => status)).toEqual([503]);
  expect(Number(refused.responses[0]?.headers.get('Retry-After'))).toBeGreaterThanOrEqual(10);
  expect(exchange.facts).toEqual([]);

  for (const called of ['112', '1-1-2']) {
    await phone.call(called);
    expect(exchange.fact('invited')).toMatchObject({ called });
  }

  // A page that was reloaded takes its call back.
  const back = await phone.call('200', [['Replaces', 'call-1;to-tag=a;from-tag=b']]);
  expect(back.responses.at(-1)?.status).not.toBe(503);

  isFull = false;
  await phone.call('200');
  expect(exchange.fact('invited')).toMatchObject({ called: '200' });
});

test('calls that come in one moment do not pass before the first of them counts', async () => {
  const known = knownDevices(['anna']);
  let isRead = Promise.resolve();
  const exchange = fakeExchange({
    gate: { isFull: () => invited().length >= 2, isBusy: () => true, isForHelp: (dialled) => dialled === '112' },
    credentials: {
      ...known,
      async bySipUsername(username) {
        await isRead;
        return await known.bySipUsername(username);
      },
    },
  });
  const invited = () => exchange.facts.filter(({ type }) => type === 'invited');
  const phone = fakeDevice(exchange, 'anna', { transport: 'udp' });
  await phone.register();
  const bare = ['201', '202', '203', '204', '112'].map((called) =>
    phone.send(phone.build('INVITE', called, [], offer)),
  );
  await exchange.pass();
  const { promise, resolve: read } = Promise.withResolvers<void>();
  isRead = promise;
  const proven = bare.map(({ request, responses }) => phone.send(phone.authorized(request, responses.at(-1))));
  await exchange.pass();
  expect(invited()).toEqual([]);
  read();
  await exchange.pass();
  expect(proven.slice(2, 4).map(({ responses }) => responses.at(-1)?.status)).toEqual([503, 503]);
  expect(invited()).toMatchObject([{ called: '201' }, { called: '202' }, { called: '112' }]);
});

test('a scan finds nothing then either', async () => {
  const exchange = fakeExchange({
    gate: { isFull: () => true, isBusy: () => true, isForHelp: () => false },
    guard: openSipGuard({ clock: fakeExchange().clock, ignoresStrangersAt: () => true }),
  });
  const stranger = fakeDevice(exchange, 'bob', { transport: 'udp', address: '192.0.2.7' });
  const tried = await stranger.call('200');
  expect(tried.responses).toEqual([]);
});
