import { expect, test } from 'vitest';
import { findLongFunctions, judgeLengths } from './function-lengths.ts';

/** A function of so many lines; its first and last ones are counted. */
const lines = (count: number) => Array.from({ length: count - 2 }, () => '  work();').join('\n');
const namesOf = (path: string, text: string) => findLongFunctions(path, text).map(({ name, lines }) => [name, lines]);

test('a function of 60 lines passes, one of 61 is found with its name', () => {
  expect(namesOf('a.ts', `function short() {\n${lines(60)}\n}`)).toEqual([]);
  expect(namesOf('a.ts', `/** What it does. */\nexport function long() {\n${lines(61)}\n}`)).toEqual([
    ['a.ts: long', 61],
  ]);
});

test.each([
  ['an arrow function', (body: string) => `const long = () => {\n${body}\n}`, 'long'],
  ['a method', (body: string) => `class Phone { long() {\n${body}\n} }`, 'Phone > long'],
  ['a constructor', (body: string) => `class Phone { constructor() {\n${body}\n} }`, 'Phone > constructor'],
  ['a property', (body: string) => `const phone = { long: () => {\n${body}\n} }`, 'long'],
  ['what is handed over', (body: string) => `phone.on('ring', () => {\n${body}\n})`, 'phone.on()'],
])('%s is a function', (_what, write, name) => {
  expect(namesOf('a.ts', write(lines(61)))).toEqual([[`a.ts: ${name}`, 61]]);
});

test('components may have 120 lines, and other functions of their files 60', () => {
  expect(namesOf('A.tsx', `export function Inbox() {\n${lines(120)}\n}`)).toEqual([]);
  expect(namesOf('A.tsx', `export function Inbox() {\n${lines(121)}\n}`)).toEqual([['A.tsx: Inbox', 121]]);
  expect(namesOf('A.tsx', `const row = () => {\n${lines(90)} return <li />;\n}`)).toEqual([]);
  expect(namesOf('A.tsx', `function useRows() {\n${lines(61)}\n}`)).toEqual([['A.tsx: useRows', 61]]);
});

test('two functions of one name in one file are distinguished', () => {
  const text = `on(() => {\n${lines(61)}\n});\non(() => {\n${lines(62)}\n});`;
  expect(namesOf('a.ts', text)).toEqual([
    ['a.ts: on()', 61],
    ['a.ts: on() (2)', 62],
  ]);
});

test('the list only shrinks', () => {
  const found = [
    { name: 'a.ts: same', lines: 70 },
    { name: 'a.ts: longer', lines: 81 },
    { name: 'a.ts: shorter', lines: 65 },
    { name: 'a.ts: new', lines: 61 },
  ];
  const listed = { 'a.ts: same': 70, 'a.ts: longer': 80, 'a.ts: shorter': 90, 'a.ts: gone': 99 };
  const { broken, shrunk } = judgeLengths(found, listed);
  expect(broken).toEqual([
    'a.ts: longer grew from 80 to 81 lines',
    'a.ts: new has 61 lines; cut it into functions with names',
    'a.ts: shorter has 65 lines now, not 90: npm run long-functions -- --shrink',
    'a.ts: gone is short now: npm run long-functions -- --shrink',
  ]);
  expect(shrunk).toEqual({ 'a.ts: same': 70, 'a.ts: longer': 80, 'a.ts: shorter': 65 });
  expect(judgeLengths(found, shrunk).broken).toEqual(broken.slice(0, 2));
});
