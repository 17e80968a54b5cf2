import { describe, expect, test } from 'vitest';
import type { ForkOutcome } from '../call.ts';
import { outcomeOf, refusalOf } from './refusals.ts';

describe('what a device means', () => {
  test.each([
    [{ status: 486 }, 'busy'],
    [{ status: 600 }, 'busy'],
    [{ status: 603 }, 'busy'],
    [{ status: 486, reason: { cause: 603 } }, 'declined'],
    [{ status: 603, reason: { cause: 603 } }, 'declined'],
    [{ status: 480, reason: { cause: 603 } }, 'declined'],
    [{ status: 486, reason: { cause: 200 } }, 'busy'],
    [{ status: 488 }, 'unacceptable'],
    [{ status: 404 }, 'unavailable'],
    [{ status: 408 }, 'unavailable'],
    [{ status: 500 }, 'unavailable'],
  ] as const)('%j is %s', (refused, outcome) => {
    expect(outcomeOf(refused)).toBe(outcome);
  });
});

describe('what the caller is told', () => {
  const told = (...outcomes: (readonly [string, ForkOutcome])[]) => {
    const { status, reason } = refusalOf(outcomes.map(([userId, outcome]) => ({ userId, outcome })));
    return `${status} ${reason}`;
  };

  test.each([
    [[['ben', 'declined']], '486 DECLINED'],
    [
      [
        ['ben', 'declined'],
        ['ben', 'busy'],
      ],
      '486 DECLINED',
    ],
    [
      [
        ['ben', 'declined'],
        ['cleo', 'unavailable'],
      ],
      '486 BUSY_HERE',
    ],
    [
      [
        ['ben', 'declined'],
        ['cleo', 'declined'],
      ],
      '486 DECLINED',
    ],
    [
      [
        ['ben', 'busy'],
        ['cleo', 'unavailable'],
      ],
      '486 BUSY_HERE',
    ],
    [
      [
        ['ben', 'unavailable'],
        ['cleo', 'failed'],
      ],
      '480 TEMPORARILY_UNAVAILABLE',
    ],
    [[['ben', 'unacceptable']], '488 PRECONDITION_FAILURE'],
    [
      [
        ['ben', 'failed'],
        ['cleo', 'failed'],
      ],
      '503 TERMINATED',
    ],
    [[], '480 TEMPORARILY_UNAVAILABLE'],
  ] as const)('%j: %s', (outcomes, words) => {
    expect(told(...outcomes)).toBe(words);
  });
});
