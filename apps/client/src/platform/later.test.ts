import { expect, test } from 'vitest';
import { later, laterIsNow } from './later.ts';

test('what waits is done once when the first sight is over, in its order, and what comes after that immediately', () => {
  const done: string[] = [];
  const menus = () => void done.push('menus');
  later(menus);
  later(() => done.push('search'));
  later(menus);
  expect(done).toEqual([]);
  laterIsNow();
  expect(done).toEqual(['menus', 'search']);
  later(() => done.push('words'));
  laterIsNow();
  expect(done).toEqual(['menus', 'search', 'words']);
});
