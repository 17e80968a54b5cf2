import { digestResponse } from '@sidetone/sip/grammar/digest.ts';
import { fakeClock } from '@sidetone/sip/testing/fake-clock.ts';
import { expect, test } from 'vitest';
import { md5, openAuthenticator } from './authenticate.ts';
import { openSipGuard } from './guard.ts';
import { realm } from './sip-core.ts';
import { fakeDevice } from './testing/fake-device.ts';
import { fakeExchange, knownDevices } from './testing/fake-exchange.ts';

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

test('an unknown user and a wrong password cost the same work and get the same answer', async () => {
  const clock = fakeClock();
  const work = { lookups: 0, hashes: 0 };
  const people = knownDevices(['anna']);
  const authenticator = openAuthenticator({
    ...{ realm, clock, token: () => 'nonce', addressOf: (_request, flow) => flow.remote.address },
    guard: openSipGuard({ clock }),
    credentials: {
      ...people,
      bySipUsername(username) {
        work.lookups += 1;
        return people.bySipUsername(username);
      },
    },
    hash(text) {
      work.hashes += 1;
      return md5(text);
    },
  });
  const costOf = async (username: string, port: number) => {
    const before = { ...work };
    const exchange = fakeExchange();
    const device = fakeDevice(exchange, username, { transport: 'udp' });
    const request = device.build('REGISTER', username);
    request.headers.add(
      'Authorization',
      `Digest username="${username}", realm="${realm}", nonce="nonce", uri="sip:sidetone", response="${md5(String(port))}"`,
    );
    // Each from somewhere else, so that no ban changes what is done.
    const remote = { address: `198.51.100.${port % 200}`, port };
    const answer = await authenticator.identify(request, { ...device.flow, remote });
    return { lookups: work.lookups - before.lookups, hashes: work.hashes - before.hashes, answer };
  };
  for (let sample = 0; sample < 200; sample += 1) {
    const known = await costOf('anna', sample);
    const unknown = await costOf(`nobody${sample}`, sample);
    expect(unknown).toEqual(known);
    expect(known).toMatchObject({ lookups: 1, answer: { known: false, attempted: true } });
    expect(known.hashes).toBeGreaterThan(0);
  }
});
