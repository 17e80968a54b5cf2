import { expect, test } from 'vitest';
import { runBeside } from './jobs.ts';

const jobs = ['a', 'b', 'c'].map((name) => ({ name, script: name }));

test('all jobs run, two at a time, and every failure is reported with all it printed', async () => {
  const told: string[] = [];
  let busy = 0;
  let most = 0;
  const outcomes = await runBeside(jobs, {
    run: async ({ name }) => {
      busy += 1;
      most = Math.max(most, busy);
      await Promise.resolve();
      busy -= 1;
      return { status: name === 'b' ? 0 : 1, output: `words of ${name}\nand more\n`, seconds: 1 };
    },
    tell: (line) => told.push(line),
  });
  expect(most).toBe(2);
  expect(outcomes.map(({ name, isContent }) => [name, isContent])).toEqual([
    ['a', false],
    ['b', true],
    ['c', false],
  ]);
  expect(told).toContain('words of a\nand more');
  expect(told).toContain('words of c\nand more');
  expect(told.join()).not.toContain('words of b');
});

test('a program that cannot be started has failed', async () => {
  const outcomes = await runBeside(jobs.slice(0, 1), {
    run: async () => ({ status: null, output: 'a could not be started', seconds: 0 }),
    tell: () => {},
  });
  expect(outcomes[0]?.isContent).toBe(false);
});
