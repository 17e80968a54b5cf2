import { expect, test } from 'vitest';
import { en } from '#i18n/words.ts';
import { resolvedWord } from './resolved-words.ts';

test('where a colleague was first, the words say so and give no number', () => {
  expect(resolvedWord(true, 5)).toBe('resolved');
  expect(resolvedWord(false, 1)).toBe('reopened');
  expect(en.inbox[resolvedWord(true, 0) as 'resolvedBefore']).toBe('Already resolved by someone else');
  expect(en.inbox[resolvedWord(false, 0) as 'reopenedBefore']).toBe('Already reopened by someone else');
});
