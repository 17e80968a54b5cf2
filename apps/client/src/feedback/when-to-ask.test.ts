import { expect, test } from 'vitest';
import { askingOf } from './when-to-ask.ts';

test('SLOG-010: the question for a rating comes once the log of the call is closed', () => {
  expect(askingOf(true, { waits: true, hasCall: false })).toBe('waits');
  expect(askingOf(true, { waits: false, hasCall: false })).toBe('asks');
});

test('a call that was followed by another one is not asked about, and without one nothing is', () => {
  expect(askingOf(true, { waits: false, hasCall: true })).toBe('drops');
  expect(askingOf(false, { waits: false, hasCall: false })).toBe('waits');
});
