import { expect, test } from 'vitest';
import { progressOf } from './use-search.ts';

const asked = { wanted: true, isSettled: true, isAnswered: false, isError: false };

test('a search that failed does not affect the next one, which is still pending', () => {
  expect(progressOf({ ...asked, isError: true })).toEqual({ pending: false, failed: true });
  expect(progressOf({ ...asked, isError: true, isSettled: false })).toEqual({ pending: true, failed: false });
});

test('an answer is pending from the first letter until it is there, where one is wanted', () => {
  expect(progressOf({ ...asked, isSettled: false })).toEqual({ pending: true, failed: false });
  expect(progressOf(asked)).toEqual({ pending: true, failed: false });
  expect(progressOf({ ...asked, isAnswered: true })).toEqual({ pending: false, failed: false });
  expect(progressOf({ ...asked, wanted: false })).toEqual({ pending: false, failed: false });
});
