import { callTask } from '@sidetone/contract/entities/call-log.ts';
import { expect, test } from 'vitest';
import { dueTimeOf, isDueDay, isTaskDraft, taskGap } from './task.ts';

test('SLOG-019 to -021: a task needs a document, a type and a record', () => {
  expect(taskGap(null, 2)).toBe('noDocument');
  expect(taskGap({ type: null }, 2)).toBe('noType');
  expect(taskGap({ type: '' }, 2)).toBe('noType');
  expect(taskGap({ type: 'TODO' }, 0)).toBe('noRecord');
  expect(taskGap({ type: 'TODO' }, 1)).toBeNull();
});

test.each([
  ['2026-11-20', true],
  ['2026-11-21', true],
  ['2026-11-19', false],
  ['', false],
  ['2026-13-40', false],
  ['20.11.2026', false],
])('SLOG-023, SLOG-024: %s is a day to be due at: %s', (day, is) => {
  expect(isDueDay(day, '2026-11-20')).toBe(is);
});

test.each([
  ['09:05', '09:05'],
  ['23:59:30', '23:59'],
  ['24:00', null],
  ['9:05', null],
  ['', null],
])('SLOG-025: the time %j is kept as %j', (text, time) => {
  expect(dueTimeOf(text)).toBe(time);
  if (time !== null) expect(callTask.shape.dueTime.safeParse(time).success).toBe(true);
});

test('a task that is on its way is changed in the CRM', () => {
  expect((['DRAFT', 'SKIPPED', 'READY', 'WRITTEN', 'REFUSED'] as const).map((state) => isTaskDraft({ state }))).toEqual(
    [true, true, false, false, false],
  );
});
