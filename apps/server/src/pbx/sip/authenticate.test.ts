import { digestResponse } from '@sidetone/sip/grammar/digest.ts';
import { expect, test } from 'vitest';
import { md5 } from './authenticate.ts';
import { openGuessGuard } from './guess-guard.ts';
import { fakeDevice } from './testing/fake-device.ts';
import { fakeExchange } from './testing/fake-exchange.ts';

test('the example of RFC 2617 comes out as printed there', () => {
  const given = {
    nonce: 'dcd98b7102dd2f0e8b11d0f600bfb0c093',
    uri: '/dir/index.html',
    qop: 'auth',
    nc: '00000001',
    cnonce: '0a4f113b',
  };
  const ha1 = md5('Mufasa:testrealm@host.com:Circle Of Life');
  expect(digestResponse(given, 'GET', ha1, md5)).toBe('6629fae49393a05397450978507c4ef1');
});

test('whoever guesses for long is not even told when the guess is right, and after a while may try again', async () => {
  const exchange = fakeExchange();
  const anna = fakeDevice(exchange, 'anna', { transport: 'udp' });
  const attempt = async (password?: string) => {
    const request = anna.build('REGISTER', 'anna');
    const { responses } = await anna.sendAuthorized(request, password === undefined ? {} : { password });
    return responses[0]?.status;
  };
  for (let count = 0; count < 20; count += 1) expect(await attempt(`guess ${count}`)).toBe(401);
  expect(await attempt()).toBe(401);
  await exchange.pass(10 * 60_000);
  expect(await attempt()).toBe(200);
});

test('guesses count against the address, not against the user that was named', () => {
  const guard = openGuessGuard({ now: () => new Date(0) });
  for (let count = 0; count < 200; count += 1) guard.wrong('203.0.113.1', `user${count}`);
  expect(guard.blocks('203.0.113.1', 'anna')).toBe(true);
  for (let count = 0; count < 50; count += 1) guard.wrong('203.0.113.2', 'anna');
  expect([guard.blocks('203.0.113.2', 'anna'), guard.blocks('203.0.113.3', 'anna')]).toEqual([true, false]);
});

test('behind a proxy on this machine one guesser does not lock out the others', () => {
  const guard = openGuessGuard({ now: () => new Date(0) });
  for (let count = 0; count < 500; count += 1) guard.wrong('127.0.0.1', 'bob');
  expect([guard.blocks('127.0.0.1', 'bob'), guard.blocks('127.0.0.1', 'anna')]).toEqual([true, false]);
});
