import { expect, test } from 'vitest';
import { needsInvitation } from './needs-invitation.ts';

test('an invitation is sent to users who have none or whose mail failed, and to nobody twice', () => {
  const dates = { createdAt: '2026-01-01T00:00:00.000Z', expiresAt: '2026-01-08T00:00:00.000Z' };
  expect(needsInvitation({ state: 'invited', invitation: null })).toBe(true);
  expect(needsInvitation({ state: 'invited', invitation: { ...dates, delivery: 'failed' } })).toBe(true);
  expect(needsInvitation({ state: 'invited', invitation: { ...dates, delivery: 'sent' } })).toBe(false);
  expect(needsInvitation({ state: 'active', invitation: null })).toBe(false);
});
