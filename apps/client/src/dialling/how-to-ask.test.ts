import { expect, test } from 'vitest';
import { howToAsk } from './how-to-ask.ts';

const calm = { rings: false, hasDialog: false, types: false };

test('a number that other software wants called is asked about immediately where that interrupts nothing', () => {
  expect(howToAsk(calm)).toBe('search');
});

test.each([{ hasDialog: true }, { types: true }, { hasDialog: true, types: true }])(
  'an open dialog or a text being written stays: %o',
  (busy) => {
    expect(howToAsk({ ...calm, ...busy })).toBe('toast');
  },
);

test.each([{}, { hasDialog: true }, { types: true }])('while the phone rings it waits: %o', (busy) => {
  expect(howToAsk({ ...calm, ...busy, rings: true })).toBe('later');
});
