import { expect, test } from 'vitest';
import { afterHold, type Hold, isHeldBy } from './leg-hold.ts';

const states: readonly Hold[] = ['none', 'user', 'device', 'both'];

test.each(
  states.flatMap((hold) =>
    (['user', 'device'] as const).flatMap((who) => [true, false].map((held) => [hold, who, held] as const)),
  ),
)('%s, and the %s wants %s: the other one does as before', (hold, who, held) => {
  const after = afterHold(hold, who, held);
  expect(isHeldBy(after, who)).toBe(held);
  const other = who === 'user' ? 'device' : 'user';
  expect(isHeldBy(after, other)).toBe(isHeldBy(hold, other));
});
