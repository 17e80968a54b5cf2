import { expect, test } from 'vitest';
import { howToAsk } from './how-to-ask.ts';

const calm = { rings: false, hasDialog: false, types: false };

test("a number that other software wants called is asked for at once where that is in nobody's way", () => {
  expect(howToAsk(calm)).toBe('search');
});

test.each([{ hasDialog: true }, { types: true }, { hasDialog: true, types: true }])(
  'what is open or being written stays: %o',
  (busy) => {
    expect(howToAsk({ ...calm, ...busy })).toBe('toast');
  },
);

test.each([{}, { hasDialog: true }, { types: true }])('while the phone rings it waits: %o', (busy) => {
  expect(howToAsk({ ...calm, ...busy, rings: true })).toBe('later');
});
