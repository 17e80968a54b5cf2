import { type Contact, contact } from '@sidetone/contract/entities/contact.ts';
import { expect, test } from 'vitest';
import type { ResultRow } from './rows.ts';
import { orderOfSearchKey, type SearchAtKey, type SearchKey } from './search-keys.ts';

const mara: Contact = contact.parse({
  id: 'mara',
  source: 'SIDETONE',
  integrationId: 'own',
  name: 'Mara Kolbe',
  phoneNumbers: ['+49401', '+49402'].map((e164) => ({ id: e164, type: 'work', label: '', localized: e164, e164 })),
});
const head = (open: boolean): ResultRow => ({ key: 'mara', obstacle: null, kind: 'contact', contact: mara, open });
const line: ResultRow = { key: 'mara @', obstacle: null, kind: 'email', contact: mara, email: 'mara@company.example' };

const searchOf = (rows: readonly ResultRow[], more: Partial<SearchAtKey> = {}): SearchAtKey => ({
  rows,
  active: rows[0]?.key ?? null,
  hasChosen: false,
  shortcutsEnabled: true,
  ...more,
});
const press = (key: string, more: Partial<SearchKey> = {}): SearchKey => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isAltGraph: false,
  isMac: false,
  field: { value: 'mara', selectionStart: 4, selectionEnd: 4 },
  ...more,
});

test('Enter chooses, and the arrow keys go from line to line', () => {
  const search = searchOf([head(true), line]);
  expect(orderOfSearchKey(press('Enter'), search)).toEqual({ is: 'choose' });
  expect(orderOfSearchKey(press('ArrowDown'), search)).toEqual({ is: 'go', key: 'mara @' });
  expect(orderOfSearchKey(press('m'), search)).toBeNull();
  expect(orderOfSearchKey(press('ArrowDown', { shiftKey: true }), search)).toBeNull();
});

test('the arrow to the right opens a contact only where the caret is at the end of the text', () => {
  const closed = searchOf([head(false)]);
  expect(orderOfSearchKey(press('ArrowRight'), closed)).toEqual({ is: 'toggle', row: head(false) });
  const inText = press('ArrowRight', { field: { value: 'mara', selectionStart: 2, selectionEnd: 2 } });
  expect(orderOfSearchKey(inText, closed)).toBeNull();
  expect(orderOfSearchKey(press('ArrowRight'), searchOf([head(true), line]))).toBeNull();
});

test('the arrow to the left closes a contact, from its lines too, once the user has gone to one', () => {
  const rows = [head(true), line];
  const onLine = searchOf(rows, { active: 'mara @' });
  expect(orderOfSearchKey(press('ArrowLeft'), onLine)).toBeNull();
  const chosen = { ...onLine, hasChosen: true };
  expect(orderOfSearchKey(press('ArrowLeft'), chosen)).toEqual({ is: 'toggle', row: head(true) });
});

test.each([
  ['Ctrl and N on a PC', { ctrlKey: true }, 'create'],
  ['Ctrl, Shift and N', { ctrlKey: true, shiftKey: true }, 'addNumber'],
  ['Command and N on a Mac', { metaKey: true, isMac: true }, 'create'],
  ['Ctrl and N on a Mac', { ctrlKey: true, isMac: true }, null],
  ['a letter made by AltGr', { ctrlKey: true, altKey: true, isAltGraph: true }, null],
] as const)('%s', (_name, keys, order) => {
  const pressed = press('n', { code: 'KeyN', ...keys });
  expect(orderOfSearchKey(pressed, searchOf([]))).toEqual(order === null ? null : { is: order });
  expect(orderOfSearchKey(pressed, searchOf([], { shortcutsEnabled: false }))).toBeNull();
});

test('Home and End belong to the text until the caret is there', () => {
  const search = searchOf([head(true), line]);
  expect(orderOfSearchKey(press('Home'), search)).toBeNull();
  expect(orderOfSearchKey(press('End'), search)).toEqual({ is: 'go', key: 'mara @' });
  const atStart = press('Home', { field: { value: 'mara', selectionStart: 0, selectionEnd: 0 } });
  expect(orderOfSearchKey(atStart, search)).toEqual({ is: 'go', key: 'mara' });
});

test('Enter with Shift hands a running call over, and does nothing where there is none', () => {
  const search = searchOf([head(false)], { handsOver: true });
  expect(orderOfSearchKey(press('Enter', { shiftKey: true }), search)).toEqual({ is: 'handOver' });
  expect(orderOfSearchKey(press('Enter', { shiftKey: true }), searchOf([head(false)]))).toBeNull();
});
