import { expect, test } from 'vitest';
import { type DetailLanguage, detailWords } from './audit-words.ts';

const raw: DetailLanguage = { field: () => null, value: () => null };

test('a detail is one line, with what was before and what is now', () => {
  const detail = { name: 'Sales', areaCode: { from: '30', to: '40' }, label: { from: null, to: 'Main' } };
  expect(detailWords(detail, raw)).toBe('name: Sales, areaCode: 30 → 40, label: – → Main');
});

test('what is not set is left out, and what is nested stays readable', () => {
  expect(detailWords({ note: null, grants: ['A'] }, raw)).toBe('grants: ["A"]');
});

test('fields and their values have words, before a change and after it', () => {
  const words: DetailLanguage = {
    field: (name) => (name === 'admin' ? 'Administrator' : null),
    value: (name, value) => (name === 'admin' ? (value === true ? 'yes' : 'no') : null),
  };
  expect(detailWords({ admin: { from: false, to: true }, ended: 0 }, words)).toBe('Administrator: no → yes, ended: 0');
});
