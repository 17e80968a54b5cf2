import { flags } from '@sidetone/contract/entities/flags.ts';
import { expect, test } from 'vitest';
import { type Experiment, experimentsFor, missingFor } from './experiments.ts';

const one: Experiment = {
  flag: 'hasCallTopicsAnalysis',
  words: 'topics',
  dependsOn: ['hasCallSmallTalk'],
  adminOnly: false,
  testAccountOnly: false,
  isAi: false,
};
const off = flags.parse({});

test.each<[Partial<Experiment>, object, boolean, boolean]>([
  [{}, {}, false, true],
  [{ adminOnly: true }, {}, false, false],
  [{ adminOnly: true }, {}, true, true],
  [{ testAccountOnly: true }, {}, true, false],
  [{ testAccountOnly: true }, { isTestAccount: true }, false, true],
  [{ isAi: true }, { hasAiDisabled: true }, true, false],
  [{ isAi: true }, {}, false, true],
])('%j, with %j, for an administrator (%s): shown %s', (about, on, admin, shown) => {
  expect(experimentsFor({ flags: { ...off, ...on }, admin }, [{ ...one, ...about }])).toHaveLength(shown ? 1 : 0);
});

test('the requirement of an experiment is named while it is off', () => {
  expect(missingFor(one, off)).toBe('hasCallSmallTalk');
  expect(missingFor(one, { ...off, hasCallSmallTalk: true })).toBeNull();
});

test('an experiment that users may not switch is not offered', () => {
  expect(experimentsFor({ flags: off, admin: true }).map(({ flag }) => flag)).not.toContain('hasNeoPbx');
  expect(experimentsFor({ flags: off, admin: true }).length).toBeGreaterThan(0);
});
