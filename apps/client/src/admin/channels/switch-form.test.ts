import { expect, test } from 'vitest';
import { firstSwitch, heldBy } from './switch-form.ts';

const zone = 'Europe/Berlin';
const opened = new Date('2026-11-29T12:00:00Z');
const held = { state: 'closed', until: '2026-11-29T17:00:00.000Z' } as const;

test('a channel that is closed until six stays so when the dialog is applied as it is', () => {
  expect(firstSwitch(held, zone, opened)).toEqual({ state: 'closed', until: '2026-11-29T18:00' });
  expect(heldBy(firstSwitch(held, zone, opened), held, zone)).toEqual(held);
});

test('an end with seconds, or in the second of two hours that the clock shows, stays as it is where nobody types', () => {
  for (const until of ['2026-11-29T17:00:42.500Z', '2027-10-31T01:30:00.000Z']) {
    const exact = { state: 'closed', until } as const;
    expect(heldBy({ ...firstSwitch(exact, zone, opened), state: 'open' }, exact, zone)).toEqual({
      state: 'open',
      until,
    });
  }
});

test('a channel that is held for good, by nobody, or no longer begins without an end', () => {
  expect(firstSwitch({ state: 'open', until: null }, zone, opened)).toEqual({ state: 'open', until: '' });
  expect(firstSwitch(null, zone, opened)).toEqual({ state: 'closed', until: '' });
  const over = { state: 'open', until: '2026-11-29T11:00:00.000Z' } as const;
  expect(firstSwitch(over, zone, opened)).toEqual({ state: 'closed', until: '' });
});

test('what is typed counts: another end, none, or the opening hours', () => {
  expect(heldBy({ state: 'closed', until: '2026-11-30T09:00' }, held, zone)).toEqual({
    state: 'closed',
    until: '2026-11-30T08:00:00.000Z',
  });
  expect(heldBy({ state: 'closed', until: '' }, held, zone)).toEqual({ state: 'closed', until: null });
  expect(heldBy({ state: 'byHours', until: '2026-11-30T09:00' }, held, zone)).toBeNull();
});
