import { newOpeningHours } from '@sidetone/contract/entities/opening-hours.ts';
import { expect, test } from 'vitest';
import { hoursValues, withRule } from './hours-form.ts';

test('new opening hours begin with a working week, and have to be named', () => {
  const values = hoursValues(null);
  expect(values.name).toBe('');
  expect(values.hours?.friday).toEqual([{ from: '09:00', until: '17:00' }]);
  expect(values.hours?.saturday).toEqual([]);
  expect(newOpeningHours.safeParse(values).success).toBe(false);
  expect(newOpeningHours.safeParse({ ...values, name: 'Office' }).success).toBe(true);
});

test('what is saved is what was read', () => {
  const read = newOpeningHours.parse({
    name: 'Office',
    holidays: [{ from: '2026-12-24', until: '2026-12-24', name: 'Eve' }],
    place: { country: 'DE', state: 'BY' },
    leftOut: ['easter 60'],
  });
  expect(newOpeningHours.parse(hoursValues({ ...read, id: 'h1', rev: 1, revision: 0 }))).toEqual(read);
});

test('a rule is left out once, and no longer', () => {
  expect(withRule(['a'], 'b', true)).toEqual(['a', 'b']);
  expect(withRule(['a', 'b'], 'b', true)).toEqual(['a', 'b']);
  expect(withRule(['a', 'b'], 'a', false)).toEqual(['b']);
});
