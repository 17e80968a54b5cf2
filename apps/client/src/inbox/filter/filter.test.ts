import { expect, test } from 'vitest';
import { changed } from './filter.ts';

test('parts of a filter are set and removed one by one', () => {
  const missed = changed(null, { kinds: ['missed'] });
  expect(missed).toEqual({ kinds: ['missed'] });
  expect(changed(missed, { text: 'pallets' })).toEqual({ kinds: ['missed'], text: 'pallets' });
  expect(changed({ kinds: ['missed'], text: 'pallets' }, { kinds: undefined })).toEqual({ text: 'pallets' });
});

test('a filter without any part is null', () => {
  expect(changed({ text: 'pallets' }, { text: undefined })).toBeNull();
  expect(changed(null, { owner: undefined })).toBeNull();
});

test('a range of days with one end or both is one part', () => {
  const from = changed(null, { from: '2026-11-01' });
  expect(changed(from, { to: '2026-11-20' })).toEqual({ from: '2026-11-01', to: '2026-11-20' });
  expect(changed({ from: '2026-11-01', to: '2026-11-20' }, { from: undefined })).toEqual({ to: '2026-11-20' });
});
