import { isUnderDialog } from '#ui/any-dialog.ts';
import { type ListMove, moveKeys, orderOfKey } from '#ui/list-keys.ts';
import { lineHeights } from '../days.ts';
import type { Layout } from './layout.ts';

/** What a key asks of the list, or of the call that is selected. */
export type ListOrder = ListMove | 'open' | 'resolve' | 'callBack' | 'note' | 'find';

const orders: Readonly<Record<string, ListOrder>> = {
  ...moveKeys,
  enter: 'open',
  e: 'resolve',
  c: 'callBack',
  n: 'note',
  f: 'find',
};

/** The order of a key in the list; null where it means nothing here. */
export const orderOf = (press: Parameters<typeof orderOfKey>[0]): ListOrder | null => orderOfKey(press, orders);

const moves: readonly ListOrder[] = ['down', 'up', 'pageDown', 'pageUp', 'first', 'last'];

/** Whether an order is repeated while its key is held: only the selection moves on. */
export function goesOn(order: ListOrder): boolean {
  return moves.includes(order);
}

/**
 * The call that is selected next: without a selection the first one, and never past an end; null where there is none. A
 * page key moves by the calls in a view of this height, in px, less one to keep track.
 */
export function callAfter(
  order: ListMove,
  layout: Pick<Layout, 'beside' | 'find' | 'first' | 'last'>,
  selected: string | null,
  height: number,
): string | null {
  if (order === 'last') return layout.last();
  if (order === 'first' || selected === null || !layout.find(selected)) return layout.first();
  const isPage = order === 'pageDown' || order === 'pageUp';
  const step = order === 'down' || order === 'pageDown' ? 1 : -1;
  let at = selected;
  for (let left = isPage ? Math.max(1, Math.floor(height / lineHeights.call) - 1) : 1; left > 0; left -= 1) {
    at = layout.beside(at, step) ?? at;
  }
  return at;
}

const takesKeysItself = 'input, textarea, select, [contenteditable], [role=menu], [role=dialog], [role=combobox]';

/** Keys work in the list, on its tabs, and where nothing has the focus; never in a field, a menu or a dialog. */
export function isForList(target: EventTarget | null, list: HTMLElement | null): boolean {
  if (!(target instanceof HTMLElement) || !list) return false;
  // The focus of a dialog may be lost to the page under it.
  if (target === document.body) return !isUnderDialog(list);
  const page = list.closest('[role=tabpanel]')?.parentElement ?? list;
  return page.contains(target) && target.closest(takesKeysItself) === null;
}
