import { type ListMove, moveKeys, orderOfKey } from '#ui/list-keys.ts';

/** What a key asks of the list, or of the contact that is selected. */
export type ContactOrder = ListMove | 'open' | 'call' | 'create' | 'filter';

const orders: Readonly<Record<string, ContactOrder>> = {
  ...moveKeys,
  enter: 'open',
  c: 'call',
  n: 'create',
  f: 'filter',
};

/** The order of a key in the list; null where it means nothing here. */
export const orderOf = (press: Parameters<typeof orderOfKey>[0]): ContactOrder | null => orderOfKey(press, orders);

const moves: Partial<Record<ContactOrder, (rows: number) => number>> = {
  down: () => 1,
  up: () => -1,
  pageDown: (rows) => rows,
  pageUp: (rows) => -rows,
  first: () => Number.NEGATIVE_INFINITY,
  last: () => Number.POSITIVE_INFINITY,
};

/** Whether an order only moves the selection: then it is repeated while its key is held. */
export const isMove = (order: ContactOrder): boolean => moves[order] !== undefined;

/**
 * The place that is selected next; null where the order moves nothing. `from` is -1 while nothing is selected: every
 * order but `last` then selects the first. `rows` are those of a screen.
 */
export function placeAfterMove(order: ContactOrder, from: number, rows: number, total: number): number | null {
  const move = moves[order];
  if (!move || total === 0) return null;
  if (from < 0) return order === 'last' ? total - 1 : 0;
  return Math.min(total - 1, Math.max(0, from + move(rows)));
}
