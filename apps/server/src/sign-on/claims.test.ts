import { expect, test } from 'vitest';
import { personOf } from './claims.ts';

test('someone is read from what a provider says; what is missing or odd counts as not said', () => {
  expect(personOf({ sub: '7' }, 'groups')).toEqual({
    subject: '7',
    email: null,
    isVerified: false,
    firstName: null,
    lastName: null,
    groups: null,
    isBothSteps: false,
    sid: null,
    hostedDomain: null,
  });
  expect(
    personOf(
      {
        sub: '7',
        email: 'Ann@Company.Example',
        email_verified: true,
        name: 'Ann van Dam',
        hd: 'Company.example',
        roles: 'sales',
      },
      'roles',
    ),
  ).toMatchObject({
    email: 'ann@company.example',
    isVerified: true,
    firstName: 'Ann',
    lastName: 'van Dam',
    groups: ['sales'],
    hostedDomain: 'company.example',
  });
  expect(
    personOf({ sub: '7', email: 7, given_name: '\u202eevil', amr: 'pwd', groups: { a: 1 } }, 'groups'),
  ).toMatchObject({
    email: null,
    firstName: null,
    groups: null,
  });
  expect(() => personOf({ email: 'a@b.example' }, 'groups')).toThrow();
});

test('only the address that is called verified counts as that, and never another one', () => {
  const at = (said: object) => personOf({ sub: '7', ...said }, 'groups');
  expect(at({ email: 'a@b.example', email_verified: 'true' }).isVerified).toBe(true);
  expect(at({ email: 'a@b.example', xms_edov: 1 }).isVerified).toBe(true);
  expect(at({ email: 'a@b.example', email_verified: 'false', xms_edov: 0 }).isVerified).toBe(false);
  expect(at({ email_verified: true, preferred_username: 'a@b.example' })).toMatchObject({
    email: 'a@b.example',
    isVerified: false,
  });
});

test('two proofs are two kinds of them, or what the provider calls so', () => {
  const twice = (...amr: string[]) => personOf({ sub: '7', amr }, 'groups').isBothSteps;
  expect([twice('pwd'), twice('pwd', 'pin'), twice('hwk'), twice()]).toEqual([false, false, false, false]);
  expect([twice('mfa'), twice('pwd', 'otp'), twice('hwk', 'fpt')]).toEqual([true, true, true]);
});
