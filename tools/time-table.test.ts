import { expect, test } from 'vitest';
import {
  commandFor,
  describeBrokenOff,
  describeFailed,
  describeTimes,
  describeUnit,
  describeUnsteady,
  lastLine,
} from './time-table.ts';

const story = { file: 'inbox.spec.ts', title: 'a call rings', reason: 'Error: not seen', kept: ['/results/trace.zip'] };

test('the table has the parts, the slowest files of both kinds, and the set-up of each story file', () => {
  const lines = describeTimes(
    [
      { name: 'checks', seconds: 60 },
      { name: 'types', seconds: 42.04, partOf: 'checks' },
      { name: 'stories', seconds: 754 },
    ],
    [
      { file: 'a.test.ts', seconds: 20 },
      { file: 'b.test.ts', seconds: 1 },
    ],
    [{ file: 'inbox.spec.ts', seconds: 90, firstStepAfter: 8.25, setUpSeconds: 12, loads: 9, inPlace: 2 }],
    2,
  );
  expect(lines).toEqual([
    'Where the time went',
    '        60.0 s  checks',
    '        42.0 s    types',
    '   12 min 34 s  stories',
    '',
    'The 2 slowest files',
    '        90.0 s  e2e/stories/inbox.spec.ts',
    '        20.0 s  a.test.ts',
    '',
    'Story files: all of it, before the first step, in set-up altogether',
    '     90.0 s    8.3 s   12.0 s  inbox.spec.ts',
  ]);
});

test('unsteady and failed stories are named with what was kept and how to repeat them', () => {
  const lines = [
    '  inbox.spec.ts: a call rings',
    '    Error: not seen',
    '    /results/trace.zip',
    '    npm run e2e -- inbox -g "a call rings"',
  ];
  expect(describeUnsteady([story])).toEqual(['Unsteady, passed at the second try', ...lines]);
  expect(describeFailed([story])).toEqual(['Failed', ...lines]);
  expect([...describeUnsteady([]), ...describeFailed([])]).toEqual([]);
});

test('unit tests that failed are named with the command that repeats their file', () => {
  const failed = [
    { file: 'tools/a.test.ts', title: 'it rings', reason: 'Error: silence' },
    { file: 'tools/b.test.ts', title: '', reason: '' },
  ];
  expect(describeUnit('Failed unit tests', failed)).toEqual([
    'Failed unit tests',
    '  tools/a.test.ts: it rings',
    '    Error: silence',
    '    npm run unit -- tools/a.test.ts',
    '  tools/b.test.ts: could not be loaded',
    '    npm run unit -- tools/b.test.ts',
  ]);
  expect(describeUnit('Failed unit tests', [])).toEqual([]);
});

test('a run that broke off names its stories, the step they hung at, what they left and how to repeat them', () => {
  const hung = { file: 'inbox.spec.ts', title: 'a call rings', startedAt: '2026-11-24T01:00:00Z', worker: 0 };
  expect(
    describeBrokenOff(
      [
        { ...hung, step: 'Click' },
        { ...hung, step: '' },
      ],
      ({ step }) => (step ? ['/kept'] : []),
    ),
  ).toEqual([
    '  inbox.spec.ts: a call rings, since 2026-11-24T01:00:00Z, at "Click"',
    '    /kept',
    '    npm run e2e -- inbox -g "a call rings"',
    '  inbox.spec.ts: a call rings, since 2026-11-24T01:00:00Z, before its first step',
    '    npm run e2e -- inbox -g "a call rings"',
  ]);
});

test('what a shell or a pattern would read otherwise becomes a dot in the command, which finds the story still', () => {
  const title = 'keys go as "INFO" ($1), `a` | b? [c] 5+5!';
  const command = commandFor('linphone.spec.ts', title);
  const [, pattern = ''] = /-g "(.*)"$/.exec(command) ?? [];
  expect(pattern).not.toMatch(/["`$\\!]/);
  expect(new RegExp(pattern).test(title)).toBe(true);
});

test('the last line sums the parts', () => {
  const one = { passed: 1, failed: 0, skipped: 2 };
  expect(lastLine([one, one, { passed: 0, failed: 3, skipped: 0 }])).toBe('2 passed, 3 failed, 4 skipped');
});
