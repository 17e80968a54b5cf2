import { expect, test } from 'vitest';
import { randomSource } from './random-source.ts';

test('no byte is given twice, and many come from one draw', () => {
  let draws = 0;
  const source = randomSource((bytes) => {
    draws += 1;
    const drawn = Buffer.alloc(bytes);
    for (let at = 0; at < bytes; at += 4) drawn.writeUInt32BE(draws * 10_000 + at, at);
    return drawn;
  });
  const given = Array.from({ length: 1500 }, () => source.take(12).toString('hex'));
  expect(new Set(given).size).toBe(1500);
  expect(draws).toBe(5);
});

test('what the system draws is not the same in two sources', () => {
  const [one, other] = [randomSource().take(16), randomSource().take(16)];
  expect(one.length).toBe(16);
  expect(one.equals(other)).toBe(false);
});
