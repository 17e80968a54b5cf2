import { expect, test } from 'vitest';
import {
  digestResponse,
  parseDigestChallenge,
  parseDigestCredentials,
  serializeDigestChallenge,
  serializeDigestCredentials,
} from './digest.ts';

const credentials = {
  username: 'anna',
  realm: 'side"tone',
  nonce: 'n',
  uri: 'sip:h',
  response: 'ab',
  qop: 'auth',
  cnonce: 'c',
  nc: '00000001',
};

test('credentials and challenges are read as they were written', () => {
  expect(parseDigestCredentials(serializeDigestCredentials(credentials))).toEqual({ ...credentials, algorithm: 'MD5' });
  const challenge = { realm: 'sidetone', nonce: 'n', qop: true, stale: true };
  expect(parseDigestChallenge(serializeDigestChallenge(challenge))).toEqual(challenge);
});

test.each(['Basic abc', 'Digest', 'Digest username="a"', ''])('%j is no digest', (value) => {
  expect(parseDigestCredentials(value)).toBeUndefined();
});

test('a challenge that MD5 cannot answer is left aside', () => {
  expect(parseDigestChallenge('Digest realm="x", nonce="y", algorithm=SHA-256')).toBeUndefined();
});

test('the response is made as RFC 2617 says, with and without qop', () => {
  const md5 = (text: string) => `(${text})`;
  expect(digestResponse(credentials, 'INVITE', 'HA1', md5)).toBe('(HA1:n:00000001:c:auth:(INVITE:sip:h))');
  expect(digestResponse({ nonce: 'n', uri: 'sip:h' }, 'INVITE', 'HA1', md5)).toBe('(HA1:n:(INVITE:sip:h))');
});

test('SHA-256 is read where it is known, and what is opaque is given back', () => {
  const challenge = parseDigestChallenge('Digest realm="x", nonce="y", algorithm=sha-256, opaque="z"', ['SHA-256']);
  expect(challenge).toMatchObject({ algorithm: 'SHA-256', opaque: 'z' });
  const written = serializeDigestCredentials({ ...credentials, algorithm: 'SHA-256', opaque: 'z' });
  expect(parseDigestCredentials(written)).toMatchObject({ algorithm: 'SHA-256', opaque: 'z' });
});
