import { expect, test } from 'vitest';
import { openUnder } from './open-under.ts';

test('an address with a dialog shows that first, and the panel beside the table once it is closed', () => {
  const atFirst = openUnder('w1', true, null);
  expect(atFirst).toBeNull();
  expect(openUnder('w1', false, atFirst)).toBe('w1');
});

test('an open panel stays open under a dialog', () => {
  expect(openUnder('w1', true, 'w1')).toBe('w1');
  expect(openUnder(null, true, 'w1')).toBeNull();
});
