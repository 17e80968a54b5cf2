import { expect, test } from 'vitest';
import { fakeDevice, offer } from '../testing/fake-device.ts';
import { fakeExchange, knownDevices, memoryStore } from '../testing/fake-exchange.ts';

test('a device registers with its password and is told how long it lasts', async () => {
  const exchange = fakeExchange();
  const anna = fakeDevice(exchange, 'anna');
  const response = await anna.register();
  expect(response.status).toBe(200);
  expect(response.headers.get('Contact')).toBe(
    `<${anna.contact}>;expires=600;+sip.instance="${anna.instance}";reg-id=1`,
  );
  expect(await exchange.legs.contactsOf(['w-anna', 'w-bob'])).toMatchObject([
    { endpointId: 'e-anna', userId: 'w-anna', media: 'webrtc', alive: true },
  ]);
  expect(exchange.changes).toEqual(['w-anna']);
  expect(exchange.store.rows.size).toBe(1);
});

test('an unknown user and a user with the wrong password get the very same answer', async () => {
  const exchange = fakeExchange();
  const device = fakeDevice(exchange, 'anna');
  const shapes: unknown[] = [];
  for (const change of [{ password: 'wrong' }, { as: 'nobody' }]) {
    const { responses } = await device.sendAuthorized(device.build('REGISTER', 'anna'), change);
    const names = [...(responses[0]?.headers ?? [])].map(([name]) => name);
    shapes.push([
      responses[0]?.status,
      names,
      responses[0]?.headers.get('WWW-Authenticate')?.replace(/nonce="[^"]*"/, ''),
    ]);
  }
  expect(shapes[0]).toEqual(shapes[1]);
  expect(shapes[0]).toContain(401);
});

test('a nonce count is good for one request, and an old nonce is called stale', async () => {
  const exchange = fakeExchange();
  const anna = fakeDevice(exchange, 'anna');
  const request = anna.build('REGISTER', 'anna');
  const first = anna.send(request);
  await exchange.pass();
  const authorized = anna.authorized(request, first.responses[0]);
  const statuses: (number | undefined)[] = [];
  const again = async (with_: typeof authorized) => {
    const sent = anna.send(with_);
    await exchange.pass();
    statuses.push(sent.responses[0]?.status);
    return sent.responses[0]?.headers.get('WWW-Authenticate') ?? '';
  };
  await again(authorized);
  expect(await again(authorized)).toContain('stale=true');
  const next = anna.build('REGISTER', 'anna');
  await again(anna.authorized(next, first.responses[0], { nc: '00000002' }));
  await exchange.pass(5 * 60_000);
  const late = await again(anna.authorized(next, first.responses[0], { nc: '00000003' }));
  expect(late).toContain('stale=true');
  expect(statuses).toEqual([200, 401, 200, 401]);
});

test('nobody registers for somebody else', async () => {
  const exchange = fakeExchange();
  const anna = fakeDevice(exchange, 'anna');
  const { responses } = await anna.sendAuthorized(anna.build('REGISTER', 'bob'));
  expect(responses[0]?.status).toBe(403);
});

test.each([
  ['30', 423, undefined],
  ['60', 200, 'expires=60'],
  ['100000', 200, 'expires=3600'],
  ['-1', 200, 'expires=3600'],
  ['', 200, 'expires=3600'],
])('asked for %s seconds the registrar says %i', async (expires, status, contact) => {
  const exchange = fakeExchange();
  const anna = fakeDevice(exchange, 'anna');
  const response = await anna.register([['Expires', expires]]);
  expect(response.status).toBe(status);
  if (status === 423) expect(response.headers.get('Min-Expires')).toBe('60');
  if (contact !== undefined) expect(response.headers.get('Contact')).toContain(contact);
});

test('several devices of one user are all registered, and the star removes them', async () => {
  const exchange = fakeExchange();
  const desk = fakeDevice(exchange, 'anna', { transport: 'udp' });
  const page = fakeDevice(exchange, 'anna');
  await desk.register();
  expect((await page.register()).headers.list('Contact')).toHaveLength(2);
  const bad = await page.sendAuthorized(
    page.build('REGISTER', 'anna', [
      ['Contact', '*'],
      ['Expires', '60'],
    ]),
  );
  expect(bad.responses[0]?.status).toBe(400);
  const all = await page.sendAuthorized(
    page.build('REGISTER', 'anna', [
      ['Contact', '*'],
      ['Expires', '0'],
    ]),
  );
  expect([all.responses[0]?.status, all.responses[0]?.headers.list('Contact')]).toEqual([200, []]);
  expect(exchange.store.rows.size).toBe(0);
});

