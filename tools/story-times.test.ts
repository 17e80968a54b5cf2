import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countedIn, readStorySeconds, sumFiles, timeOfTry } from '../e2e/reporters/story-times.ts';

test('the time before the first step is that of fixtures and hooks, those of the worker included', () => {
  const steps = [
    { category: 'hook', startedAt: 1059, ms: 9121 },
    { category: 'pw:api', startedAt: 10_187, ms: 553 },
    { category: 'hook', startedAt: 18_000, ms: 1500 },
  ];
  expect(timeOfTry(1000, 8412, steps)).toEqual({ seconds: 18.5, setUpSeconds: 9.187 });
});

test('a story without a step is set-up as far as its hooks reach', () => {
  expect(timeOfTry(1000, 500, [{ category: 'hook', startedAt: 1000, ms: 200 }])).toEqual({
    seconds: 0.5,
    setUpSeconds: 0.2,
  });
  expect(timeOfTry(1000, 500, [])).toEqual({ seconds: 0.5, setUpSeconds: 0 });
});

test('files are summed, the longest first, and their first story says when the first step came', () => {
  const story = (file: string, seconds: number, setUpSeconds: number) => ({
    file,
    seconds,
    setUpSeconds,
    title: 'a story',
    status: 'passed',
    retry: 0,
    loads: 2,
    inPlace: 1,
  });
  const files = sumFiles([story('a.spec.ts', 10, 8), story('b.spec.ts', 30, 2), story('a.spec.ts', 5, 1)]);
  expect(files).toEqual([
    { file: 'b.spec.ts', seconds: 30, firstStepAfter: 2, setUpSeconds: 2, loads: 2, inPlace: 1 },
    { file: 'a.spec.ts', seconds: 15, firstStepAfter: 8, setUpSeconds: 9, loads: 4, inPlace: 2 },
  ]);
});

test('what a story counted is read from its annotations, and one that broke off before has counted nothing', () => {
  const counted = [{ type: 'issue' }, { type: 'loads', description: '3' }, { type: 'in place', description: '2' }];
  expect(countedIn(counted)).toEqual({ loads: 3, inPlace: 2 });
  expect(countedIn([])).toEqual({ loads: 0, inPlace: 0 });
});

test('durations of the last run are read, and missing or damaged ones are none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'story-seconds-'));
  const file = join(folder, 'story-seconds.json');
  try {
    expect(readStorySeconds(file)).toEqual({});
    writeFileSync(file, '{"inbox.spec.ts": 12.5, "x": "y"}');
    expect(readStorySeconds(file)).toEqual({ 'inbox.spec.ts': 12.5 });
    writeFileSync(file, '{"inbox.spec.ts": 1');
    expect(readStorySeconds(file)).toEqual({});
  } finally {
    rmSync(folder, { recursive: true });
  }
});
