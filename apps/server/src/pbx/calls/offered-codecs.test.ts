import { expect, test } from 'vitest';
import { offeredCodecs } from './offered-codecs.ts';

const sdp = (...lines: string[]) => ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 't=0 0', ...lines, ''].join('\r\n');

test('reads static and named payload types in the order of the offer', () => {
  const offer = sdp(
    'm=audio 4000 RTP/AVP 8 111 0 101',
    'a=rtpmap:111 OPUS/48000/2',
    'a=rtpmap:101 telephone-event/8000',
  );
  expect(offeredCodecs(offer)).toEqual(['PCMA', 'opus', 'PCMU']);
});

test('a payload type that is named means its name, whatever its number', () => {
  expect(offeredCodecs(sdp('m=audio 4000 RTP/AVP 0', 'a=rtpmap:0 G729/8000'))).toEqual([]);
});

test('codecs of other media lines do not count', () => {
  expect(offeredCodecs(sdp('m=video 4000 RTP/AVP 0', 'm=audio 4002 RTP/AVP 18', 'm=video 4004 RTP/AVP 8'))).toEqual([]);
});

test.each(['', 'rubbish', sdp('m=audio'), sdp('m=image 0 udptl t38')])('nothing usable gives nothing', (text) => {
  expect(offeredCodecs(text)).toEqual([]);
});
