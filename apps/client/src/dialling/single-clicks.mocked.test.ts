import { afterEach, expect, test, vi } from 'vitest';
import { singleClicks } from './single-clicks.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('VAL-024: a double click on a number acts once; another number, or a later click, is one of its own', () => {
  let now = 0;
  const counts = singleClicks(() => now);
  expect(counts('+4940123456')).toBe(true);
  now = 150;
  expect([counts('+4940123456'), counts('+4940123457')]).toEqual([false, true]);
  now = 800;
  expect(counts('+4940123457')).toBe(true);
});

test('how long the page takes to come to the second click does not matter: it was made in time', () => {
  const counts = singleClicks();
  const handled = (timeStamp: number) => {
    vi.stubGlobal('event', { timeStamp });
    return counts('+4940123456');
  };
  // The page is busy with the first click for a second.
  vi.spyOn(performance, 'now').mockReturnValueOnce(1000).mockReturnValueOnce(2000);
  expect([handled(1000), handled(1150), handled(1600)]).toEqual([true, false, true]);
});
