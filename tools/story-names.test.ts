import { expect, test } from 'vitest';
import { patternOf, readStoryWords } from './story-names.ts';

const known = ['inbox.spec.ts', 'call-page.spec.ts', 'classic-calls.spec.ts', 'classic.spec.ts', 'threads.spec.ts'];

test.each([
  ['a bare name', ['inbox']],
  ['a file', ['inbox.spec.ts']],
  ['a path', ['e2e/stories/inbox.spec.ts']],
  ['the same name twice', ['inbox', 'stories/inbox.spec.ts']],
])('%s is the file of that name', (_what, words) => {
  expect(readStoryWords(words, known)).toEqual({ files: ['inbox.spec.ts'], options: [] });
});

test('several names and the options of Playwright are recognised, wherever they are', () => {
  expect(readStoryWords(['-g', 'classic', 'inbox', '--headed', 'threads:12', '--retries', '0'], known)).toEqual({
    files: ['inbox.spec.ts', 'threads.spec.ts:12'],
    options: ['-g', 'classic', '--headed', '--retries', '0'],
  });
});

test('an unknown name is reported in one sentence with the nearest ones', () => {
  expect(readStoryWords(['inbx'], known)).toEqual({ unknown: 'There is no story file "inbx". Nearest: inbox.' });
  expect(readStoryWords(['classi'], known)).toEqual({
    unknown: 'There is no story file "classi". Nearest: classic-calls, classic.',
  });
  expect(readStoryWords(['zebra-crossing'], known)).toEqual({
    unknown: 'There is no story file "zebra-crossing". The names are those of the files in e2e/stories.',
  });
});

test('a name finds its own file alone, on every system', () => {
  const pattern = new RegExp(patternOf('classic.spec.ts'));
  expect(pattern.test('/home/a/e2e/stories/classic.spec.ts')).toBe(true);
  expect(pattern.test('C:\\a\\e2e\\stories\\classic.spec.ts')).toBe(true);
  expect(pattern.test('/home/a/e2e/stories/classic-calls.spec.ts')).toBe(false);
  expect(pattern.test('/home/a/e2e/stories/new-classic.spec.ts')).toBe(false);
  expect(patternOf('classic.spec.ts:12')).toBe(`${patternOf('classic.spec.ts')}:12`);
});
