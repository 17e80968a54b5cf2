import { expect, test } from 'vitest';
import { changed } from './filter.ts';

test('parts of a filter come and go by themselves', () => {
  const missed = changed(null, { kinds: ['missed'] });
  expect(missed).toEqual({ kinds: ['missed'] });
  expect(changed(missed, { text: 'pallets' })).toEqual({ kinds: ['missed'], text: 'pallets' });
  expect(changed({ kinds: ['missed'], text: 'pallets' }, { kinds: undefined })).toEqual({ text: 'pallets' });
});

test('a filter without any part is none', () => {
  expect(changed({ text: 'pallets' }, { text: undefined })).toBeNull();
  expect(changed(null, { owner: undefined })).toBeNull();
});
