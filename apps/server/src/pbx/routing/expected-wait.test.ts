import { expect, test } from 'vitest';
import { expectedWait, saidMinutes } from './expected-wait.ts';

test.each([
  [{ ahead: 0, onDuty: 1, callSeconds: 50 }, 1],
  [{ ahead: 0, onDuty: 1, callSeconds: 180 }, 3],
  [{ ahead: 3, onDuty: 2, callSeconds: 180 }, 7],
  [{ ahead: 9, onDuty: 1, callSeconds: 180 }, 30],
  [{ ahead: 10, onDuty: 1, callSeconds: 180 }, 'longer'],
  [{ ahead: 0, onDuty: 0, callSeconds: 180 }, null],
  [{ ahead: 0, onDuty: 3, callSeconds: null }, null],
] as const)('%o is said as %s', (queue, said) => {
  expect(expectedWait(queue)).toBe(said);
});

test('more callers or fewer members never make it shorter, and what is said is never less than what was calculated', () => {
  const of = (ahead: number, onDuty: number): number => {
    const said = expectedWait({ ahead, onDuty, callSeconds: 200 });
    return said === null || said === 'longer' ? Number.POSITIVE_INFINITY : said;
  };
  for (let ahead = 0; ahead < 20; ahead += 1) {
    for (let onDuty = 1; onDuty < 6; onDuty += 1) {
      expect(of(ahead + 1, onDuty)).toBeGreaterThanOrEqual(of(ahead, onDuty));
      expect(of(ahead, onDuty)).toBeGreaterThanOrEqual(of(ahead, onDuty + 1));
      expect(of(ahead, onDuty) * 60).toBeGreaterThanOrEqual(((ahead + 1) * 200) / onDuty);
    }
  }
  expect(saidMinutes.every((each, at) => at === 0 || each > (saidMinutes[at - 1] ?? 0))).toBe(true);
});
