import { expect, test } from 'vitest';
import { askedFilter } from './asked-filter.ts';

test.each([
  [{ topic: 'Invoice' }, { topic: 'Invoice' }],
  [
    { topic: 'Invoice', from: '2026-11-16', to: '2026-11-29' },
    { topic: 'Invoice', from: '2026-11-16', to: '2026-11-29' },
  ],
  [{ topic: 2026, from: 'yesterday', to: '2026-02-31' }, { topic: '2026' }],
  [{ topic: 'x'.repeat(201) }, null],
  [{ topic: '' }, null],
  [{ from: '2026-11-16' }, null],
  [{}, null],
])('the address %j asks for %j', (search, filter) => {
  expect(askedFilter(search)).toEqual(filter);
});
