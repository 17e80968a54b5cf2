import { isUnderDialog } from '#ui/any-dialog.ts';

/** What a key asks of the list, or of the call that is selected. */
export type ListOrder = 'down' | 'up' | 'first' | 'last' | 'open' | 'resolve' | 'callBack' | 'note' | 'find';

interface KeyPress {
  key: string;
  metaKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
}

const orders: Readonly<Record<string, ListOrder>> = {
  arrowdown: 'down',
  arrowup: 'up',
  home: 'first',
  end: 'last',
  enter: 'open',
  e: 'resolve',
  c: 'callBack',
  n: 'note',
  f: 'find',
};

/**
 * What a key does in the list; null where it means nothing here. Plain keys only: with a modifier they belong to the
 * browser or to a call.
 */
export function orderOf(press: KeyPress): ListOrder | null {
  if (press.metaKey || press.ctrlKey || press.altKey) return null;
  return orders[press.key.toLowerCase()] ?? null;
}

/** Whether an order is given again and again while its key is held: only the selection moves on. */
export function goesOn(order: ListOrder): boolean {
  return order === 'down' || order === 'up' || order === 'first' || order === 'last';
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
