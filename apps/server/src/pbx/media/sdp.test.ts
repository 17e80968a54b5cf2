import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MediaError } from './media.ts';
import { isIp, readSdp } from './sdp.ts';

const fingerprint = `sha-256 ${Array.from({ length: 32 }, () => '0F').join(':')}`;

/** What Chromium offers through JsSIP, with a camera nobody asked for. */
const chromium = [
  'v=0',
  'o=- 4611731400430051336 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0 1',
  'a=extmap-allow-mixed',
  'a=msid-semantic: WMS stream',
  'm=audio 50000 UDP/TLS/RTP/SAVPF 111 63 9 0 8 13 110 126',
  'c=IN IP4 192.168.1.7',
  'a=rtcp:9 IN IP4 0.0.0.0',
  'a=candidate:1 1 udp 2122260223 1b7f3c12-aaaa-bbbb-cccc-0123456789ab.local 50000 typ host generation 0',
  'a=candidate:2 1 udp 1686052607 203.0.113.9 50001 typ srflx raddr 0.0.0.0 rport 0 generation 0',
  'a=candidate:3 1 tcp 1518280447 192.168.1.7 9 typ host tcptype active',
  'a=candidate:4 2 udp 2122260222 192.168.1.7 50002 typ host',
  'a=ice-ufrag:hR7u',
  'a=ice-pwd:0123456789abcdefghijklmn',
  'a=ice-options:trickle',
  `a=fingerprint:${fingerprint}`,
  'a=setup:actpass',
  'a=mid:0',
  'a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level',
  'a=sendrecv',
  'a=msid:stream track',
  'a=rtcp-mux',
  'a=rtpmap:111 opus/48000/2',
  'a=fmtp:111 minptime=10;useinbandfec=1',
  'a=rtpmap:63 red/48000/2',
  'a=rtpmap:9 G722/8000',
  'a=rtpmap:0 PCMU/8000',
  'a=rtpmap:8 PCMA/8000',
  'a=rtpmap:13 CN/8000',
  'a=rtpmap:110 telephone-event/48000',
  'a=rtpmap:126 telephone-event/8000',
  'a=ssrc:3735928559 cname:abc',
  'm=video 9 UDP/TLS/RTP/SAVPF 96',
  'a=mid:1',
  'a=rtpmap:96 VP8/90000',
  '',
].join('\r\n');

const phone = (audio: readonly string[], connection = 'c=IN IP4 192.0.2.5') =>
  ['v=0', 'o=- 1 1 IN IP4 192.0.2.5', 's=-', connection, 't=0 0', ...audio, ''].join('\r\n');

const codeOf = (work: () => unknown) => {
  try {
    work();
    return 'fine';
  } catch (error) {
    return error instanceof MediaError ? error.code : error;
  }
};

test('an offer of Chromium tells its codecs, keys and the one candidate of use', () => {
  const read = readSdp(chromium, 'webrtc');
  expect(read.codecs).toEqual([
    { codec: 'opus', payloadType: 111 },
    { codec: 'G722', payloadType: 9 },
    { codec: 'PCMU', payloadType: 0 },
    { codec: 'PCMA', payloadType: 8 },
  ]);
  expect(read.telephoneEvents).toEqual([
    { payloadType: 110, clock: 48_000 },
    { payloadType: 126, clock: 8000 },
  ]);
  expect(read.candidates).toEqual(['candidate:2 1 UDP 1686052607 203.0.113.9 50001 typ srflx']);
  expect(read.ice).toEqual({ ufrag: 'hR7u', password: '0123456789abcdefghijklmn', fingerprint, setup: 'actpass' });
  expect(read.media.map((media) => media.type)).toEqual(['audio', 'video']);
  expect([read.mid, read.bundled, read.direction]).toEqual(['0', true, 'sendrecv']);
});

