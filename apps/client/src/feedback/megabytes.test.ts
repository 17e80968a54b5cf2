import { expect, test } from 'vitest';
import { inMegabytes } from './megabytes.ts';

test.each([
  [0, '0'],
  [1, '0,1'],
  [3_100_000, '3,1'],
  [20_000_000, '20'],
  [20_000_001, '20,1'],
])('%i bytes are %s MB', (bytes, text) => {
  expect(inMegabytes(bytes, 'de')).toBe(text);
  expect(inMegabytes(bytes, 'en')).toBe(text.replace(',', '.'));
});
