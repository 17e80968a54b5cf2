import { setupPaths } from '@sidetone/contract/entities/user.ts';
import { onboardingStepCount } from '@sidetone/contract/rules/limits.ts';
import { expect, test } from 'vitest';
import { setupSteps, stepAt, waysFrom } from './setup-steps.ts';

test('there are as many steps as pages, and as many as the stepper has', () => {
  expect(setupSteps).toHaveLength(onboardingStepCount);
  expect(setupPaths.map((path) => stepAt(path.replace('/setup/', ''))?.step)).toEqual([...setupSteps]);
});

test.each([
  { step: 'start', back: null, next: 'sound', skip: null, counted: false },
  { step: 'integrations', back: 'start', next: 'done', skip: 'done', counted: true },
  { step: 'done', back: 'integrations', next: 'app', skip: null, counted: true },
] as const)('from $step back leads to $back, on to $next, past it to $skip', ({ step, ...ways }) => {
  expect(waysFrom(step)).toEqual({ path: `/setup/${step}`, ...ways });
});

test.each([
  ['start', { step: 'start', rest: [] }],
  ['done/', { step: 'done', rest: [] }],
  ['integrations/CARDDAV', { step: 'integrations', rest: ['CARDDAV'] }],
  ['start/more', null],
  ['elsewhere', null],
  ['', null],
])('/setup/%s', (splat, found) => {
  expect(stepAt(splat)).toEqual(found);
});
