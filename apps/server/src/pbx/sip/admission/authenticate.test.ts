import { digestResponse, parseDigestChallenge } from '@sidetone/sip/grammar/digest.ts';
import { fakeClock } from '@sidetone/sip/testing/fake-clock.ts';
import { expect, test } from 'vitest';
import { realm } from '../sip-core.ts';
import { fakeDevice, offer } from '../testing/fake-device.ts';
import { fakeExchange, knownDevices } from '../testing/fake-exchange.ts';
import { md5, openAuthenticator, sha256 } from './authenticate.ts';
import { openSipGuard } from './guard.ts';

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

test('a client that guesses for long is not even told when the guess is right, and after a while may try again', async () => {
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
  const counted = (hash: typeof md5) => (text: string) => {
    work.hashes += 1;
    return hash(text);
  };
  const authenticator = openAuthenticator({
    realm,
    clock,
    token: () => 'nonce',
    addressOf: (_request, flow) => flow.remote.address,
    guard: openSipGuard({ clock }),
    credentials: {
      ...people,
      bySipUsername(username) {
        work.lookups += 1;
        return people.bySipUsername(username);
      },
    },
    hashes: { MD5: counted(md5), 'SHA-256': counted(sha256) },
  });
  const costOf = async (username: string, port: number) => {
    const before = { ...work };
    const exchange = fakeExchange();
    const device = fakeDevice(exchange, username, { transport: 'udp' });
    const request = device.build('REGISTER', username);
    // Each from somewhere else, so that no ban changes what is done.
    const flow = { ...device.flow, remote: { address: `198.51.100.${port % 200}`, port } };
    const first = await authenticator.identify(request, flow);
    const [challenge = ''] = 'challenges' in first ? first.challenges : [];
    const nonce = parseDigestChallenge(challenge)?.nonce;
    request.headers.add(
      'Authorization',
      `Digest username="${username}", realm="${realm}", nonce="${nonce}", uri="${request.uri}", response="${md5(String(port))}"`,
    );
    const { challenges: _, ...answer } = { challenges: [], ...(await authenticator.identify(request, flow)) };
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

test('a request with a nonce that was not made for its address is challenged again, and counts for nothing', async () => {
  const refusals: string[] = [];
  const clock = fakeClock();
  const keeper = {
    loadBans: async () => [],
    keepBan: () => refusals.push('ban'),
    onChange: () => () => undefined,
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

test('the example of RFC 7616 with SHA-256 comes out as printed there', () => {
  const given = {
    nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
    uri: '/dir/index.html',
    qop: 'auth',
    nc: '00000001',
    cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
  };
  const ha1 = sha256('Mufasa:http-auth@example.org:Circle of Life');
  expect(digestResponse(given, 'GET', ha1, sha256)).toBe(
    '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1',
  );
});

// Of several challenges JsSIP reads the last alone, SIP.js the first, and baresip 1.0 takes none.
test.each(['udp', 'ws'] as const)(
  'over %s the only challenge is MD5, and answers with MD5 and SHA-256 are taken',
  async (transport) => {
    for (const algorithm of ['MD5', 'SHA-256'] as const) {
      const exchange = fakeExchange();
      const anna = fakeDevice(exchange, 'anna', { transport });
      const request = anna.build('REGISTER', 'anna', [['Expires', '600']]);
      const first = anna.send(request);
      await exchange.pass();
      const lines = first.responses.at(-1)?.headers.lines('WWW-Authenticate') ?? [];
      expect(lines.map((line) => /algorithm=([^,]+)/.exec(line)?.[1])).toEqual(['MD5']);
      const wrong = anna.send(anna.authorized(request, first.responses.at(-1), { algorithm, password: 'guessed' }));
      await exchange.pass();
      const proven = anna.send(anna.authorized(request, first.responses.at(-1), { algorithm }));
      await exchange.pass();
      expect([wrong, proven].map(({ responses }) => responses.map(({ status }) => status))).toEqual([[401], [200]]);
    }
  },
);

test.each([
  ['REGISTER', 'sip:server.example', 200],
  ['REGISTER', 'sip:anna@SERVER.example:5060;transport=udp', 200],
  ['REGISTER', 'server.example', 200],
  ['REGISTER', 'sip:elsewhere.example', 400],
  ['INVITE', 'sip:bob@server.example:5060;transport=udp', 100],
  ['INVITE', 'tel:bob', 400],
  ['INVITE', 'sip:carol@server.example', 400],
  ['INVITE', 'sip:server.example:5060', 100],
  ['INVITE', 'sip:elsewhere.example', 400],
  ['INVITE', '*', 400],
])('%s with a proof for %s is answered %i', async (method, uri, status) => {
  const exchange = fakeExchange();
  const anna = fakeDevice(exchange, 'anna', { transport: 'udp' });
  const request = anna.build(method, method === 'REGISTER' ? 'anna' : 'bob', [], method === 'INVITE' ? offer : '');
  const first = anna.send(request);
  await exchange.pass();
  const proven = anna.send(anna.authorized(request, first.responses.at(-1), { uri }));
  await exchange.pass(300);
  expect(proven.responses[0]?.status).toBe(status);
});

test('a proof for another address counts where a proxy stands between, which may have written a new one', async () => {
  const exchange = fakeExchange();
  const anna = fakeDevice(exchange, 'anna', { transport: 'udp' });
  const request = anna.build('INVITE', 'bob', [['Via', 'SIP/2.0/UDP 192.0.2.7;branch=z9hG4bKfirst']], offer);
  const first = anna.send(request);
  await exchange.pass();
  const proven = anna.send(anna.authorized(request, first.responses.at(-1), { uri: 'sip:bob@company.example' }));
  await exchange.pass(300);
  expect(proven.responses[0]?.status).toBe(100);
});

test('an INVITE without proof is refused once, and not again for as long as nobody acknowledges it', async () => {
  const exchange = fakeExchange();
  const stranger = fakeDevice(exchange, 'anna', { transport: 'udp' });
  stranger.deaf = true;
  const { hop } = stranger;
  hop.send(
    [
      'INVITE sip:200@server.example SIP/2.0',
      'Via: SIP/2.0/UDP 127.0.0.1:1;branch=z9hG4bKforged',
      'From: <sip:anna@server.example>;tag=a',
      'To: <sip:200@server.example>',
      'Call-ID: forged',
      'CSeq: 1 INVITE',
      'Content-Length: 0',
      '',
      '',
    ].join('\r\n'),
  );
  await exchange.pass(40_000);
  expect(stranger.heardTexts.map((text) => text.slice(0, 11))).toEqual(['SIP/2.0 401']);
  expect(exchange.core.transactions).toBe(0);
});
