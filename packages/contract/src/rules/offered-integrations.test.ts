import { expect, test } from 'vitest';
import { isOffered } from './offered-integrations.ts';

const crm = { name: 'CRM', isEnabled: true, isTestAccountOnly: false, isTelephonyProvider: false };
const everybody = { allowlist: [], isTestAccount: false };
const tester = { allowlist: [], isTestAccount: true };

test('an empty allowlist allows all, any other only what it names', () => {
  expect(isOffered(crm, everybody)).toBe(true);
  expect(isOffered(crm, { ...everybody, allowlist: ['CRM'] })).toBe(true);
  expect(isOffered(crm, { ...everybody, allowlist: ['OTHER'] })).toBe(false);
  expect(isOffered(crm, { ...tester, allowlist: ['OTHER'] })).toBe(false);
});

test.each([
  { isEnabled: true, isTestAccountOnly: false, seen: 'everybody' },
  { isEnabled: true, isTestAccountOnly: true, seen: 'testers' },
  { isEnabled: false, isTestAccountOnly: true, seen: 'testers' },
  { isEnabled: false, isTestAccountOnly: false, seen: 'nobody' },
])('enabled: $isEnabled, for tests only: $isTestAccountOnly is seen by $seen', ({ seen, ...about }) => {
  expect(isOffered({ ...crm, ...about }, everybody)).toBe(seen === 'everybody');
  expect(isOffered({ ...crm, ...about }, tester)).toBe(seen !== 'nobody');
  const telephony = { ...crm, ...about, isTelephonyProvider: true };
  expect(isOffered(telephony, everybody)).toBe(false);
  expect(isOffered(telephony, tester)).toBe(seen !== 'nobody');
});
