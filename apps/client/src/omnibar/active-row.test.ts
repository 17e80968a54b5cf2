import { expect, test } from 'vitest';
import { activeOf, stepFrom } from './active-row.ts';

const keys = ['a', 'b', 'c'];

test('arrows go round at the ends', () => {
  expect(stepFrom(keys, 'a', 1)).toBe('b');
  expect(stepFrom(keys, 'c', 1)).toBe('a');
  expect(stepFrom(keys, 'a', -1)).toBe('c');
  expect(stepFrom(keys, null, -1)).toBe('c');
  expect(stepFrom([], 'a', 1)).toBeNull();
});

test('the first line is active until another is chosen, and again when that one is gone', () => {
  expect(activeOf(keys, null)).toBe('a');
  expect(activeOf(keys, 'b')).toBe('b');
  expect(activeOf(keys, 'gone')).toBe('a');
  expect(activeOf([], 'b')).toBeNull();
});

test('after one’s own number no line is active until one is chosen', () => {
  expect(activeOf(['a', 'b'], null, false)).toBe(null);
  expect(activeOf(['a', 'b'], 'b', false)).toBe('b');
});
