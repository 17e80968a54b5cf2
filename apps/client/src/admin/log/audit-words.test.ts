import { expect, test } from 'vitest';
import { detailWords } from './audit-words.ts';

test('a detail is one line, with what was before and what is now', () => {
  expect(detailWords({ name: 'Sales', areaCode: { from: '30', to: '40' }, label: { from: null, to: 'Main' } })).toBe(
    'name: Sales, areaCode: 30 → 40, label: – → Main',
  );
});

test('what is not set is left out, and what is nested stays readable', () => {
  expect(detailWords({ note: null, grants: ['A'] })).toBe('grants: ["A"]');
});