test('an older request of the same client does not undo a newer one', async () => {
  const exchange = fakeExchange();
  const anna = fakeDevice(exchange, 'anna');
  const same: [string, string][] = [['Call-ID', 'mine']];
  expect((await anna.register([...same, ['CSeq', '10 REGISTER']])).status).toBe(200);
  expect((await anna.register([...same, ['CSeq', '5 REGISTER']])).status).toBe(500);
  expect((await anna.register([...same, ['CSeq', '11 REGISTER']])).status).toBe(200);
});

test('a page that comes back takes its own place, and a lost connection takes its page along', async () => {
  const exchange = fakeExchange();
  const before = fakeDevice(exchange, 'anna');
  await before.register();
  const after = fakeDevice(exchange, 'anna');
  after.instance = before.instance;
  expect((await after.register()).headers.list('Contact')).toHaveLength(1);
  before.drop();
  expect(await exchange.legs.contactsOf(['w-anna'])).toHaveLength(1);
  after.drop();
  await exchange.pass();
  expect(await exchange.legs.contactsOf(['w-anna'])).toEqual([]);
  expect(exchange.store.rows.size).toBe(0);
});

test('a phone stays registered across a restart of the server until it expires', async () => {
  const store = memoryStore();
  const before = fakeExchange({ store });
  await fakeDevice(before, 'bob', { transport: 'udp', port: 40_000 }).register();
  before.core.stop();

  const after = fakeExchange({ store });
  await after.core.bindings.load();
  const bob = fakeDevice(after, 'bob', { transport: 'udp', port: 40_000 });
  const [contact] = await after.legs.contactsOf(['w-bob']);
  if (!contact) throw new Error('nobody there');
  expect(contact.media).toBe('rtp');
  after.legs.order({
    do: 'invite',
    legId: 'l1',
    sipCallId: 'c1',
    sessionId: 's',
    target: { kind: 'device', contact },
    offer: 'v=0',
    from: { user: '1' },
    to: { user: '2' },
  });
  await after.pass();
  expect(bob.requests.map(({ request }) => request.method)).toEqual(['INVITE']);
  await after.pass(601_000);
  expect(await after.legs.contactsOf(['w-bob'])).toEqual([]);
});

test('credentials that cannot be read are a 500 and not a crash', async () => {
  const exchange = fakeExchange({
    credentials: { ...knownDevices([]), bySipUsername: () => Promise.reject(new Error('database is gone')) },
  });
  const anna = fakeDevice(exchange, 'anna');
  expect((await anna.register()).status).toBe(500);
  expect(exchange.errors).toHaveLength(1);
});

test('the eleventh device takes the place of the one that nobody refreshes', async () => {
  const exchange = fakeExchange();
  for (let count = 0; count < 11; count += 1) {
    await fakeDevice(exchange, 'anna').register();
    await exchange.pass(1000);
  }
  expect(await exchange.legs.contactsOf(['w-anna'])).toHaveLength(10);
});

test('withdrawn credentials close every page that they opened, registered or not', async () => {
  const exchange = fakeExchange();
  const [one, two, bob] = [fakeDevice(exchange, 'anna'), fakeDevice(exchange, 'anna'), fakeDevice(exchange, 'bob')];
  for (const device of [one, two, bob]) await device.register();
  await two.register([['Expires', '60']]);
  await exchange.pass(90_000);
  await exchange.core.closeFlowsOf({ endpointId: 'e-anna' });
  expect([one.open, two.open, bob.open]).toEqual([false, false, true]);
  expect(await exchange.legs.contactsOf(['w-anna', 'w-bob'])).toHaveLength(1);
});

test('a binding that cannot be stored is not there', async () => {
  const store = memoryStore();
  const exchange = fakeExchange({ store: { ...store, write: () => Promise.reject(new Error('database is gone')) } });
  const anna = fakeDevice(exchange, 'anna');
  expect((await anna.register()).status).toBe(500);
  expect(await exchange.legs.contactsOf(['w-anna'])).toEqual([]);
});

