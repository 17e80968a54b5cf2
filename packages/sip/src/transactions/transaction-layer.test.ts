import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deliver, notes, requestFor, twoEnds } from '../testing/two-ends.ts';

const startLines = (sent: readonly { text: string }[]) =>
  sent.map(({ text }) => text.split(' SIP')[0]?.split('\r\n')[0]);
const times = (sent: readonly { at: number }[]) => sent.map(({ at }) => at);

test('an INVITE into silence is repeated by timer A and given up by timer B', () => {
  const { clock, anna } = twoEnds({ loses: () => true });
  const heard = notes();
  anna.layer.request(requestFor('INVITE'), anna.hop, heard);
  clock.advance(60_000);
  expect(times(anna.sent)).toEqual([0, 500, 1500, 3500, 7500, 15_500, 31_500]);
  expect(heard.heard).toEqual(['timeout']);
  expect([anna.layer.size, clock.waiting]).toEqual([0, 0]);
});

test('any other request is repeated by timer E, at most every 4 s, and given up by timer F', () => {
  const { clock, anna } = twoEnds({ loses: () => true });
  const heard = notes();
  anna.layer.request(requestFor('OPTIONS'), anna.hop, heard);
  clock.advance(60_000);
  expect(times(anna.sent).slice(0, 6)).toEqual([0, 500, 1500, 3500, 7500, 11_500]);
  expect(heard.heard).toEqual(['timeout']);
});

test('a provisional response slows a request down to T2 and stops the repeating of an INVITE', () => {
  for (const [method, expected] of [
    ['INVITE', [0]],
    ['OPTIONS', [0, 4010, 8010]],
  ] as const) {
    const { clock, anna, bob } = twoEnds();
    bob.onRequest = (transaction) => transaction.reply(183);
    anna.layer.request(requestFor(method), anna.hop, notes());
    clock.advance(10_000);
    expect(times(anna.sent)).toEqual(expected);
  }
});

test('over a reliable transport nothing is repeated, and silence still ends', () => {
  const { clock, anna, bob } = twoEnds({ reliable: true });
  const heard = notes();
  anna.layer.request(requestFor('INVITE'), anna.hop, heard);
  clock.advance(100);
  bob.requests[0]?.reply(486);
  clock.advance(60_000);
  expect(startLines(anna.sent)).toEqual(['INVITE sip:bob@bob.example', 'ACK sip:bob@bob.example']);
  expect(heard.heard).toEqual([486]);
  expect([anna.layer.size, bob.layer.size, clock.waiting]).toEqual([0, 0, 0]);
});

test('an INVITE that nobody speaks to gets a 100 after 200 ms', () => {
  const { clock, anna, bob } = twoEnds();
  const heard = notes();
  anna.layer.request(requestFor('INVITE'), anna.hop, heard);
  clock.advance(250);
  expect(heard.heard).toEqual([100]);
  expect(times(bob.sent)).toEqual([205]);
});

test('a refusal is repeated until its ACK, which stays below the surface', () => {
  // The wire loses the first three refusals.
  const { clock, anna, bob } = twoEnds({ loses: (count) => count >= 1 && count <= 3 });
  const heard = notes();
  bob.onRequest = (transaction) => transaction.reply(486);
  anna.layer.request(requestFor('INVITE'), anna.hop, heard);
  clock.advance(100_000);
  expect(heard.heard).toEqual([486]);
  expect(bob.requests).toHaveLength(1);
  expect(bob.acks).toEqual([]);
  expect([anna.layer.size, bob.layer.size, clock.waiting]).toEqual([0, 0, 0]);
});

test('a lost ACK is sent again when the refusal comes again', () => {
  const { clock, anna, bob } = twoEnds({ loses: (count) => count === 2 });
  bob.onRequest = (transaction) => transaction.reply(603);
  anna.layer.request(requestFor('INVITE'), anna.hop, notes());
  clock.advance(3000);
  expect(startLines(anna.sent).slice(1)).toEqual(['ACK sip:bob@bob.example', 'ACK sip:bob@bob.example']);
  expect(bob.sent).toHaveLength(2);
});

test('the ACK of a 200 reaches the dialog, and a late copy of the INVITE starts no second call', () => {
  const { clock, anna, bob } = twoEnds();
  const heard = notes();
  bob.onRequest = (transaction) => transaction.reply(200);
  anna.layer.request(requestFor('INVITE'), anna.hop, heard);
  clock.advance(100);
  anna.layer.sendAck({ ...requestFor('ACK') }, anna.hop);
  deliver(anna.sent[0]?.text ?? '', bob);
  clock.advance(100);
  expect([bob.requests.length, bob.acks.length]).toEqual([1, 1]);
  clock.advance(40_000);
  expect([anna.layer.size, bob.layer.size, clock.waiting]).toEqual([0, 0, 0]);
});

test('every repeated 200 is heard, so that its ACK can be repeated', () => {
  const { clock, anna, bob } = twoEnds();
  const heard = notes();
  anna.layer.request(requestFor('INVITE'), anna.hop, heard);
  clock.advance(10);
  bob.requests[0]?.reply(200);
  clock.advance(500);
  bob.requests[0]?.reply(200);
  clock.advance(500);
  expect(heard.heard).toEqual([200, 200]);
});

