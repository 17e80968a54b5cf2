import { serializeNameAddr } from '@sidetone/sip/grammar/name-addr.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answeredCall } from './testing/calls.ts';
import { answer, fakeDevice, offer } from './testing/fake-device.ts';
import { fakeExchange } from './testing/fake-exchange.ts';

const message = (method: string, body: string) =>
  [
    `${method} sip:200@server.example SIP/2.0`,
    'Via: SIP/2.0/UDP 127.0.0.1:30000;branch=z9hG4bKfuzz;rport',
    'Max-Forwards: 70',
    'From: "Anna" <sip:anna@server.example>;tag=a',
    'To: <sip:anna@server.example>',
    'Call-ID: fuzz',
    `CSeq: 1 ${method}`,
    'Contact: <sip:anna@127.0.0.1:30000>;+sip.instance="<urn:uuid:1>"',
    'Authorization: Digest username="anna", realm="sidetone", nonce="n", uri="sip:h", response="ab", qop=auth, nc=1, cnonce="c"',
    'Supported: 100rel, path',
    'Require: 100rel',
    'RAck: 1 1 INVITE',
    'Content-Type: application/sdp',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
const seeds = [
  ...['INVITE', 'REGISTER', 'OPTIONS', 'ACK', 'BYE', 'CANCEL', 'INFO', 'UPDATE', 'PRACK'].map((method) =>
    message(method, offer),
  ),
  message('INVITE', '').replace(/^INVITE \S+ SIP\/2\.0/, 'SIP/2.0 200 OK'),
];

const change = fc.oneof(
  fc.record({ at: fc.nat(900), length: fc.nat(40), fresh: fc.string({ maxLength: 12, unit: 'binary' }) }),
  fc.record({
    at: fc.nat(900),
    length: fc.constant(0),
    fresh: fc.constantFrom('\r\n', '\r\n\r\n', ',', ';', '"', '<', '>', '\0', '%', '@', ':'),
  }),
);
const apply = (seed: string, changes: readonly { at: number; length: number; fresh: string }[]) =>
  changes.reduce((text, { at, length, fresh }) => text.slice(0, at) + fresh + text.slice(at + length), seed);
const mutated = fc
  .tuple(fc.constantFrom(...seeds), fc.array(change, { maxLength: 5 }))
  .map(([seed, changes]) => apply(seed, changes));

test('no mutation of a valid message breaks anything, from a stranger or from a page that registered', async () => {
  const exchange = fakeExchange();
  const anna = fakeDevice(exchange, 'anna');
  const stranger = fakeDevice(exchange, 'bob', { transport: 'udp' });
  await anna.register();
  anna.deaf = true;
  stranger.deaf = true;
  await fc.assert(
    fc.asyncProperty(mutated, fc.boolean(), async (text, known) => {
      exchange.core.listener.onMessage((known ? anna : stranger).flow, text);
      await exchange.pass(1);
      const invited = exchange.facts.splice(0).find(({ type }) => type === 'invited');
      if (invited) exchange.legs.order({ do: 'refuse', legId: invited.legId, status: 486 });
      expect(exchange.errors).toEqual([]);
    }),
    { numRuns: 2000 },
  );
  // The exchange still works, and forgets everything.
  const carol = fakeDevice(exchange, 'carol');
  expect((await carol.register()).status).toBe(200);
  await exchange.pass(120_000);
  expect([exchange.core.book.size, exchange.core.transactions]).toEqual([0, 0]);
});

test('no mutation of a valid request inside a call breaks anything', async () => {
  const exchange = fakeExchange();
  const anna = fakeDevice(exchange, 'anna', { transport: 'udp' });
  await anna.register();
  let serial = 0;
  const inCall = async () => {
    const { legId, dialog } = await answeredCall(exchange, anna);
    anna.deaf = true;
    return { legId, dialog };
  };
  let call = await inCall();
  const methods = fc.constantFrom('REFER', 'UPDATE', 'INVITE', 'SUBSCRIBE', 'NOTIFY', 'INFO', 'PRACK', 'BYE');
  await fc.assert(
    fc.asyncProperty(methods, fc.array(change, { maxLength: 4 }), fc.boolean(), async (method, changes, agree) => {
      serial += 1;
      const { callId, local, remote } = call.dialog;
      const named = `${callId};to-tag=${remote.parameters.get('tag')};from-tag=${local.parameters.get('tag')}`;
      const lines = [
        `${method} sip:server.example SIP/2.0`,
        `Via: SIP/2.0/UDP 127.0.0.1:30000;branch=z9hG4bKin${serial};rport`,
        `From: ${serializeNameAddr(local)}`,
        `To: ${serializeNameAddr(remote)}`,
        `Call-ID: ${callId}`,
        `CSeq: ${serial + 100} ${method}`,
        `Contact: <${anna.contact}>`,
        `Refer-To: <sip:300@server.example;x=y?Replaces=${encodeURIComponent(named)}&A=b>`,
        `Replaces: ${named};early-only`,
        'Session-Expires: 1800;refresher=uac',
        'Min-SE: 90',
        'Supported: timer, replaces',
        'Refer-Sub: false',
        'Event: dialog;id=1',
        'Expires: 600',
        'Allow: INVITE, UPDATE',
        'RAck: 1 1 INVITE',
        'Content-Type: application/sdp',
      ];
      exchange.core.listener.onMessage(anna.flow, apply([...lines, '', offer].join('\r\n'), changes));
      await exchange.pass(1);
      for (const fact of exchange.facts.splice(0)) {
        const { legId } = fact;
        if (fact.type === 'referred') {
          const { referId } = fact;
          const order = agree ? { do: 'acceptRefer' as const } : { do: 'refuseRefer' as const, status: 403 };
          exchange.legs.order({ ...order, legId, referId });
          exchange.legs.order({ do: 'notifyRefer', legId, referId, status: 200, phrase: 'OK' });
        } else if (fact.type === 'reoffered') {
          exchange.legs.order(
            agree ? { do: 'answerReoffer', legId, sdp: answer } : { do: 'refuseReoffer', legId, status: 488 },
          );
        }
      }
      await exchange.pass(1);
      expect(exchange.errors).toEqual([]);
      if (exchange.core.book.ofUser('w-anna').length === 0) {
        anna.deaf = false;
        call = await inCall();
      }
    }),
    { numRuns: 1000 },
  );
  exchange.legs.order({ do: 'bye', legId: call.legId });
  await exchange.pass(4_000_000);
  expect([exchange.core.book.size, exchange.core.transactions, exchange.errors]).toEqual([0, 0, []]);
});

test('no mutation of what a registrar says breaks anything', async () => {
  const phone = {
    phoneId: 'f1',
    accountId: 's1',
    userId: 'wanna',
    username: 'line-1',
    authUsername: null,
    password: 'secret',
    registrar: '127.0.0.1:5070',
    outboundProxy: null,
    callerId: null,
    contactToken: 'token',
    syncs: 0,
    reaches: 'everywhere' as const,
  };
  const told: (string | null)[] = [];
  const exchange = fakeExchange({
    phones: {
      all: async () => [phone],
      byId: async () => phone,
      mayReach: () => true,
      stateChanged: async (_id, _state, failure) => void told.push(failure),
    },
  });
  const registrar = fakeDevice(exchange, 'registrar', { transport: 'udp', port: 5070 });
  registrar.deaf = true;
  await exchange.core.phones?.load();
  await exchange.pass(10);
  const lines = fc.constantFrom(
    ['SIP/2.0 200 OK', 'Contact: <sip:token@server.example>;expires=90', 'Service-Route: <sip:proxy;lr>'],
    ['SIP/2.0 401 Unauthorized', 'WWW-Authenticate: Digest realm="r", nonce="n", algorithm=SHA-256, qop="auth"'],
    ['SIP/2.0 407 Proxy', 'Proxy-Authenticate: Digest realm="r", nonce="n", stale=true, opaque="o"'],
    ['SIP/2.0 423 Interval Too Brief', 'Min-Expires: 700'],
    ['SIP/2.0 503 Later', 'Retry-After: 120 (busy);duration=5'],
  );
  await fc.assert(
    fc.asyncProperty(lines, fc.array(change, { maxLength: 3 }), async ([status = '', ...fields], changes) => {
      const asked = registrar.heardTexts.findLast((text) => text.startsWith('REGISTER ')) ?? '';
      const same = asked.split('\r\n').filter((line) => /^(Via|From|To|Call-ID|CSeq):/.test(line));
      const text = [status, ...fields, ...same, 'Content-Length: 0', '', ''].join('\r\n');
      exchange.core.listener.onMessage(registrar.flow, apply(text, changes));
      await exchange.pass(400_000);
      expect(exchange.errors).toEqual([]);
    }),
    { numRuns: 300 },
  );
  expect(told.some((failure) => failure?.includes('secret'))).toBe(false);
  const before = registrar.heardTexts.length;
  await exchange.pass(25 * 60 * 60_000);
  // It goes on trying, and not in a flood.
  expect(registrar.heardTexts.length - before).toBeGreaterThan(5);
  expect(registrar.heardTexts.length - before).toBeLessThan(25 * 2500);
});

test.each([
  ['CSeq: 1 INVITE\r\n', '', 400, 'Bad CSeq'],
  ['Call-ID: fuzz', 'Call-ID:', 400, 'Bad Call-ID'],
  ['Max-Forwards: 70', 'Max-Forwards: many', 400, 'Bad Max-Forwards'],
  ['sip:200@server.example SIP', 'mailto:200@server.example SIP', 416, 'Unsupported URI Scheme'],
  ['SIP/2.0\r\n', 'SIP/3.0\r\n', 505, 'Version Not Supported'],
])('a request whose %j became %j gets %i %s', (found, replaced, status, phrase) => {
  const exchange = fakeExchange();
  const stranger = fakeDevice(exchange, 'bob', { transport: 'udp' });
  stranger.deaf = true;
  exchange.core.listener.onMessage(stranger.flow, message('INVITE', '').replace(found, replaced));
  expect(stranger.heardTexts[0]).toMatch(new RegExp(`^SIP/2\\.0 ${status} ${phrase}\r\n`));
});
