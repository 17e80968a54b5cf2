import { expect, test } from 'vitest';
import {
  formatBarDay,
  formatHourLabel,
  formatHours,
  formatShare,
  formatWeekday,
  scaleFor,
  withSign,
} from './format.ts';

test('figures read as one writes them in both languages', () => {
  expect([formatShare(0.892, 'en'), formatShare(0.892, 'de')]).toEqual(['89.2 %', '89,2 %']);
  expect([formatBarDay('2026-11-20', 'en'), formatWeekday(1, 'en', 'long'), formatWeekday(7, 'de', 'long')]).toEqual([
    'Fri 20',
    'Monday',
    'Sonntag',
  ]);
  expect([10, 11, 12, 23].map((hour) => formatHours(hour, 'en'))).toEqual([
    '10 to 11 AM',
    '11 AM to 12 PM',
    '12 to 1 PM',
    '11 PM to 12 AM',
  ]);
  const scale = [7, 9, 11, 13, 15];
  const labels = (language: 'de' | 'en') =>
    scale.map((hour, at) => formatHourLabel(hour, language, scale[at - 1] ?? null));
  expect(labels('en')).toEqual(['7 AM', '9', '11', '1 PM', '3']);
  expect(labels('de')).toEqual(['7', '9', '11', '13', '15']);
  expect(formatHours(23, 'de')).toBe('23 bis 0 Uhr');
});

test('a change has a sign, and none is neither up nor down', () => {
  expect([3, -9, 0].map((change) => withSign(change, String))).toEqual(['+3', '−9', '±0']);
});

test('a scale takes its most in at most five whole steps', () => {
  for (let most = 0; most < 3000; most += 1) {
    const { top, step } = scaleFor(most);
    expect(top, String(most)).toBeGreaterThanOrEqual(most);
    expect(top / step).toBeLessThanOrEqual(5);
    expect([Number.isInteger(step), Number.isInteger(top / step)]).toEqual([true, true]);
  }
  expect(scaleFor(78)).toEqual({ top: 80, step: 20 });
});
