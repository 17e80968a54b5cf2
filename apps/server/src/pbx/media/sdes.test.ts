import { expect, test } from 'vitest';
import { makeAnswer, makeOffer, newSession, type Session, takeAnswer, takeOffer } from './negotiation.ts';
import { readCrypto } from './sdes.ts';
import { readSdp } from './sdp.ts';
import type { LocalTransport } from './sdp-write.ts';

const theirs = 'WVNfX19zZW1jdGwgKCkgewkyMjA7fQp9CnVubGVz';
const keys = { AES_CM_128_HMAC_SHA1_80: 'A'.repeat(40), AES_CM_128_HMAC_SHA1_32: 'B'.repeat(40) };
const wire: LocalTransport = { address: '192.0.2.1', port: 16_000, srtpKeys: keys };
const session = (srtp: 'off' | 'offer' | 'require'): Session =>
  newSession('rtp', ['PCMU'], { sessionId: '77', ssrc: 5 }, srtp);
const media = (profile: string, ...crypto: string[]) => [
  `m=audio 4000 ${profile} 0`,
  ...crypto.map((line) => `a=crypto:${line}`),
];
const sdp = (...lines: string[]) =>
  `${['v=0', 'o=- 1 1 IN IP4 192.0.2.5', 's=-', 'c=IN IP4 192.0.2.5', 't=0 0', ...lines].join('\r\n')}\r\n`;
const line = (text: string, beginning: string) => text.split('\r\n').filter((each) => each.startsWith(beginning));
const eighty = `1 AES_CM_128_HMAC_SHA1_80 inline:${theirs}`;
const thirtyTwo = `2 AES_CM_128_HMAC_SHA1_32 inline:${theirs}`;

test.each([
  [eighty, { tag: 1, suite: 'AES_CM_128_HMAC_SHA1_80', key: theirs, mkiBytes: 0 }],
  [`1 AES_CM_128_HMAC_SHA1_32 inline:${theirs}|2^20|1:4`, { tag: 1, suite: 'AES_CM_128_HMAC_SHA1_32', mkiBytes: 4 }],
  [`9 AES_CM_128_HMAC_SHA1_80 inline:${theirs}|1:1 WSH=128`, { tag: 9, mkiBytes: 1 }],
  [`1 AES_CM_128_HMAC_SHA1_80 inline:${theirs}|2^31`, { mkiBytes: 0 }],
])('a crypto line that we can use: %s', (text, parts) => {
  expect(readCrypto(text)).toMatchObject(parts);
});

test.each([
  ['another suite', `1 AEAD_AES_256_GCM inline:${theirs}`],
  ['another suite', `1 F8_128_HMAC_SHA1_80 inline:${theirs}`],
  ['a key too short', `1 AES_CM_128_HMAC_SHA1_80 inline:${theirs.slice(1)}`],
  ['a key too long', `1 AES_CM_128_HMAC_SHA1_80 inline:${theirs}AAAA`],
  ['two keys', `1 AES_CM_128_HMAC_SHA1_80 inline:${theirs}|1:1;inline:${theirs}|2:1`],
  ['packets in the clear', `${eighty} UNENCRYPTED_SRTP`],
  ['no tag in packets', `${eighty} UNAUTHENTICATED_SRTP`],
  ['keys derived again', `${eighty} KDR=1`],
  ['a tag that is no number', `one AES_CM_128_HMAC_SHA1_80 inline:${theirs}`],
  ['an identifier of no length', `${eighty}|1:0`],
  ['nothing', ''],
])('a crypto line with %s is passed over', (_what, text) => {
  expect(readCrypto(text)).toBeUndefined();
});

test('the first usable line of an offer is answered with its tag and our key, in the profile of the offer', () => {
  for (const profile of ['RTP/SAVP', 'RTP/SAVPF', 'RTP/AVP']) {
    const offer = sdp(...media(profile, `5 AEAD_AES_256_GCM inline:${theirs}`, thirtyTwo, eighty));
    const [after, answer] = makeAnswer(takeOffer(session('offer'), offer), wire);
    expect(line(answer, 'm=')).toEqual([`m=audio 16000 ${profile} 0`]);
    expect(line(answer, 'a=crypto')).toEqual([
      `a=crypto:2 AES_CM_128_HMAC_SHA1_32 inline:${keys.AES_CM_128_HMAC_SHA1_32}`,
    ]);
    expect(after.far?.crypto).toEqual([{ tag: 2, suite: 'AES_CM_128_HMAC_SHA1_32', key: theirs, mkiBytes: 0 }]);
  }
});

test('of two audio lines the encrypted one is taken, the other refused in its place', () => {
  const offer = sdp(...media('RTP/AVP'), ...media('RTP/SAVP', eighty));
  const [, answer] = makeAnswer(takeOffer(session('offer'), offer), wire);
  expect(line(answer, 'm=')).toEqual(['m=audio 0 RTP/AVP 0', 'm=audio 16000 RTP/SAVP 0']);
});

