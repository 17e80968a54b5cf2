import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fadesOf, matchesOf, spokenAt } from './follow.ts';

test.each([
  [0, { top: false, bottom: true }],
  [3, { top: false, bottom: true }],
  [3.5, { top: true, bottom: true }],
  [496.5, { top: true, bottom: true }],
  [497, { top: true, bottom: false }],
  [500, { top: true, bottom: false }],
  [-20, { top: false, bottom: true }],
])('scrolled by %d of 500, it fades %o', (scrollTop, fades) => {
  expect(fadesOf({ scrollTop, scrollHeight: 800, clientHeight: 300 })).toEqual(fades);
});

test('a list that fits does not fade', () => {
  expect(fadesOf({ scrollTop: 0, scrollHeight: 300, clientHeight: 300 })).toEqual({ top: false, bottom: false });
});

const at = (...starts: number[]) => starts.map((startTime) => ({ startTime }));

test.each([
  [at(1, 5, 9), null, -1],
  [at(1, 5, 9), 0, -1],
  [at(1, 5, 9), 1, 0],
  [at(1, 5, 9), 4.9, 0],
  [at(1, 5, 9), 5, 1],
  [at(1, 5, 9), 100, 2],
  [at(1, 1, 1), 1, 2],
  [at(), 3, -1],
])('of %o at %d it is %i', (items, second, index) => {
  expect(spokenAt(items, second)).toBe(index);
});

test('it is always the last one that has begun', () => {
  const starts = fc.array(fc.nat(100), { maxLength: 30 }).map((list) => at(...list.sort((a, b) => a - b)));
  fc.assert(
    fc.property(starts, fc.integer({ min: -5, max: 110 }), (items, second) => {
      expect(spokenAt(items, second)).toBe(items.findLastIndex(({ startTime }) => startTime <= second));
    }),
  );
});

test('a search finds text whatever its case and accents', () => {
  const items = [{ text: 'Der Kühllaster kommt.' }, { text: 'Wann?' }, { text: 'Am Freitag, KÜHL verpackt' }];
  expect(matchesOf(items, 'kühl', 'de')).toEqual([0, 2]);
  expect(matchesOf(items, 'KUHL', 'de')).toEqual([0, 2]);
  expect(matchesOf(items, ' wann ', 'de')).toEqual([1]);
  expect(matchesOf(items, '', 'de')).toEqual([]);
  expect(matchesOf(items, '   ', 'de')).toEqual([]);
  expect(matchesOf(items, '.*', 'de')).toEqual([]);
});
