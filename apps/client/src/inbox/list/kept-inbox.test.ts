import { expect, test } from 'vitest';
import { sampleRow } from '../testing/sample-row.ts';
import { beginning, type InboxView } from './kept-inbox.ts';
import { layouts } from './layout.ts';
import { placeInView, wayBack } from './use-kept-place.ts';

const left: InboxView = {
  tab: 'all',
  filter: { text: 'wolff' },
  openCall: null,
  selected: 'b',
  place: { startedAt: '2026-11-20T09:00:00.000Z', id: 'b', below: 12 },
};

test('an inbox begins as it was left, with the call that was open or none', () => {
  expect(beginning(left, null)).toEqual(left);
  expect(beginning({ ...left, openCall: 'b' }, 'b')).toEqual({ ...left, openCall: 'b' });
  expect(beginning({ ...left, openCall: 'b' }, null)).toEqual(left);
});

test('an inbox that was not left before begins with unresolved calls, and a link to a call shows all of them', () => {
  const top = { filter: null, selected: null, place: null };
  expect(beginning(null, null)).toEqual({ ...top, tab: 'unresolved', openCall: null });
  expect(beginning(null, 'x')).toEqual({ ...top, tab: 'all', openCall: 'x' });
  expect(beginning(left, 'x')).toEqual({ ...top, tab: 'all', openCall: 'x' });
});

test('a link to calls about a topic shows these, whatever was shown before', () => {
  const asked = { topic: 'Invoice', from: '2026-11-16', to: '2026-11-29' };
  const shown = { tab: 'all', filter: asked, openCall: null, selected: null, place: null };
  expect(beginning(left, null, asked)).toEqual(shown);
  expect(beginning(null, null, asked)).toEqual(shown);
});

const rows = Array.from({ length: 5 }, (_, at) =>
  sampleRow({ id: `call-${at}`, day: '2026-11-20', call: { startedAt: `2026-11-20T0${9 - at}:00:00.000Z` } }),
);
const layout = layouts()([{ key: 1, rows, shape: [] }]);
const placeOf = (at: number) => ({ startedAt: `2026-11-20T0${9 - at}:00:00.000Z`, id: `call-${at}`, below: 10 });

test('the place of a list is its first call in view, and there is none at its top', () => {
  expect(placeInView(layout, 0, 200)).toBeNull();
  // The head is 40 px high and each call 60 px.
  expect(placeInView(layout, 150, 200)).toEqual({ ...placeOf(2), below: 10 });
});

test('a list goes back to its place, and loads more while that is not there', () => {
  expect(wayBack(layout, false, placeOf(2))).toEqual({ to: 'top', px: 150 });
  const older = { startedAt: '2026-11-19T09:00:00.000Z', id: 'older', below: 10 };
  expect(wayBack(layout, false, older)).toEqual({ to: 'more' });
  expect(wayBack(layout, true, older)).toEqual({ to: 'stay' });
});

test('where the call of a place is gone, the next one is the place', () => {
  const gone = { startedAt: '2026-11-20T07:30:00.000Z', id: 'gone', below: 10 };
  expect(wayBack(layout, false, gone)).toEqual({ to: 'top', px: 150 });
});