test('what the policy of a leg takes and refuses', () => {
  const refuses = (srtp: 'off' | 'offer' | 'require', ...lines: string[]) => {
    try {
      const [, answer] = makeAnswer(takeOffer(session(srtp), sdp(...lines)), wire);
      return line(answer, 'a=crypto').length === 1 ? 'encrypted' : 'clear';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  const [clear, secure, either] = [media('RTP/AVP'), media('RTP/SAVP', eighty), media('RTP/AVP', eighty)];
  const unusable = media('RTP/SAVP', `1 AEAD_AES_256_GCM inline:${theirs}`);
  expect([clear, secure, either, unusable].map((lines) => refuses('off', ...lines))).toEqual([
    'clear',
    'NO_COMMON_CODEC',
    'clear',
    'NO_COMMON_CODEC',
  ]);
  expect([clear, secure, either, unusable].map((lines) => refuses('offer', ...lines))).toEqual([
    'clear',
    'encrypted',
    'encrypted',
    'NO_COMMON_CODEC',
  ]);
  expect([clear, secure, either, unusable].map((lines) => refuses('require', ...lines))).toEqual([
    'NO_COMMON_CODEC',
    'encrypted',
    'encrypted',
    'NO_COMMON_CODEC',
  ]);
});

test('an offer: none, both suites in a profile that everybody takes (RFC 8643), or no profile but the encrypted one', () => {
  const offer = (srtp: 'off' | 'offer' | 'require') => makeOffer(session(srtp), 'sendrecv', wire)[1];
  expect(line(offer('off'), 'a=crypto')).toEqual([]);
  expect(line(offer('offer'), 'm=')[0]).toContain(' RTP/AVP ');
  expect(line(offer('require'), 'm=')[0]).toContain(' RTP/SAVP ');
  for (const srtp of ['offer', 'require'] as const) {
    expect(line(offer(srtp), 'a=crypto')).toEqual([
      `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${keys.AES_CM_128_HMAC_SHA1_80}`,
      `a=crypto:2 AES_CM_128_HMAC_SHA1_32 inline:${keys.AES_CM_128_HMAC_SHA1_32}`,
    ]);
  }
});

test('an answer takes one of our lines; another one, or none where encryption is required, is refused', () => {
  const asked = (srtp: 'offer' | 'require') => makeOffer(session(srtp), 'sendrecv', wire)[0];
  const taken = takeAnswer(asked('offer'), sdp(...media('RTP/SAVP', thirtyTwo)));
  expect(taken.crypto).toEqual({ tag: 2, suite: 'AES_CM_128_HMAC_SHA1_32' });
  expect(takeAnswer(asked('offer'), sdp(...media('RTP/AVP'))).crypto).toBeUndefined();
  expect(() => takeAnswer(asked('require'), sdp(...media('RTP/AVP')))).toThrow(/encrypted/);
  const foreign = `2 AES_CM_128_HMAC_SHA1_80 inline:${theirs}`;
  expect(() => takeAnswer(asked('require'), sdp(...media('RTP/SAVP', foreign)))).toThrow(/crypto lines/);
});

test('later offers of ours name the line in use alone, and one who speaks in the clear is not asked again', () => {
  const secure = takeAnswer(makeOffer(session('offer'), 'sendrecv', wire)[0], sdp(...media('RTP/AVP', thirtyTwo)));
  const [, again] = makeOffer(secure, 'sendonly', wire);
  expect(line(again, 'a=crypto')).toEqual([
    `a=crypto:2 AES_CM_128_HMAC_SHA1_32 inline:${keys.AES_CM_128_HMAC_SHA1_32}`,
  ]);
  const clear = takeAnswer(makeOffer(session('offer'), 'sendrecv', wire)[0], sdp(...media('RTP/AVP')));
  expect(line(makeOffer(clear, 'sendonly', wire)[1], 'a=crypto')).toEqual([]);
});

test('a call that is encrypted stays so', () => {
  const [secure] = makeAnswer(takeOffer(session('offer'), sdp(...media('RTP/SAVP', eighty))), wire);
  expect(() => takeOffer(secure, sdp(...media('RTP/AVP')))).toThrow(/encrypted/);
  const [offered] = makeOffer(secure, 'sendonly', wire);
  expect(() => takeAnswer(offered, sdp(...media('RTP/AVP')))).toThrow(/encrypted/);
  const [held] = makeAnswer(takeOffer(secure, sdp(...media('RTP/SAVP', thirtyTwo, eighty), 'a=sendonly')), wire);
  expect(held.crypto).toEqual({ tag: 1, suite: 'AES_CM_128_HMAC_SHA1_80' });
});

test('a browser’s description has no crypto lines, whatever stands there', () => {
  expect(readSdp(sdp(...media('RTP/SAVP', eighty)), 'rtp', 'offer').crypto).toHaveLength(1);
  expect(readSdp(sdp(...media('RTP/AVP', eighty)), 'rtp').crypto).toEqual([]);
});