test('CANCEL waits for the first provisional response and ends the INVITE with 487', () => {
  const { clock, anna, bob } = twoEnds();
  const heard = notes();
  const sent = anna.layer.request(requestFor('INVITE'), anna.hop, heard);
  sent.cancel([['Reason', 'SIP;cause=200;text="x"']]);
  clock.advance(50);
  expect(startLines(anna.sent)).toEqual(['INVITE sip:bob@bob.example']);
  bob.requests[0]?.reply(180);
  clock.advance(50);
  expect(startLines(anna.sent)).toEqual([
    'INVITE sip:bob@bob.example',
    'CANCEL sip:bob@bob.example',
    'ACK sip:bob@bob.example',
  ]);
  expect(heard.heard).toEqual([180, 487]);
  expect(bob.cancels[0]?.headers.get('Reason')).toContain('cause=200');
  clock.advance(60_000);
  expect([anna.layer.size, bob.layer.size, clock.waiting]).toEqual([0, 0, 0]);
});

test('an INVITE that is cancelled but never answered ends after 64·T1', () => {
  const { clock, anna } = twoEnds({ loses: (count) => count > 2 });
  const heard = notes();
  const sent = anna.layer.request(requestFor('INVITE'), anna.hop, heard);
  clock.advance(250);
  sent.cancel();
  clock.advance(40_000);
  expect(heard.heard).toEqual([100, 'timeout']);
  expect(anna.layer.size).toBe(0);
});

test('a CANCEL that matches nothing gets 481; one that comes too late changes nothing', () => {
  const { clock, anna, bob } = twoEnds();
  const heard = notes();
  anna.layer.request(requestFor('CANCEL'), anna.hop, heard);
  clock.advance(20);
  expect(heard.heard).toEqual([481]);
  bob.onRequest = (transaction) => transaction.reply(200);
  const sent = anna.layer.request(requestFor('INVITE'), anna.hop, notes());
  clock.advance(20);
  sent.cancel();
  clock.advance(20);
  expect(bob.cancels).toEqual([]);
});

const old = (method: string, cseq = 1) =>
  [
    `${method} sip:bob@bob.example SIP/2.0`,
    'Via: SIP/2.0/UDP anna.example:5060',
    'From: <sip:anna@anna.example>;tag=a',
    'To: <sip:bob@bob.example>',
    'Call-ID: c1',
    `CSeq: ${cseq} ${method}`,
    'Contact: <sip:anna@anna.example>',
    '',
    '',
  ].join('\r\n');

test('requests of RFC 2543 without a branch are distinguished by all the rest', () => {
  const { clock, bob } = twoEnds();
  deliver(old('INVITE'), bob);
  deliver(old('INVITE'), bob);
  expect(bob.requests).toHaveLength(1);
  deliver(old('CANCEL'), bob);
  expect(bob.cancels).toHaveLength(1);
  deliver(old('ACK'), bob);
  expect(bob.acks).toEqual([]);
  deliver(old('INVITE', 2), bob);
  expect(bob.requests).toHaveLength(2);
  expect(clock.waiting).toBeGreaterThan(0);
});

test('a lost connection fails what waits for an answer over it', () => {
  const { clock, anna } = twoEnds({ reliable: true });
  const heard = notes();
  anna.layer.request(requestFor('INVITE'), anna.hop, heard);
  anna.layer.hopLost(anna.hop);
  clock.advance(10);
  expect(heard.heard).toEqual(['unreachable']);
  expect(anna.layer.size).toBe(0);
});

test('a hop that cannot send fails the request, but not before the caller has it in hand', () => {
  const { clock, anna } = twoEnds();
  const heard = notes();
  const dead = { ...anna.hop, send: () => false };
  const sent = anna.layer.request(requestFor('INVITE'), dead, heard);
  sent.cancel();
  expect(heard.heard).toEqual([]);
  clock.advance(0);
  expect(heard.heard).toEqual(['unreachable']);
});

test('whatever a wire loses short of everything, each request is heard once and answered once, and everything is forgotten', () => {
  // Seven losses in a row are all seven sendings of an INVITE.
  const losses = fc.array(fc.boolean(), { maxLength: 6 });
  fc.assert(
    fc.property(losses, fc.constantFrom('INVITE', 'OPTIONS'), fc.constantFrom(200, 486), (lost, method, status) => {
      const { clock, anna, bob } = twoEnds({ loses: (count) => lost[count] ?? false });
      const heard = notes();
      bob.onRequest = (transaction) => {
        if (method === 'INVITE') transaction.reply(180);
        transaction.reply(status);
        // Stands in for the dialog, which repeats its 200.
        if (method === 'INVITE' && status === 200)
          for (const at of [500, 1500, 3500, 7500, 11_500, 15_500]) clock.after(at, () => transaction.reply(200));
      };
      anna.layer.request(requestFor(method), anna.hop, heard);
      clock.advance(200_000);
      expect(bob.requests).toHaveLength(1);
      expect(heard.heard).toContain(status);
      if (status === 486) expect(heard.heard.filter((one) => one === 486)).toHaveLength(1);
      expect([anna.layer.size, bob.layer.size, clock.waiting]).toEqual([0, 0, 0]);
    }),
    { numRuns: 300 },
  );
});
