import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dayOf, formatTime } from './format.ts';
import { cityOf, isOtherTime } from './zones.ts';

beforeEach(() => vi.stubEnv('TZ', 'America/Los_Angeles'));
afterEach(() => vi.unstubAllEnvs());

// Half past seven in the evening of the 22nd in Los Angeles, early on the 23rd in Berlin.
const moment = new Date('2026-11-23T03:30:00Z');

test('CONST-068, CONST-069: day and time of a call are those of one zone, wherever the browser is', () => {
  expect([dayOf(moment), formatTime(moment.toISOString(), 'en')]).toEqual(['2026-11-22', '7:30 PM']);
  expect(dayOf(moment, 'Europe/Berlin')).toBe('2026-11-23');
  expect(formatTime(moment.toISOString(), 'en', 'Europe/Berlin')).toBe('4:30 AM');
  expect(formatTime(moment.toISOString(), 'de', 'Europe/Berlin')).toBe('04:30 Uhr');
});

test('a zone with the same clock is no other time, and an unknown one counts as the own', () => {
  expect(isOtherTime(moment, 'Europe/Berlin')).toBe(true);
  expect(isOtherTime(moment, 'America/Tijuana')).toBe(false);
  expect(isOtherTime(moment, undefined)).toBe(false);
  expect(isOtherTime(moment, 'Nowhere/Atlantis')).toBe(false);
  expect(formatTime(moment.toISOString(), 'en', 'Nowhere/Atlantis')).toBe('7:30 PM');
});

test('a zone is named by its city', () => {
  expect(['Europe/Berlin', 'America/New_York', 'America/Indiana/Knox', 'UTC'].map(cityOf)).toEqual([
    'Berlin',
    'New York',
    'Knox',
    'UTC',
  ]);
});
