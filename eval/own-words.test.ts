import { expect, test } from 'vitest';
import { hearings, script } from './hearing.ts';
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

test.each(hearings)('no word that was said is changed ($name)', (hearing) => {
  expect(countSpoilt(calls, hearing, names).spoilt).toEqual([]);
});

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
  for (const hearing of [script, hearings[1] ?? script]) expect(countSpoilt(calls, hearing, near).spoilt).toEqual([]);
});