test('a page whose credentials were withdrawn elsewhere can no longer call', async () => {
  const known = knownDevices(['anna']);
  let withdrawn = false;
  const exchange = fakeExchange({
    credentials: { ...known, bySipUsername: async (name) => (withdrawn ? [] : known.bySipUsername(name)) },
  });
  const anna = fakeDevice(exchange, 'anna');
  await anna.register();
  withdrawn = true;
  const call = anna.send(anna.build('INVITE', '200'));
  await exchange.pass();
  expect(call.responses.map(({ status }) => status)).toEqual([401]);
});

/** Credentials whose passwords may be replaced; `hold` keeps the next answer back until it is released. */
function changingCredentials(usernames: readonly string[]) {
  const known = knownDevices(usernames);
  const replaced = new Map<string, string>();
  let held: Promise<void> | undefined;
  return {
    ...known,
    withdraw: (username: string) => replaced.set(username, `another of ${username}`),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    async bySipUsername(username: string) {
      const found = (await known.bySipUsername(username)).map((one) => ({
        ...one,
        ha1: replaced.get(username) ?? one.ha1,
      }));
      const wait = held;
      held = undefined;
      await wait;
      return found;
    },
  };
}

test('a page whose password was withdrawn can no longer call, also where no notice of it came', async () => {
  const credentials = changingCredentials(['anna']);
  const exchange = fakeExchange({ credentials });
  const anna = fakeDevice(exchange, 'anna');
  await anna.register();
  const invited = async () => {
    const call = anna.send(anna.build('INVITE', '200', [], offer));
    await exchange.pass();
    return [call.responses.some(({ status }) => status === 401), exchange.facts.some(({ type }) => type === 'invited')];
  };
  expect(await invited()).toEqual([false, true]);
  exchange.facts.length = 0;
  credentials.withdraw('anna');
  expect(await invited()).toEqual([true, false]);
});

test('a password that is withdrawn while it is being checked registers nobody', async () => {
  const credentials = changingCredentials(['anna']);
  const exchange = fakeExchange({ credentials });
  const anna = fakeDevice(exchange, 'anna');
  const request = anna.build('REGISTER', 'anna', [['Expires', '600']]);
  const challenged = anna.send(request);
  await exchange.pass();
  const goOn = credentials.hold();
  const answered = anna.send(anna.authorized(request, challenged.responses[0]));
  await exchange.pass();
  credentials.withdraw('anna');
  await exchange.core.closeFlowsOf({ endpointId: 'e-anna' });
  goOn();
  await exchange.pass();
  expect(answered.responses.map(({ status }) => status)).toEqual([403]);
  expect(await exchange.legs.contactsOf(['w-anna'])).toEqual([]);
  expect(exchange.store.rows.size).toBe(0);
  expect(anna.flow.owner).toBeUndefined();
});

test('credentials that were withdrawn without a notice are found by asking, and devices that proved newer ones stay', async () => {
  const known = knownDevices(['anna', 'bob', 'carol']);
  let { ha1sOf } = known;
  const exchange = fakeExchange({ credentials: { ...known, ha1sOf: (endpointIds) => ha1sOf(endpointIds) } });
  const [anna, bob, desk] = [
    fakeDevice(exchange, 'anna'),
    fakeDevice(exchange, 'bob'),
    fakeDevice(exchange, 'carol', { transport: 'udp' }),
  ];
  for (const device of [anna, bob, desk]) await device.register();
  const asked: (readonly string[])[] = [];
  ha1sOf = async (endpointIds) => {
    asked.push(endpointIds);
    return new Map([...(await known.ha1sOf(['e-bob'])), ['e-anna', ['another']], ['e-carol', ['another']]]);
  };
  await exchange.core.closeWithdrawn(null);
  expect(asked.map((ids) => [...ids].sort())).toEqual([['e-anna', 'e-bob', 'e-carol']]);
  expect([anna.open, bob.open]).toEqual([false, true]);
  expect((await exchange.legs.contactsOf(['w-anna', 'w-bob', 'w-carol'])).map(({ userId }) => userId)).toEqual([
    'w-bob',
  ]);
  expect(exchange.store.rows.size).toBe(1);

  // The row is gone, and another page comes while it is being read.
  const newcomer = fakeDevice(exchange, 'anna');
  ha1sOf = async () => {
    await newcomer.register();
    return new Map();
  };
  await exchange.core.closeWithdrawn(null);
  expect([newcomer.open, bob.open]).toEqual([true, false]);
});

