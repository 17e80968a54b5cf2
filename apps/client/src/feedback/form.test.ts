import { expect, test } from 'vitest';
import { isSendable, problemsOf, sortOut } from './form.ts';

const of = (text: string, ...sizes: number[]) => ({ text, pictures: sizes.map((size) => ({ size })) });

test.each<[string, string, number | null]>([
  ['nothing', '', 10],
  ['spaces', '            ', 10],
  ['nine characters', 'Geht nich', 1],
  ['nine characters among spaces', '  Geht nich   ', 1],
  ['ten characters', 'Geht nicht', null],
])('%s lacks so many characters', (_what, text, missing) => {
  expect(problemsOf(of(text)).tooShort).toBe(missing);
  expect(isSendable(of(text))).toBe(missing === null);
});

test('four pictures are fine and five are too many', () => {
  expect(problemsOf(of('Long enough.', 1, 1, 1, 1)).tooMany).toBe(false);
  expect(problemsOf(of('Long enough.', 1, 1, 1, 1, 1)).tooMany).toBe(true);
  expect(isSendable(of('Long enough.', 1, 1, 1, 1, 1))).toBe(false);
});

test('20 MB of 1,000,000 bytes are fine together, and one byte more is not', () => {
  expect(problemsOf(of('Long enough.', 10_000_000, 10_000_000)).tooLarge).toBeNull();
  expect(problemsOf(of('Long enough.', 10_000_000, 10_000_001)).tooLarge).toBe(20_000_001);
  expect(isSendable(of('Long enough.', 10_000_000, 10_000_001))).toBe(false);
});

test('PNG and JPEG are accepted, anything else and empty files are not', () => {
  const file = (type: string, size = 5) => ({ type, size });
  const types = ['image/png', 'image/jpeg', 'image/gif', 'image/svg+xml', 'image/webp', 'application/pdf', ''];
  const { taken, wrongType } = sortOut(
    types.map((type) => file(type)),
    0,
  );
  expect(taken.map(({ type }) => type)).toEqual(['image/png', 'image/jpeg']);
  expect(wrongType).toBe(true);
  expect(sortOut([file('image/png')], 0)).toEqual({ taken: [file('image/png')], wrongType: false });
  expect(sortOut([file('image/png', 0)], 0)).toEqual({ taken: [], wrongType: true });
});

test('a fifth picture is shown, so that the user can choose; a hundred are not', () => {
  const many = Array.from({ length: 100 }, () => ({ type: 'image/png', size: 1 }));
  expect(sortOut(many, 0).taken).toHaveLength(8);
  expect(sortOut(many, 6).taken).toHaveLength(2);
  expect(sortOut(many, 9).taken).toHaveLength(0);
});
