import { expect, test } from 'vitest';
import { type Letters, lineHeights, linesOf, placeAfter } from './lines.ts';

const letters: Letters = [
  { letter: '#', count: 2 },
  { letter: 'A', count: 1 },
  { letter: 'F', count: 300 },
];

test('every line is a head or a contact, in order, and leads back to itself', () => {
  const lines = linesOf(letters);
  expect([lines.count, lines.contacts]).toEqual([306, 303]);
  const drawn = Array.from({ length: lines.count }, (_, line) => lines.at(line));
  expect(drawn.slice(0, 7)).toEqual([
    { kind: 'letter', letter: '#' },
    { kind: 'contact', place: 0 },
    { kind: 'contact', place: 1 },
    { kind: 'letter', letter: 'A' },
    { kind: 'contact', place: 2 },
    { kind: 'letter', letter: 'F' },
    { kind: 'contact', place: 3 },
  ]);
  let top = 0;
  for (const [line, what] of drawn.entries()) {
    if (what.kind === 'contact') expect(lines.lineOf(what.place)).toBe(line);
    expect(lines.topOf(line)).toBe(top);
    expect([lines.lineAt(top), lines.lineAt(top + 39)]).toEqual([line, line]);
    top += lineHeights[what.kind];
  }
});

test('a line knows its head, and the contact that comes next', () => {
  const lines = linesOf(letters);
  expect([0, 1, 2, 3, 4, 5, 6, 305].map(lines.headOf)).toEqual([0, 0, 0, 3, 3, 5, 5, 5]);
  expect([0, 1, 2, 3, 4, 5, 6, 305].map(lines.placeFrom)).toEqual([0, 0, 1, 2, 2, 3, 3, 302]);
});

test('a list without contacts has no lines', () => {
  const lines = linesOf([]);
  expect([lines.count, lines.contacts, lines.topOf(0), lines.placeFrom(0)]).toEqual([0, 0, 0, -1]);
});

test('a contact under a letter is looked for under it, whatever came above', () => {
  const after: Letters = [
    { letter: '#', count: 1000 },
    { letter: 'F', count: 5 },
  ];
  expect(placeAfter(letters, after, 1)).toBe(1);
  expect(placeAfter(letters, after, 3)).toBe(1000);
  expect(placeAfter(letters, after, 6)).toBe(1003);
  expect(placeAfter(letters, after, 200)).toBe(1004);
  expect(placeAfter(letters, after, 2)).toBe(2);
  expect(placeAfter(letters, [{ letter: 'Z', count: 1 }], 302)).toBe(0);
  expect(placeAfter(letters, [], 3)).toBeNull();
});