test('a device that arrives is told of, one that only says again where it is not', async () => {
  const exchange = fakeExchange();
  const arrived: string[] = [];
  const stop = exchange.legs.onContact(({ userId, media }) => arrived.push(`${userId} ${media}`));
  const anna = fakeDevice(exchange, 'anna');
  await anna.register([['Call-ID', 'same']]);
  expect(arrived).toEqual(['w-anna webrtc']);
  await anna.register([
    ['Call-ID', 'same'],
    ['CSeq', '10 REGISTER'],
  ]);
  expect(arrived).toHaveLength(1);
  anna.drop();
  const back = fakeDevice(exchange, 'anna');
  back.instance = anna.instance;
  await back.register();
  expect(arrived).toHaveLength(2);
  const desk = fakeDevice(exchange, 'bob', { transport: 'udp' });
  await desk.register();
  // After its restart a phone registers the same contact under another Call-ID.
  await desk.register();
  expect(arrived.slice(2)).toEqual(['w-bob rtp', 'w-bob rtp']);
  stop();
  await fakeDevice(exchange, 'carol').register();
  expect(arrived).toHaveLength(4);
});

test('a phone that sends from one port and listens on another is answered there, and called there', async () => {
  const exchange = fakeExchange();
  const listening = fakeDevice(exchange, 'anna', { transport: 'udp', address: '192.0.2.9', port: 5060 });
  const sending = fakeDevice(exchange, 'anna', { transport: 'udp', address: '192.0.2.9', port: 49_000 });
  sending.deaf = true;
  const send = (via: string) =>
    exchange.core.listener.onMessage(
      sending.flow,
      [
        'OPTIONS sip:server.example SIP/2.0',
        `Via: SIP/2.0/UDP ${via}`,
        'From: <sip:anna@server.example>;tag=a',
        'To: <sip:server.example>',
        `Call-ID: ${via}`,
        'CSeq: 1 OPTIONS',
        'Content-Length: 0',
        '',
        '',
      ].join('\r\n'),
    );
  send('192.0.2.9;branch=z9hG4bK1');
  send('192.0.2.9:5060;branch=z9hG4bK2');
  expect(listening.heardTexts.map((text) => text.slice(0, 11))).toEqual(['SIP/2.0 200', 'SIP/2.0 200']);
  // With rport (RFC 3581), or behind a NAT, only the port that it came from leads back.
  send('192.0.2.9:5060;branch=z9hG4bK3;rport');
  send('10.0.0.7:5060;branch=z9hG4bK4');
  await exchange.pass();
  expect(listening.heardTexts).toHaveLength(2);
  expect(sending.heardTexts.map((text) => text.slice(0, 11))).toEqual(['SIP/2.0 200', 'SIP/2.0 200']);
});

test('a browser that comes by a proxy is still a browser, and a phone that does is a phone', async () => {
  const exchange = fakeExchange();
  const viaProxy = fakeDevice(exchange, 'anna', { transport: 'udp' });
  const path: [string, string] = ['Path', '<sip:198.51.100.7;lr>'];
  const contact = (uri: string): [string, string] => ['Contact', `<${uri}>`];
  await viaProxy.sendAuthorized(
    viaProxy.build('REGISTER', 'anna', [contact('sip:anna@x.invalid;transport=ws'), path, ['Expires', '600']]),
  );
  const phone = fakeDevice(exchange, 'bob', { transport: 'udp' });
  await phone.sendAuthorized(phone.build('REGISTER', 'bob', [contact(phone.contact), path, ['Expires', '600']]));
  expect(await exchange.legs.contactsOf(['w-anna', 'w-bob'])).toMatchObject([
    { userId: 'w-anna', media: 'webrtc' },
    { userId: 'w-bob', media: 'rtp' },
  ]);
});
