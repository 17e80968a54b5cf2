import { expect, test } from 'vitest';
import { sampleRow } from '#inbox/testing/sample-row.ts';
import { linesOf, monthsOf } from './sections.ts';

/** A Thursday. */
const today = '2026-11-19';
const on = (day: string) => ({ ...sampleRow(), id: `call of ${day}`, day });

test('calls are listed under today, yesterday, this week and earlier', () => {
  const days = ['2026-11-20', today, '2026-11-18', '2026-11-17', '2026-11-16', '2026-11-15', '2026-03-01'];
  const lines = linesOf(days.map(on), today);
  expect(lines.map((line) => (line.kind === 'call' ? line.row.day : `${line.section} ${line.calls}`))).toEqual([
    'today 2',
    '2026-11-20',
    today,
    'yesterday 1',
    '2026-11-18',
    'thisWeek 2',
    '2026-11-17',
    '2026-11-16',
    'earlier 2',
    '2026-11-15',
    '2026-03-01',
  ]);
  expect(lines.at(-3)).toMatchObject({ newest: '2026-11-15', oldest: '2026-03-01' });
});

test('on a Monday the Sunday before is yesterday, and the Saturday is earlier', () => {
  const lines = linesOf(['2026-11-15', '2026-11-14'].map(on), '2026-11-16');
  expect(lines.flatMap((line) => (line.kind === 'section' ? [line.section] : []))).toEqual(['yesterday', 'earlier']);
});

test('a thread without calls has no section', () => {
  expect(linesOf([], today)).toEqual([]);
});

test.each([
  ['2026-11-02', '2026-11-15', 'en', { kind: 'one', month: 'November' }],
  ['2026-10-02', '2026-11-15', 'de', { kind: 'two', from: 'Oktober', to: 'November' }],
  ['2026-03-02', '2026-11-15', 'de', { kind: 'range', from: 'März', to: 'November' }],
  ['2025-12-30', '2026-01-02', 'en', { kind: 'two', from: 'December 2025', to: 'January 2026' }],
  ['2025-06-30', '2025-06-02', 'de', { kind: 'one', month: 'Juni 2025' }],
])('the months from %s to %s in %s are %j', (oldest, newest, language, months) => {
  expect(monthsOf(oldest, newest, language, 2026)).toEqual(months);
});
