import { expect, test } from 'vitest';
import { findPackedSpreads } from './packed-spreads.ts';

test.each([
  ['an object in an object', 'const call = {\n  id,\n  ...{ from, to },\n};', ['a.ts:3']],
  ['an array in an array', 'const keys = [...first,\n...["1", "2"]];', ['a.ts:2']],
  ['one in brackets', 'const call = { ...({ from }) };', ['a.ts:1']],
  ['one of a type', 'const keys = [...(["1"] as const)];', ['a.ts:1']],
  ['one within another', 'const call = { ...{ from, ...{ to } } };', ['a.ts:1', 'a.ts:1']],
])('%s is found', (_what, text, places) => {
  expect(findPackedSpreads('a.ts', text)).toEqual(places);
});

test('properties of an element that are packed into one are found, and a choice is not', () => {
  expect(findPackedSpreads('a.tsx', 'const row = <Row {...{ name, of }} {...(to ? { to } : {})} />;')).toEqual([
    'a.tsx:1',
  ]);
});

test.each([
  ['a spread of a name', 'const call = { ...before, to };'],
  ['a choice', 'const call = { ...(to === null ? {} : { to }) };'],
  ['arguments', 'send(...["a", "b"]);'],
  ['a call', 'const keys = [...new Set(["1"])];'],
])('%s is not', (_what, text) => {
  expect(findPackedSpreads('a.ts', text)).toEqual([]);
});
