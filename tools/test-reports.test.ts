import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readRunning, readStoryReport, readStrayErrors, readUnitReport } from './test-reports.ts';

let folder = '';
const file = () => join(folder, 'report.json');
const report = (content: unknown) => writeFileSync(file(), JSON.stringify(content));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reports-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const tried = (status: string, ...tries: object[]) => ({ status, results: tries });
const good = { duration: 10, errors: [], attachments: [] };
const bad = {
  duration: 20,
  errors: [{ message: '\u001b[31mError: not seen\u001b[39m\n  at once' }],
  attachments: [{ name: 'trace', path: '/results/trace.zip' }, { name: 'text' }],
};
const specOf = (title: string, test: object) => ({ title, file: 'inbox.spec.ts', tests: [test] });

test('a story that passes at its second try counts as passed and is named with what went wrong first', () => {
  report({
    suites: [
      {
        title: 'inbox.spec.ts',
        file: 'inbox.spec.ts',
        specs: [specOf('a call rings', tried('flaky', bad, good))],
        suites: [
          { title: 'at night', file: 'inbox.spec.ts', specs: [specOf('it is dark', tried('unexpected', bad, bad))] },
        ],
      },
    ],
    errors: [{ message: 'the global set-up failed\nbadly' }],
    stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 },
  });
  const found = readStoryReport(file());
  expect(found?.counts).toEqual({ passed: 4, failed: 2, skipped: 2 });
  expect(found?.unsteady).toEqual([
    { file: 'inbox.spec.ts', title: 'a call rings', reason: 'Error: not seen', kept: ['/results/trace.zip'] },
  ]);
  expect(found?.failed.map(({ title }) => title)).toEqual(['at night it is dark']);
  expect(found?.errors).toEqual(['the global set-up failed']);
});

test('unit tests that failed or needed a second try are named, and a file that cannot be loaded has failed', () => {
  const times = { startTime: 1000, endTime: 2500 };
  report({
    numPassedTests: 7,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      {
        name: join(folder, 'a.test.ts'),
        status: 'failed',
        ...times,
        message: 'no such file\nat once',
        assertionResults: [],
      },
      {
        name: join(folder, 'b.test.ts'),
        status: 'failed',
        ...times,
        assertionResults: [
          { status: 'passed', fullName: 'it rings' },
          { status: 'passed', fullName: 'it rings again', failureMessages: ['Error: too late\n  at'] },
          {
            status: 'failed',
            fullName: 'at night it rings',
            failureMessages: ['\u001b[31mError: silence\u001b[39m\n  at'],
          },
        ],
      },
    ],
  });
  expect(readUnitReport(file(), folder)).toEqual({
    counts: { passed: 7, failed: 2, skipped: 3 },
    files: [
      { file: 'a.test.ts', seconds: 1.5 },
      { file: 'b.test.ts', seconds: 1.5 },
    ],
    failed: [
      { file: 'b.test.ts', title: 'at night it rings', reason: 'Error: silence' },
      { file: 'a.test.ts', title: '', reason: 'no such file' },
    ],
    unsteady: [{ file: 'b.test.ts', title: 'it rings again', reason: 'Error: too late' }],
  });
});

test('an error outside of any test is reported with the places it came through', () => {
  const stack = [
    'TypeError: of undefined',
    '    at onError (live-client.ts:30:92)',
    'in between',
    '    at notify (b.ts:1)',
  ];
  report([{ message: '\u001b[31mof undefined\u001b[39m\nmore', stack: stack.join('\n') }, { message: 'bare' }]);
  expect(readStrayErrors(file())).toEqual([
    'of undefined',
    '  at onError (live-client.ts:30:92)',
    '  at notify (b.ts:1)',
    'bare',
  ]);
  rmSync(file());
  expect(readStrayErrors(file())).toEqual([]);
});

test('a run that broke off has no report, or half of one', () => {
  expect(readStoryReport(file())).toBeUndefined();
  writeFileSync(file(), '{"suites": [');
  expect(readStoryReport(file())).toBeUndefined();
  expect(readUnitReport(file(), folder)).toBeUndefined();
});

test('stories that have begun and not ended are those that hung', () => {
  report({ pid: 1, stories: [] });
  expect(readRunning(file())).toBeUndefined();
  const story = { file: 'inbox.spec.ts', title: 'a call rings', startedAt: '', worker: 0, step: 'Click' };
  report({ pid: 1, stories: [story] });
  expect(readRunning(file())?.stories).toEqual([story]);
});
