import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callIdOf, responseTo } from './message.ts';
import { parseMessage } from './parse.ts';
import { serializeMessage, utf8Length } from './serialize.ts';

const invite = [
  'INVITE sip:200@example.org SIP/2.0',
  'Via: SIP/2.0/WS abc.invalid;branch=z9hG4bK1, SIP/2.0/UDP 10.0.0.1;branch=z9hG4bK0',
  'Max-Forwards: 69',
  'f: "Änna" <sip:anna@example.org>;tag=a',
  'To: <sip:200@example.org>',
  'i: call-1',
  'CSeq: 7 INVITE',
  'Subject: one',
  '  two',
  'Contact: <sip:anna@abc.invalid;transport=ws>',
  'Content-Type: application/sdp',
  'Content-Length: 6',
  '',
  'v=0\r\nä',
].join('\r\n');

const without = (line: RegExp) =>
  invite
    .split('\r\n')
    .filter((one) => !line.test(one))
    .join('\r\n');

/** The phrase of the refusal, the kind of anything else. */
const verdict = (text: string): string => {
  const parsed = parseMessage(text);
  return parsed.kind === 'refusal' ? `${parsed.status} ${parsed.phrase}` : parsed.kind;
};

test('compact forms, folded lines, lists and UTF-8 bodies are read', () => {
  const parsed = parseMessage(invite.replace('6\r\n\r\n', '7\r\n\r\n'));
  if (parsed.kind !== 'message' || parsed.message.kind !== 'request') throw new Error(parsed.kind);
  const { headers, body } = parsed.message;
  expect(callIdOf(parsed.message)).toBe('call-1');
  expect(headers.list('Via')).toHaveLength(2);
  expect(headers.get('Subject')).toBe('one two');
  expect(body).toBe('v=0\r\nä');
});

test('what is written is read again, with its length in bytes', () => {
  const parsed = parseMessage(invite.replace('6\r\n\r\n', '7\r\n\r\n'));
  if (parsed.kind !== 'message') throw new Error(parsed.kind);
  const text = serializeMessage(parsed.message);
  expect(text).toContain('Content-Length: 7\r\n');
  expect(parseMessage(text)).toEqual(parsed);
});

test.each([
  [without(/^CSeq/), '400 Bad CSeq'],
  [without(/^f:/), '400 Bad From'],
  [without(/^To/), '400 Bad To'],
  [without(/^i:/), '400 Bad Call-ID'],
  [without(/^Via/), 'garbage'],
  [invite.replace('7 INVITE', '7 BYE'), '400 Bad CSeq Method'],
  [invite.replace('7 INVITE', '4294967296 INVITE'), '400 Bad CSeq'],
  [invite.replace('i: call-1', 'i: call-1\r\nCall-ID: call-2'), '400 Bad Call-ID'],
  [invite.replace('Subject: one', 'Subject'), '400 Bad header field'],
  [invite.replace('Max-Forwards: 69', 'Max-Forwards: 256'), '400 Bad Max-Forwards'],
  [invite.replace('Content-Length: 6', 'Content-Length: 60'), '400 Bad Content-Length'],
  [invite.replace('Content-Length: 6', 'Content-Length: -6'), '400 Bad Content-Length'],
  [invite.replace('<sip:anna@abc.invalid;transport=ws>', '<sip:anna'), '400 Bad Contact'],
  [invite.replace('sip:200@example.org SIP', 'sip:@ SIP'), '400 Bad Request-URI'],
  [invite.replace('sip:200@example.org SIP', 'nobody SIP'), '400 Bad Request-URI'],
  [invite.replace('sip:200@example.org SIP', 'http://example.org SIP'), '416 Unsupported URI Scheme'],
  [invite.replace('SIP/2.0\r\n', 'SIP/7.0\r\n'), '505 Version Not Supported'],
  [invite.replaceAll('INVITE', 'ACK').replace('7 ACK', 'x ACK'), 'garbage'],
  ['GET / HTTP/1.1\r\nHost: x\r\n\r\n', 'garbage'],
  ['SIP/2.0 200 OK\r\n\r\n', 'garbage'],
  ['SIP/2.0 999 OK\r\n\r\n', 'garbage'],
  ['\r\n\r\n', 'garbage'],
  [`${invite.split('\r\n\r\n')[0]}\r\n${'A: b\r\n'.repeat(300)}\r\n`, '513 Message Too Large'],
  [invite.replace('one', 'x'.repeat(9000)), '513 Message Too Large'],
  [invite.replaceAll('INVITE', 'ACK').replace('one', 'x'.repeat(9000)), 'garbage'],
  [
    invite.replace('SIP/2.0', `SIP/2.0\r\n${'Via: SIP/2.0/UDP h;branch=z9hG4bKx\r\n'.repeat(1000)}X: y`),
    '513 Message Too Large',
  ],
  [`INVITE sip:200@h SIP/2.0\r\n${'A: b\r\n'.repeat(300)}\r\n`, 'garbage'],
  ['x'.repeat(70_000), 'garbage'],
])('case %#: a broken message gets its verdict', (text, wanted) => {
  expect(verdict(text)).toBe(wanted);
});

test('a surplus behind Content-Length is dropped, on the border of a character', () => {
  const parsed = parseMessage(invite);
  expect(parsed.kind === 'message' && parsed.message.body).toBe('v=0\r\n');
});

test('the length of a text is that of its UTF-8', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const percent = encodeURIComponent(text).replace(/%[0-9A-F]{2}/g, '.');
      expect(utf8Length(text)).toBe(percent.length);
    }),
    { numRuns: 500 },
  );
});

test('no run of spaces, colons or quotes makes the parser slow', () => {
  const start = Date.now();
  for (const filler of [' ', ':', ';', '"', '<', ',', '\\"', ' :', '%', '[']) {
    const long = filler.repeat(8000 / filler.length);
    for (const place of ['abc.invalid', 'Änna', 'sip:anna@example.org', 'call-1', 'one', '7 INVITE', '69']) {
      parseMessage(invite.replace(place, `a${long}b`));
    }
  }
  expect(Date.now() - start).toBeLessThan(2000);
});

const mutated = fc
  .tuple(
    fc.array(fc.tuple(fc.nat(invite.length), fc.nat(12), fc.string({ maxLength: 8, unit: 'binary' })), {
      maxLength: 6,
    }),
    fc.boolean(),
  )
  .map(([changes, cut]) => {
    let text = invite;
    for (const [at, length, fresh] of changes) text = text.slice(0, at) + fresh + text.slice(at + length);
    return cut ? text.slice(0, Math.floor(text.length / 2)) : text;
  });

test('no mutation of a message breaks the parser, and whatever it lets through can be answered', () => {
  fc.assert(
    fc.property(mutated, (text) => {
      const parsed = parseMessage(text);
      if (parsed.kind === 'garbage') return;
      const request = parsed.kind === 'refusal' ? parsed.request : parsed.message;
      const again = parseMessage(serializeMessage(request));
      if (parsed.kind === 'message') expect(again.kind).toBe('message');
      if (request.kind !== 'request') return;
      const answer = serializeMessage(responseTo(request, 400, { toTag: 'x' }));
      if (parsed.kind === 'message') expect(parseMessage(answer).kind).toBe('message');
    }),
    { numRuns: 3000 },
  );
});
