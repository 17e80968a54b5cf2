import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lateChoice, withType } from './type-choice.ts';

const crm = { name: 'CRM', callLoggingEntityTypes: ['contacts', 'companies', 'deals'] } as const;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a kind is switched on and off, and other integrations keep theirs', () => {
  const types = { OTHER: ['cases'] };
  const both = withType(types, crm, 'deals', true);
  expect(both).toEqual({ OTHER: ['cases'], CRM: ['contacts', 'deals'] });
  expect(withType(both, crm, 'contacts', false)).toEqual({ OTHER: ['cases'], CRM: ['deals'] });
  expect(withType(withType(both, crm, 'contacts', false), crm, 'deals', false)).toEqual({ OTHER: ['cases'], CRM: [] });
});

test('SAPI-048 SCONST-006: of several choices the last one is sent, 500 ms after it', () => {
  const send = vi.fn();
  const choice = lateChoice(send);
  choice.set({ CRM: ['deals'] });
  vi.advanceTimersByTime(499);
  choice.set({ CRM: [] });
  vi.advanceTimersByTime(499);
  expect(send).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(send.mock.calls).toEqual([[{ CRM: [] }]]);
  vi.advanceTimersByTime(5000);
  expect(send).toHaveBeenCalledOnce();
});

test('what has not been sent when the page is left is sent then, once', () => {
  const send = vi.fn();
  const choice = lateChoice(send);
  choice.flush();
  expect(send).not.toHaveBeenCalled();
  choice.set({ CRM: ['deals'] });
  choice.flush();
  vi.advanceTimersByTime(5000);
  expect(send.mock.calls).toEqual([[{ CRM: ['deals'] }]]);
});
