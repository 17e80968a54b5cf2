import { expect, test } from 'vitest';
import { addressOf, codeAt, digestOfCode, newRecoveryCodes, newSecret, stepOf } from './one-time-codes.ts';

/** `12345678901234567890`, the key of RFC 6238's examples. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);

test('codes are those of RFC 6238, cut to six digits', () => {
  const examples = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ] as const;
  for (const [seconds, code] of examples) expect([seconds, codeAt(secret, at(seconds))]).toEqual([seconds, code]);
});

test('a code is taken a step early or late and no further, and its own step is named', () => {
  const now = at(1_111_111_109);
  const step = Math.floor(1_111_111_109 / 30);
  for (const off of [-1, 0, 1]) {
    expect(stepOf(secret, codeAt(secret, at(1_111_111_109 + off * 30)), now)).toBe(step + off);
  }
  for (const off of [-2, 2]) expect(stepOf(secret, codeAt(secret, at(1_111_111_109 + off * 30)), now)).toBeNull();
});

test('keys and recovery codes are long, and no two are alike', () => {
  expect(new Set([newSecret(), newSecret()]).size).toBe(2);
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[2-9a-hj-np-z]{4}(-[2-9a-hj-np-z]{4}){3}$/);
});

test('a recovery code is the same however it is written, and another user’s is another one', () => {
  expect(digestOfCode('u', 'ABCD-2345')).toBe(digestOfCode('u', ' abcd 2345'));
  expect(digestOfCode('u', 'abcd2345')).not.toBe(digestOfCode('v', 'abcd2345'));
});

test('a colon in a name does not end the name in the address', () => {
  const address = new URL(addressOf(secret, { issuer: 'Sidetone', label: 'a:b@acme.example' }));
  expect([address.protocol, address.host]).toEqual(['otpauth:', 'totp']);
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    secret,
    issuer: 'Sidetone',
    digits: '6',
    period: '30',
  });
  expect(decodeURIComponent(address.pathname).split(':')).toHaveLength(2);
});
