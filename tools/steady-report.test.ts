import { expect, test } from 'vitest';
import { describeSteady, readSteadyWords, sumRuns } from './steady-report.ts';

test.each([
  [['inbox'], { names: ['inbox'], times: 5 }],
  [['inbox', '--times', '3', 'threads'], { names: ['inbox', 'threads'], times: 3 }],
  [['--times=8', 'inbox'], { names: ['inbox'], times: 8 }],
  [[], 'Name a story file: npm run steady -- inbox'],
  [['inbox', '--times', 'many'], '--times wants a whole number from 1 on.'],
  [['inbox', '--times'], '--times wants a whole number from 1 on.'],
  [['inbox', '--retries', '2'], 'steady has no option --retries; it knows --times N.'],
])('%j is read', (words, asked) => {
  expect(readSteadyWords(words)).toEqual(asked);
});

test('runs are summed, and a story that failed twice is named once', () => {
  const trouble = { file: 'inbox.spec.ts', title: 'a call rings', reason: 'Error: not seen', kept: [] };
  const line = sumRuns(
    [
      { isContent: true, passed: 3, seconds: 10.4, troubled: [] },
      { isContent: false, passed: 2, seconds: 20, troubled: [trouble] },
      { isContent: false, passed: 2, seconds: 20, troubled: [{ ...trouble, reason: 'Error: late' }] },
      { isContent: false, passed: 0, seconds: 1, troubled: [] },
    ],
    '2026-11-24T01:00:00.000Z',
  );
  expect(line.failures).toEqual([{ title: 'a call rings', times: 2, reason: 'Error: not seen' }]);
  expect(describeSteady('inbox.spec.ts', line)).toBe(
    'inbox.spec.ts: 1 of 4 runs passed (7 stories passed, 2 failed, 51 s)',
  );
});
