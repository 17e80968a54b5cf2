import type { ErrorBody } from '@sidetone/contract/errors.ts';
import { expect, test } from 'vitest';
import { ApiError, type ApiErrorCode } from '#live/line/api-error.ts';
import { saveProblem } from './save-problem.ts';

const error = (code: ApiErrorCode, issues?: ErrorBody['issues']) =>
  new ApiError(code, code, issues ? { body: { code: 'VALIDATION_FAILED', message: '', issues } } : {});
const told = (code: ApiErrorCode, doing: 'create' | 'update' = 'create') => saveProblem(error(code), doing, true);

test.each([
  ['CONFLICT', 'conflict'],
  ['TOO_MANY_NUMBERS', 'tooMany'],
  ['INVALID_PHONE_TYPE', 'phoneType'],
  ['FORBIDDEN', 'forbidden'],
  ['INTEGRATION_REFRESH', 'refresh'],
  ['NOT_FOUND', 'integration'],
  ['INTEGRATION_FAILED', 'create'],
  ['INTERNAL', 'create'],
] as const)('%s of a new contact is reported as %s', (code, toast) => {
  expect(told(code)).toEqual({ kind: 'toast', toast });
});

test('any other error of a change has words of its own', () => {
  expect(told('INTERNAL', 'update')).toEqual({ kind: 'toast', toast: 'update' });
});

test('a contact that is gone when a change arrives is reported as gone', () => {
  expect(told('NOT_FOUND', 'update')).toEqual({ kind: 'toast', toast: 'gone' });
});

test('an email address that another contact has is reported in its field', () => {
  expect([told('EMAIL_CONFLICT'), told('EMAIL_CONFLICT', 'update')]).toEqual([
    { kind: 'emailTaken' },
    { kind: 'emailTaken' },
  ]);
});

test('a conflict of a change may be a colleague who saved first', () => {
  expect(told('CONFLICT', 'update')).toEqual({ kind: 'maybeStale' });
});

test('a user who lost the permission is not shown a plan', () => {
  expect(saveProblem(error('FORBIDDEN'), 'create', false)).toEqual({ kind: 'toast', toast: 'noGrant' });
});

test('fields that the server refuses are named', () => {
  const issues = [{ path: 'phoneNumbers.1.phoneNumber', message: 'is no phone number' }];
  expect(saveProblem(error('VALIDATION_FAILED', issues), 'create', true)).toEqual({
    kind: 'fields',
    paths: ['phoneNumbers.1.phoneNumber'],
  });
});

test.each(['NETWORK', 'TIMEOUT'] as const)('after %s the outcome of the save is not known', (code) => {
  expect(told(code)).toEqual({ kind: 'unreached' });
});

test.each(['create', 'update'] as const)(
  'ERR-042: an address book that no longer exists is not reported as a contact that is gone (%s)',
  (doing) => {
    const body = { code: 'NOT_FOUND', message: '', type: 'not_found' } as const;
    const of = (translationKey: string) => new ApiError('NOT_FOUND', '', { body: { ...body, translationKey } });
    expect(saveProblem(of('noAddressBook'), doing, true)).toEqual({ kind: 'toast', toast: doing });
    const gone = doing === 'update' ? 'gone' : 'integration';
    expect(saveProblem(of('gone'), doing, true)).toEqual({ kind: 'toast', toast: gone });
  },
);
