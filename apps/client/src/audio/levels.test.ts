import { expect, test } from 'vitest';
import { levelOf } from './levels.ts';

const sine = (amplitude: number) => Float32Array.from({ length: 512 }, (_, at) => amplitude * Math.sin(at / 5));

test('silence is 0 and a full voice is 1', () => {
  expect(levelOf(new Float32Array(512))).toBe(0);
  expect(levelOf(sine(1))).toBe(1);
});

test('a quiet voice is seen', () => {
  expect(levelOf(sine(0.02))).toBeGreaterThan(0.2);
});

test('louder is higher', () => {
  expect(levelOf(sine(0.1))).toBeGreaterThan(levelOf(sine(0.05)));
});
