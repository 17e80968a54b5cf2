import { expect, test } from 'vitest';
import type { Codec, Direction } from './media.ts';
import {
  makeAnswer,
  makeOffer,
  newSession,
  restartsIce,
  type Session,
  takeAnswer,
  takeOffer,
  within,
} from './negotiation.ts';
import { readSdp } from './sdp.ts';
import type { LocalTransport } from './sdp-write.ts';

const wire: LocalTransport = { address: '192.0.2.1', port: 16_000 };
const ice = (ufrag: string, setup: 'active' | 'actpass' = 'active'): LocalTransport => ({
  address: '192.0.2.1',
  port: 8090,
  ice: {
    ufrag,
    password: '0123456789abcdefghijklmn',
    fingerprint: `sha-256 ${Array.from({ length: 32 }, () => '0F').join(':')}`,
    setup,
  },
  candidates: ['candidate:1 1 UDP 2130706431 192.0.2.1 8090 typ host'],
});
const session = (kind: 'webrtc' | 'rtp', codecs: readonly Codec[] = ['opus', 'PCMU', 'PCMA']) =>
  newSession(kind, codecs, { sessionId: '77', ssrc: 5 });

const phoneOffer = (payloadTypes: string, lines: readonly string[] = [], address = '192.0.2.5') =>
  `${['v=0', 'o=- 1 1 IN IP4 192.0.2.5', 's=-', `c=IN IP4 ${address}`, 't=0 0', `m=audio 4000 RTP/AVP ${payloadTypes}`, ...lines].join('\r\n')}\r\n`;
const events = ['a=rtpmap:101 telephone-event/8000', 'a=rtpmap:96 opus/48000/2', 'a=rtpmap:102 telephone-event/48000'];

const line = (sdp: string, beginning: string) => sdp.split('\r\n').find((each) => each.startsWith(beginning));

test('our best codec that was offered is chosen, with its number and the telephone-event of its clock', () => {
  const [, opus] = makeAnswer(takeOffer(session('rtp'), phoneOffer('8 0 96 101 102', events)), wire);
  expect(line(opus, 'm=')).toBe('m=audio 16000 RTP/AVP 96 102');
  const [, law] = makeAnswer(takeOffer(session('rtp', ['PCMU', 'PCMA']), phoneOffer('8 0 96 101 102', events)), wire);
  expect(line(law, 'm=')).toBe('m=audio 16000 RTP/AVP 0 101');
  expect(() => takeOffer(session('rtp', ['opus']), phoneOffer('8 0'))).toThrow(/none of our codecs/);
});

test('a phone that offers no telephone-event is heard in G.711, where key tones are the surest', () => {
  const wide = () => session('rtp', ['G722', 'PCMU', 'PCMA']);
  const codecOf = (from: Session, sdp: string) => takeOffer(from, sdp).agreed?.codec;
  expect(codecOf(wide(), phoneOffer('9 8 0 101', events))).toBe('G722');
  expect(codecOf(wide(), phoneOffer('9 8'))).toBe('PCMA');
  expect(codecOf(wide(), phoneOffer('9'))).toBe('G722');
  // A call in G.722 stays in it.
  expect(codecOf(takeOffer(wide(), phoneOffer('9 8 101', events)), phoneOffer('9 8'))).toBe('G722');
});

test('each description raises the version under the same session id', () => {
  let state: Session = takeOffer(session('rtp'), phoneOffer('0'));
  const sdps: string[] = [];
  for (const next of ['answer', 'offer', 'answer'] as const) {
    const [after, sdp] = next === 'answer' ? makeAnswer(state, wire) : makeOffer(state, 'sendonly', wire);
    state = after;
    sdps.push(sdp);
  }
  expect(sdps.map((sdp) => line(sdp, 'o='))).toEqual([1, 2, 3].map((version) => `o=- 77 ${version} IN IP4 192.0.2.1`));
});

