import type { CrmEntity } from '@sidetone/contract/entities/call-log.ts';
import { expect, test } from 'vitest';
import { closedPicker, keyOf, kindsOf, markedOf, moveOfKey, offered, type Picker, pickerStep } from './picker.ts';

const record = (id: string, more: Partial<CrmEntity> = {}): CrmEntity => ({
  integrationId: 'hub',
  source: 'HUBSPOT',
  type: 'deals',
  id,
  label: `Deal ${id}`,
  url: null,
  isOpen: true,
  ownerId: null,
  isHidden: false,
  ...more,
});
const [one, two, hidden, three] = [record('1'), record('2'), record('h', { isHidden: true }), record('3')];
const shown = [one, two, hidden, three];
const open = pickerStep(closedPicker, { is: 'opened' });
const moved = (picker: Picker, by: 'down' | 'up' | 'last' | 'first' | 'pageDown') =>
  pickerStep(picker, { is: 'moved', by, among: shown });

test('the arrow keys mark what can be picked, around the ends, and leave out what the CRM hides', () => {
  expect(markedOf(open, shown)).toBe(one);
  const second = moved(open, 'down');
  expect(markedOf(second, shown)).toBe(two);
  expect(markedOf(moved(second, 'down'), shown)).toBe(three);
  expect(markedOf(moved(moved(second, 'down'), 'down'), shown)).toBe(one);
  expect(markedOf(moved(open, 'up'), shown)).toBe(three);
  expect(markedOf(moved(open, 'pageDown'), shown)).toBe(three);
  expect(markedOf(moved(moved(open, 'last'), 'first'), shown)).toBe(one);
});

test('a new search and another kind mark their first record', () => {
  const last = moved(open, 'last');
  expect(markedOf(pickerStep(last, { is: 'typed', text: '44' }), shown)).toBe(one);
  expect(pickerStep(last, { is: 'chose', type: 'deals' })).toEqual({ ...open, type: 'deals' });
});

test('a marked record that is no longer found gives way to the first', () => {
  expect(markedOf(moved(open, 'last'), [two])).toBe(two);
  expect(markedOf(open, [hidden])).toBeNull();
  expect(pickerStep(open, { is: 'moved', by: 'down', among: [hidden] }).marked).toBeNull();
});

test('it opens empty after it was closed', () => {
  const typed = pickerStep(open, { is: 'typed', text: '44' });
  expect(pickerStep(typed, { is: 'closed' })).toEqual(closedPicker);
  expect(pickerStep(typed, { is: 'opened' })).toEqual(open);
});

test('it offers no record twice, none that is chosen, and only the kind that was asked for', () => {
  const ticket = record('1', { type: 'tickets' });
  const chosen = [{ id: keyOf(two) }];
  expect(offered([...shown, one, ticket], chosen, null)).toEqual([one, hidden, three, ticket]);
  expect(offered([...shown, ticket], chosen, 'tickets')).toEqual([ticket]);
});

test('Home, End and combinations belong to the text', () => {
  const plain = { metaKey: false, ctrlKey: false, altKey: false };
  expect(moveOfKey({ ...plain, key: 'ArrowDown' })).toBe('down');
  expect(moveOfKey({ ...plain, key: 'Home' })).toBeNull();
  expect(moveOfKey({ ...plain, key: 'ArrowUp', altKey: true })).toBeNull();
  expect(moveOfKey({ ...plain, key: 'x' })).toBeNull();
});

test('the kinds of several CRMs are named once', () => {
  expect(
    kindsOf([{ callLoggingEntityTypes: ['contacts', 'deals'] }, { callLoggingEntityTypes: ['deals', 'leads'] }]),
  ).toEqual(['contacts', 'deals', 'leads']);
});
