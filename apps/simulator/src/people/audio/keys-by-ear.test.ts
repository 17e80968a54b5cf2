import { sine } from '@sidetone/signals/tones.ts';
import { expect, test } from 'vitest';
import { decode, encode } from './g711.ts';
import { keysIn } from './keys-by-ear.ts';

const silence = (seconds: number) => [...new Float32Array(seconds * 8000)];
const both = (low: number, high: number, seconds: number) => {
  const higher = sine(high, seconds, 8000, 0.2);
  return [...sine(low, seconds, 8000, 0.2)].map((sample, index) => sample + (higher[index] ?? 0));
};
const heard = (...parts: number[][]) => keysIn(decode('PCMA', encode('PCMA', parts.flat())));

test('keys are heard in order, each as often as it is pressed', () => {
  const gap = silence(0.07);
  expect(
    heard(
      gap,
      both(770, 1336, 0.1),
      gap,
      both(770, 1336, 0.1),
      gap,
      both(941, 1477, 0.1),
      gap,
      both(697, 1633, 2),
      gap,
    ),
  ).toBe('55#A');
});

test('voices, single tones, clicks and silence are no keys', () => {
  expect(heard([...sine(770, 1, 8000)], silence(0.1), both(440, 480, 1), both(770, 1336, 0.02), silence(0.2))).toBe('');
});
