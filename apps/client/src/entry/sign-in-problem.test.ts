import { ErrorResponse, ErrorTimeout } from 'oidc-client-ts';
import { expect, test } from 'vitest';
import { ApiError } from '#live/line/api-error.ts';
import { signInCode, signInProblem } from './sign-in-problem.ts';

const around = { isOnline: true, host: 'phone.kranich.example' };
const coded = (code: string) => Object.assign(new Error('refused'), { code });
const told = (error: string) => new ErrorResponse({ error });

test.each([
  ['SERR-066', told('account-exists-with-different-credential'), { kind: 'otherAccount' }],
  ['SERR-066, with its prefix', coded('auth/account-exists-with-different-credential'), { kind: 'otherAccount' }],
  ['SERR-067', told('email-already-in-use'), { kind: 'emailInUse' }],
  ['SERR-067, as OAuth writes codes', told('email_already_in_use'), { kind: 'emailInUse' }],
  ['SERR-068', coded('timeout'), { kind: 'timeout' }],
  ['SERR-068, of the provider', new ErrorTimeout('Network timed out'), { kind: 'timeout' }],
  ['SERR-068, of our own server', new ApiError('TIMEOUT', 'late'), { kind: 'timeout' }],
  ['SERR-068, nobody came back', new Error('Error invoking remote method: nobody signed in'), { kind: 'timeout' }],
  ['SERR-069', coded('no-connection'), { kind: 'noConnection' }],
  ['SERR-069, of the system', new Error('net::ERR_INTERNET_DISCONNECTED'), { kind: 'noConnection' }],
  ['SERR-070', coded('connection-refused'), { kind: 'refused', host: 'phone.kranich.example' }],
  ['SERR-070, of the system', new Error('connect ECONNREFUSED ::1'), { kind: 'refused', host: around.host }],
  ['SERR-070, of a browser', new TypeError('Failed to fetch'), { kind: 'refused', host: around.host }],
  ['SERR-071', coded('credential-already-in-use'), { kind: 'generic' }],
  ['SERR-072', coded('operation-not-allowed'), { kind: 'generic' }],
  ['SERR-073', coded('user-service/bad-request'), { kind: 'generic' }],
  ['SERR-074', coded('user-service/internal-error'), { kind: 'generic' }],
  ['SERR-075', told('access_denied'), { kind: 'generic' }],
  ['SERR-075, without a code', new Error('No matching state found in storage'), { kind: 'generic' }],
  ['SERR-075, no error at all', 'what', { kind: 'generic' }],
  ['somebody began it again', new Error('another sign-in began'), null],
])('%s', (_row, error, problem) => {
  expect(signInProblem(error, around)).toEqual(problem);
});

test('without a network it is not the server that refused', () => {
  expect(signInProblem(new TypeError('Failed to fetch'), { ...around, isOnline: false })).toEqual({
    kind: 'noConnection',
  });
});

test('a code contains nothing of what was sent with it', () => {
  const error = new ErrorResponse({ error: 'x'.repeat(61), error_description: 'secret', url_state: 'secret' });
  expect(signInCode(error, true)).toBe('unknown');
  expect(signInCode(Object.assign(new Error('secret'), { code: 'token=eyJhbGciOi.secret' }), true)).toBe('unknown');
});
