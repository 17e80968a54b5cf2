import { digestResponse, parseDigestChallenge } from '@sidetone/sip/grammar/digest.ts';
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
    // Each from somewhere else, so that no ban changes what is done.
    const flow = { ...device.flow, remote: { address: `198.51.100.${port % 200}`, port } };
    const first = await authenticator.identify(request, flow);
    const nonce = first.known ? undefined : parseDigestChallenge(first.challenge)?.nonce;
    request.headers.add(
      'Authorization',
      `Digest username="${username}", realm="${realm}", nonce="${nonce}", uri="${request.uri}", response="${md5(String(port))}"`,
    );
    const { challenge: _, ...answer } = { challenge: '', ...(await authenticator.identify(request, flow)) };
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

test('what comes with a nonce that was not made for its address is challenged again, and counts for nothing', async () => {
  const refusals: string[] = [];
  const clock = fakeClock();
  const keeper = {
    loadBans: async () => [],
    keepBan: () => refusals.push('ban'),
    onLifted: () => () => undefined,
    refused: ({ kind }: { kind: string }) => void refusals.push(kind),
  };
  const exchange = fakeExchange({ clock, guard: openSipGuard({ clock, keeper }) });
  const anna = fakeDevice(exchange, 'anna', { transport: 'udp', address: '198.51.100.7' });
  const forger = fakeDevice(exchange, 'anna', { transport: 'udp', address: '198.51.100.8' });
  // A nonce made for the forger's own address is no better at another one.
  const nonceOfForger = forger.send(forger.build('REGISTER', 'anna'));
  await exchange.pass();
  for (let count = 0; count < 110; count += 1) {
    const forged = anna.send(
      anna.authorized(anna.build('REGISTER', 'anna'), nonceOfForger.responses.at(-1), { password: `guess ${count}` }),
    );
    await exchange.pass();
    expect(forged.responses.map(({ status }) => status)).toEqual([401]);
    expect(forged.responses[0]?.headers.get('WWW-Authenticate')).toContain('stale=true');
  }
  expect(refusals).toEqual([]);
  expect((await anna.register()).status).toBe(200);
});
