import { expect, test } from 'vitest';
import { countMisheard, countSpoilt, namesIn } from './own-words.ts';
import { plantedCalls } from './planted-call.ts';

const calls = plantedCalls();
const names = namesIn(calls);

test('with the words of the company most misheard names are right, and without them none', () => {
  const found = countMisheard(calls, names);
  expect(found.misheard).toBeGreaterThan(100);
  expect(countMisheard(calls, []).right).toBe(0);
  expect(found.right / found.misheard).toBeGreaterThan(0.7);
});

test.each(['script', 'bare', 'noisy 5 %', 'noisy 20 %'] as const)(
  'no word that was said is changed (%s)',
  (hearing) => {
    expect(countSpoilt(calls, hearing, names).spoilt).toEqual([]);
  },
);

test('words that sound like everyday ones change none of them', () => {
  const near = [
    'Ander',
    'Rufer',
    'Reefer',
    'Liva',
    'Termin AG',
    'Vragen',
    'Rechner',
    'Mondag',
    'Orda',
    'Kunda',
    'Wohnunk',
  ];
  for (const hearing of ['script', 'bare'] as const) expect(countSpoilt(calls, hearing, near).spoilt).toEqual([]);
});
