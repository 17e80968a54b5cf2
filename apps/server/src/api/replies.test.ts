import { expect, test } from 'vitest';
import { Refusal } from '../requests/refusal.ts';
import { errorReply } from './replies.ts';

test('a refusal is returned with all its details', () => {
  expect(errorReply(new Refusal('TOO_MANY_ATTEMPTS', 'Wait.', { retryAfterSeconds: 7 }))).toEqual({
    status: 429,
    body: { code: 'TOO_MANY_ATTEMPTS', message: 'Wait.', retryAfterSeconds: 7 },
    bug: false,
  });
});

test('the answer of an address book is returned beside the code', () => {
  const problem = { type: 'refresh', detail: 'Connect it again.', translationKey: 'signedOut' };
  expect(errorReply(new Refusal('INTEGRATION_REFRESH', 'Signed out.', { problem }))).toEqual({
    status: 400,
    body: { code: 'INTEGRATION_REFRESH', message: 'Signed out.', ...problem },
    bug: false,
  });
});

test('when the database is away, trying again later helps', () => {
  const errors = [
    Object.assign(new Error('x'), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('x'), { code: '57P01' }),
    Object.assign(new Error('x'), { code: '08006' }),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
  ];
  for (const error of errors) expect(errorReply(error)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
});

test('text that no database takes is the sender’s trouble', () => {
  for (const code of ['22021', '22P05']) {
    expect(errorReply({ code })).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' }, bug: false });
  }
});

test('an unexpected error is returned without its words', () => {
  for (const error of [new Error('select password_hash from users'), 'text', undefined, null, { code: '42P01' }]) {
    const { status, body, bug } = errorReply(error);
    expect([status, body.code, bug]).toEqual([500, 'INTERNAL', true]);
    expect(body.message).not.toContain('password');
  }
});
