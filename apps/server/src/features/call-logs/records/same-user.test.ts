import { expect, test } from 'vitest';
import { sameUser } from './same-user.ts';

const crmUsers = [
  { id: 'u7', name: 'Anna', email: 'Anna@example.com' },
  { id: 'u8', name: 'Sales', email: 'sales@example.com' },
  { id: 'u9', name: 'Anna, twice', email: 'anna@example.com' },
  { id: 'u10', name: 'Nobody', email: null },
];
const anna = { email: 'anna@Example.com', byHand: null };

test('whom an administrator named comes first, then the first with the same address', () => {
  const same = sameUser(crmUsers);
  expect(same.of(anna)).toBe('u7');
  expect(same.of({ ...anna, byHand: 'u8' })).toBe('u8');
  expect(same.of({ email: 'ben@example.com', byHand: null })).toBeNull();
  expect(same.byEmail('SALES@example.com')).toBe('u8');
});

test('one that the CRM no longer has counts only while the CRM does not say whom it has', () => {
  expect(sameUser(crmUsers).of({ ...anna, byHand: 'u99' })).toBe('u7');
  expect(sameUser([]).of({ ...anna, byHand: 'u99' })).toBe('u99');
  expect(sameUser([]).of(anna)).toBeNull();
});
