import { expect, test } from 'vitest';
import { excessOf } from './xml-limits.ts';

const limits = { depth: 3, elements: 6 };

test.each([
  ['<a><b><c/></b></a>', null],
  ['<a><b><c><d/></c></b></a>', null],
  ['<a><b><c><d></d></c></b></a>', 'tooDeep'],
  ['<a>'.repeat(4), 'tooDeep'],
  ['<a/>'.repeat(6), null],
  ['<a/>'.repeat(7), 'tooMany'],
  ['<a></a>'.repeat(7), 'tooMany'],
  [`<?xml version="1.0"?><a><!-- ${'<b>'.repeat(9)} --><![CDATA[${'<b>'.repeat(9)}]]></a>`, null],
  ['<!-- without an end <a><a><a><a>', null],
  ['<a', null],
  ['', null],
])('%s: %s', (xml, excess) => {
  expect(excessOf(xml, limits)).toBe(excess);
});
