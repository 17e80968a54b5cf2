import { expect, test } from 'vitest';
import { answering, type Direction, readFarAudio, writeAudio } from './sdp.ts';

test('what one person offers another can read', () => {
  for (const host of ['192.0.2.7', '2001:db8::7']) {
    const offer = writeAudio({ host, port: 4000, direction: 'sendonly' }, 7, 1);
    const far = readFarAudio(offer);
    expect(far).toEqual({ host, port: 4000, law: 'PCMU', keys: 101, direction: 'sendonly' });
  }
});

test('an answer takes over the first law that was offered and the number of the key presses', () => {
  const offer = [
    'v=0',
    'o=- 1 1 IN IP4 192.0.2.1',
    's=-',
    'c=IN IP4 192.0.2.1',
    't=0 0',
    'm=video 5000 RTP/AVP 96',
    'c=IN IP4 192.0.2.99',
    'm=audio 5002 RTP/AVP 111 8 0 96',
    'a=rtpmap:111 opus/48000/2',
    'a=rtpmap:96 telephone-event/8000',
    'a=inactive',
  ].join('\r\n');
  const far = readFarAudio(offer);
  expect(far).toEqual({ host: '192.0.2.1', port: 5002, law: 'PCMA', keys: 96, direction: 'inactive' });
  if (!far) throw new Error('not reached');
  const answer = writeAudio({ host: '192.0.2.2', port: 6000, direction: 'inactive', answers: far }, 1, 2);
  expect(answer).toContain('m=audio 6000 RTP/AVP 8 96\r\n');
});

test('audio that is refused or in a law nobody here speaks is none', () => {
  const offer = writeAudio({ host: '192.0.2.7', port: 4000, direction: 'sendrecv' }, 7, 1);
  expect(readFarAudio(offer.replace('m=audio 4000', 'm=audio 0'))).toBeUndefined();
  expect(readFarAudio(offer.replace('AVP 0 8 101', 'AVP 9 101'))).toBeUndefined();
  expect(readFarAudio('')).toBeUndefined();
});

test('an answer never sends what the other side does not hear', () => {
  const all: readonly Direction[] = ['sendrecv', 'sendonly', 'recvonly', 'inactive'];
  expect(all.map((far) => answering(far, 'sendrecv'))).toEqual(['sendrecv', 'recvonly', 'sendonly', 'inactive']);
  expect(all.map((far) => answering(far, 'sendonly'))).toEqual(['sendonly', 'inactive', 'sendonly', 'inactive']);
});
