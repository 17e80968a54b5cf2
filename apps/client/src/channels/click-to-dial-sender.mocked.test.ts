import type { SenderOption } from '@sidetone/contract/entities/sender.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetOtherGeneration, rememberSender } from './click-to-dial-sender.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => {
  stored.clear();
  vi.unstubAllGlobals();
});

const option = (more: Partial<SenderOption>): SenderOption => ({
  id: 'o',
  phoneNumber: '+49401',
  phoneNumberLabel: null,
  phoneId: null,
  channelId: 'c',
  channelName: null,
  displayValue: '',
  ...more,
});

test('NET-007: a choice made in one generation is gone once the account has the other, and does not come back', () => {
  for (const [chosen, own, other] of [
    [option({}), 'sip', 'classic'],
    [option({ phoneId: 'p1' }), 'classic', 'sip'],
  ] as const) {
    rememberSender('w1', chosen);
    forgetOtherGeneration('w1', own);
    expect(stored.size).toBe(1);
    forgetOtherGeneration('w1', other);
    forgetOtherGeneration('w1', own);
    expect(stored.size).toBe(0);
  }
});