test('a later offer of ours names the agreed codec alone, with the number it has', () => {
  const agreed = takeOffer(session('rtp'), phoneOffer('96 101 102', events));
  const [, sdp] = makeOffer(makeAnswer(agreed, wire)[0], 'inactive', wire);
  expect(line(sdp, 'm=')).toBe('m=audio 16000 RTP/AVP 96 102');
  expect(sdp).toContain('a=inactive\r\n');
});

test('an answer is taken with its own numbers, and ours are heard too', () => {
  const [offered] = makeOffer(session('rtp'), 'sendrecv', wire);
  const { agreed } = takeAnswer(offered, phoneOffer('109 101', ['a=rtpmap:109 opus/48000/2', ...events]));
  expect([agreed?.codec, agreed?.sendPayloadType]).toEqual(['opus', 109]);
  expect(agreed?.receive.get(111)).toBe('opus');
  expect(agreed?.receive.get(109)).toBe('opus');
  expect(agreed?.receiveEvents.get(101)).toBe(8000);
  expect(() => takeAnswer(offered, phoneOffer('18'))).toThrow(/none of the offered/);
});

test('every pair of directions meets in what both allow', () => {
  const table: Record<Direction, Record<Direction, Direction>> = {
    sendrecv: { sendrecv: 'sendrecv', sendonly: 'recvonly', recvonly: 'sendonly', inactive: 'inactive' },
    sendonly: { sendrecv: 'sendonly', sendonly: 'inactive', recvonly: 'sendonly', inactive: 'inactive' },
    recvonly: { sendrecv: 'recvonly', sendonly: 'recvonly', recvonly: 'inactive', inactive: 'inactive' },
    inactive: { sendrecv: 'inactive', sendonly: 'inactive', recvonly: 'inactive', inactive: 'inactive' },
  };
  const all = Object.keys(table) as Direction[];
  for (const wanted of all)
    for (const far of all) expect([wanted, far, within(wanted, far)]).toEqual([wanted, far, table[wanted][far]]);
});

test('a phone that holds by address 0.0.0.0 is sent nothing', () => {
  const { agreed } = takeOffer(session('rtp'), phoneOffer('0', [], '0.0.0.0'));
  expect([agreed?.farDirection, agreed?.maySend, agreed?.mayReceive]).toEqual(['sendonly', false, true]);
});

test('other media lines are refused in their places, in offers of ours too', () => {
  const offer = [
    phoneOffer('0').trimEnd(),
    'm=video 5000 RTP/AVP 96',
    'a=rtpmap:96 VP8/90000',
    'm=image 6000 udptl t38',
    '',
  ].join('\r\n');
  const [answered, answer] = makeAnswer(takeOffer(session('rtp'), offer), wire);
  expect(answer.match(/^m=.*$/gm)).toEqual(['m=audio 16000 RTP/AVP 0', 'm=video 0 RTP/AVP 0', 'm=image 0 udptl 0']);
  expect(makeOffer(answered, 'sendrecv', wire)[1].match(/^m=/gm)).toHaveLength(3);
});

test('two of us understand each other over WebRTC, and new credentials restart ICE', () => {
  const [caller, offer] = makeOffer(session('webrtc'), 'sendrecv', ice('aaaa', 'actpass'));
  const [callee, answer] = makeAnswer(takeOffer(session('webrtc'), offer), ice('bbbb'));
  const joined = takeAnswer(caller, answer);
  expect([joined.agreed?.codec, callee.agreed?.codec]).toEqual(['opus', 'opus']);
  expect(joined.agreed?.telephoneEvent?.clock).toBe(48_000);
  expect(answer).toContain('a=group:BUNDLE 0\r\n');
  expect(readSdp(answer, 'webrtc').candidates).toHaveLength(1);
  const [, again] = makeOffer(joined, 'sendrecv', ice('cccc', 'actpass'));
  const before = callee.far;
  expect(restartsIce(before, readSdp(again, 'webrtc'))).toBe(true);
  expect(restartsIce(before, readSdp(offer, 'webrtc'))).toBe(false);
  expect(() => takeAnswer(caller, answer.replace('setup:active', 'setup:actpass'))).toThrow(/DTLS role/);
});