test('a phone needs no rtpmap for the two static codecs, and its directions are heard wherever they stand', () => {
  const read = readSdp(
    phone(['a=sendonly', 'm=audio 4000 RTP/AVP 8 0 101', 'a=rtpmap:101 telephone-event/8000']),
    'rtp',
  );
  expect(read.codecs.map((entry) => entry.codec)).toEqual(['PCMA', 'PCMU']);
  expect([read.address, read.port, read.direction]).toEqual(['192.0.2.5', 4000, 'sendonly']);
  expect(read.rtcp).toEqual({ address: '192.0.2.5', port: 4001 });
  const six = readSdp(
    phone(['m=audio 4000 RTP/AVP 0', 'a=rtcp:5000 IN IP6 2001:db8::9'], 'c=IN IP6 2001:db8::1'),
    'rtp',
  );
  expect([six.address, six.rtcp]).toEqual(['2001:db8::1', { address: '2001:db8::9', port: 5000 }]);
});

test('what is malformed is told as BAD_SDP, what we cannot speak as NO_COMMON_CODEC', () => {
  const bad: readonly string[] = [
    '',
    'hello',
    chromium.replace('v=0', 'v=1'),
    chromium.replace('m=audio 50000', 'm=audio 99999'),
    chromium.replace('m=audio 50000', 'm=audio -1'),
    chromium.replace(/a=ice-pwd.*\r\n/, ''),
    chromium.replace(/a=fingerprint.*\r\n/, 'a=fingerprint:sha-256 00\r\n'),
    chromium.replace('setup:actpass', 'setup:whatever'),
    chromium.replace('a=mid:0', 'a=mid:a b\u0000'),
    chromium.replace('a=rtpmap:111 opus/48000/2', 'a=rtpmap:x'),
    chromium.replace('111 63 9', '111 999 9'),
    `${chromium}${'a=x\r\n'.repeat(20_000)}`,
  ];
  expect(bad.map((text) => codeOf(() => readSdp(text, 'webrtc')))).toEqual(bad.map(() => 'BAD_SDP'));
  const badPhones = [
    phone(['m=audio 4000 RTP/AVP 0'], 'c=IN IP4 phone.example'),
    phone(['m=audio 4000 RTP/AVP 0'], 's='),
  ];
  expect(badPhones.map((text) => codeOf(() => readSdp(text, 'rtp')))).toEqual(['BAD_SDP', 'BAD_SDP']);
  expect(codeOf(() => readSdp(chromium, 'rtp'))).toBe('NO_COMMON_CODEC');
  expect(codeOf(() => readSdp(phone(['m=video 4000 RTP/AVP 31']), 'rtp'))).toBe('NO_COMMON_CODEC');
  expect(codeOf(() => readSdp(phone(['m=audio 0 RTP/AVP 0']), 'rtp'))).toBe('NO_COMMON_CODEC');
});

test('whatever comes in, reading gives a description or a MediaError', () => {
  const lines = chromium.split('\r\n');
  const junk = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(...lines),
    fc.constantFrom('m=audio', 'a=', '='),
  );
  const edits = fc.array(fc.tuple(fc.nat(lines.length), fc.nat(2), junk), { minLength: 1, maxLength: 8 });
  const cut = fc.tuple(fc.nat(chromium.length), fc.nat(40), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(edits, cut, fc.constantFrom('webrtc' as const, 'rtp' as const), (changes, [at, length, text], kind) => {
      const changed = [...lines];
      for (const [index, remove, line] of changes) changed.splice(index, remove, line);
      const edited = changed.join('\r\n');
      const torn = chromium.slice(0, at) + text + chromium.slice(at + length);
      for (const sdp of [edited, torn, text]) {
        expect(['fine', 'BAD_SDP', 'NO_COMMON_CODEC']).toContain(codeOf(() => readSdp(sdp, kind)));
      }
    }),
    { numRuns: 2000 },
  );
});

test('addresses are told from names', () => {
  expect(['127.0.0.1', '::1', '2001:db8::5', '::ffff:192.0.2.1'].map(isIp)).toEqual([true, true, true, true]);
  expect(['256.1.1.1', 'host.local', '1.2.3', ':::', 'fe80::1%eth0', '', 'dead'].map(isIp)).toEqual(
    Array(7).fill(false),
  );
});
