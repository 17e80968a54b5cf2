import { HeaderFields } from '@sidetone/sip/messages/headers.ts';
import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import { parseMessage } from '@sidetone/sip/messages/parse.ts';
import { serializeMessage } from '@sidetone/sip/messages/serialize.ts';
import { describe, expect, test } from 'vitest';
import { inviteProofs, proofField } from './invite-proof.ts';

const secret = Buffer.from('what all carriers of the cell have');
const [one, two] = [
  { node: 'node-1', epoch: 3 },
  { node: 'node-2', epoch: 7 },
];
let now = 1_000_000_000_000;
const clock = () => now;
const sender = inviteProofs(one, secret, clock);

const invite = (): SipRequest => ({
  kind: 'request',
  method: 'INVITE',
  uri: 'sip:+4930555011@node-2',
  headers: new HeaderFields([
    ['Via', 'SIP/2.0/UDP 10.0.0.11;branch=z9hG4bK1'],
    ['Max-Forwards', '70'],
    ['From', '"Ä, \\"b\\"" <sip:+4940777@node-2>;tag=a'],
    ['To', '<sip:+4930555011@node-2>'],
    ['Call-ID', 'c1'],
    ['CSeq', '1 INVITE'],
    ['P-Asserted-Identity', '<sip:+4940777@node-2>'],
    ['Privacy', 'id'],
    ['X-Client-Correlation-Id', 'session'],
    ['Content-Type', 'application/sdp'],
  ]),
  body: 'v=0\r\n',
});
/** As it is read at the other side, signed unless the test says how. */
const arrived = (change: (request: SipRequest) => SipRequest | undefined = () => undefined, to = two): SipRequest => {
  const request = invite();
  request.headers.add(proofField, sender.sign(request, to));
  const parsed = parseMessage(serializeMessage(change(request) ?? request));
  if (parsed.kind !== 'message' || parsed.message.kind !== 'request') throw new Error(parsed.kind);
  return parsed.message;
};

describe('an INVITE of another node', () => {
  test('is proved once, also where CSeq and Via are others', () => {
    const receiver = inviteProofs(two, secret, clock);
    const request = arrived(({ headers }) => void headers.set('CSeq', '2 INVITE').set('Via', 'SIP/2.0/UDP 10.0.0.99'));
    expect(receiver.read(request)).toEqual({ node: 'node-1' });
    expect(receiver.read(request)).toBeUndefined();
  });

  test.each([
    ['From', '<sip:+49110@node-2>;tag=a'],
    ['To', '<sip:+4930555012@node-2>'],
    ['Call-ID', 'c2'],
    ['Max-Forwards', '71'],
    ['P-Asserted-Identity', '<sip:+49110@node-2>'],
    ['Privacy', 'none'],
    ['X-Client-Correlation-Id', 'another session'],
    ['Diversion', '<sip:+49110@node-2>'],
    ['Contact', '<sip:10.6.6.6>'],
  ])('is nobody’s with another %s', (name, value) => {
    const receiver = inviteProofs(two, secret, clock);
    expect(receiver.read(arrived(({ headers }) => void headers.set(name, value)))).toBeUndefined();
  });

  test('is nobody’s with another body, address, secret, receiver or a second proof', () => {
    const receiver = inviteProofs(two, secret, clock);
    for (const request of [
      arrived((whole) => ({ ...whole, body: 'v=1\r\n' })),
      arrived((whole) => ({ ...whole, uri: 'sip:+4930555012@node-2' })),
      arrived(undefined, { node: 'node-3', epoch: 7 }),
      arrived(({ headers }) => void headers.add(proofField, 'x.y')),
      arrived(({ headers }) => void headers.set(proofField, 'a'.repeat(5_000))),
      arrived(({ headers }) => void headers.remove(proofField)),
    ]) {
      expect(receiver.read(request)).toBeUndefined();
    }
    expect(inviteProofs(two, Buffer.from('a guess'), clock).read(arrived())).toBeUndefined();
  });

  test('is good for a minute, and for one carrier', () => {
    const request = arrived();
    now += 60_001;
    expect(inviteProofs(two, secret, clock).read(request)).toBeUndefined();
    now -= 1;
    expect(inviteProofs(two, secret, clock).read(request)).toEqual({ node: 'node-1' });
    expect(inviteProofs({ ...two, epoch: 8 }, secret, clock).read(arrived())).toBe('outlived');
  });

  test('is forgotten when it is worth nothing any longer, so that what is remembered stays small', () => {
    const receiver = inviteProofs(two, secret, clock);
    const request = arrived();
    expect(receiver.read(request)).toEqual({ node: 'node-1' });
    now += 30_000;
    expect(receiver.read(request)).toBeUndefined();
    now += 120_000;
    for (let turn = 0; turn < 3; turn += 1) expect(receiver.read(arrived())).toEqual({ node: 'node-1' });
    expect(receiver.read(request)).toBeUndefined();
  });
});
