import { expect, test } from 'vitest';
import { needsHandover } from './made-link.ts';

test.each([
  ['https://sidetone.example/invitation/a', 'others', true],
  ['http://localhost:3000/invitation/a', 'thisMachine', true],
  [null, 'thisMachine', true],
  [null, 'others', false],
] as const)('a link at %s that leads %s here needs a handover: %s', (url, reach, needs) => {
  expect(needsHandover({ url, reach })).toBe(needs);
});
