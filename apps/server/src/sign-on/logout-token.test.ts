import { expect, test } from 'vitest';
import { endedSession, isFor } from './logout-token.ts';

const event = 'http://schemas.openid.net/event/backchannel-logout';
const good = { sub: 'u1', sid: 's1', jti: 'j1', events: { [event]: {} } };
const typ = 'logout+jwt';

test('a logout token names a user, a session or both', () => {
  expect(endedSession(good, { typ })).toEqual({ subject: 'u1', sid: 's1', tokenId: 'j1' });
  const { sub: _sub, ...ofSession } = good;
  expect(endedSession(ofSession, {})).toEqual({ subject: null, sid: 's1', tokenId: 'j1' });
  const { sid: _sid, ...ofUser } = good;
  expect(endedSession(ofUser, { typ: 'JWT' })).toEqual({ subject: 'u1', sid: null, tokenId: 'j1' });
});

test.each([
  ['an ID token', { ...good, nonce: 'n' }, typ],
  ['a nonce of null', { ...good, nonce: null }, typ],
  ['no event', { ...good, events: {} }, typ],
  ['another event', { ...good, events: { 'http://other.example/event': {} } }, typ],
  ['an event that is no object', { ...good, events: { [event]: true } }, typ],
  ['nobody', { jti: 'j1', events: { [event]: {} } }, typ],
  ['no id', { sub: 'u1', events: { [event]: {} } }, typ],
  ['a long id', { ...good, jti: 'j'.repeat(256) }, typ],
  ['an access token', good, 'at+jwt'],
  ['a security event', good, 'secevent+jwt'],
])('%s ends nothing', (_name, payload, type) => expect(() => endedSession(payload as never, { typ: type })).toThrow());

test('only tokens for the client at its issuer lead to the provider', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = (claims: object) => `${part({ alg: 'RS256' })}.${part(claims)}.c2ln`;
  const client = { issuer: 'https://login.example/realm', clientId: 'sidetone' };
  expect(isFor(token({ iss: 'https://login.example/realm/', aud: 'sidetone' }), client)).toBe(true);
  expect(isFor(token({ iss: client.issuer, aud: ['other', 'sidetone'] }), client)).toBe(true);
  expect(isFor(token({ iss: 'https://login.example/other', aud: 'sidetone' }), client)).toBe(false);
  expect(isFor(token({ iss: client.issuer, aud: 'other' }), client)).toBe(false);
  expect(isFor('no token at all', client)).toBe(false);
});
