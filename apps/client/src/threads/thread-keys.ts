import { type ListMove, moveKeys, orderOfKey } from '#ui/list-keys.ts';

/** What a key asks of a thread. */
export type ThreadOrder = ListMove | 'open' | 'resolve' | 'call' | 'note' | 'back';

const orders: Readonly<Record<string, ThreadOrder>> = {
  ...moveKeys,
  enter: 'open',
  e: 'resolve',
  c: 'call',
  n: 'note',
  escape: 'back',
};

/** The order of a key; null where it means nothing here. */
export const orderOf = (press: Parameters<typeof orderOfKey>[0]): ThreadOrder | null => orderOfKey(press, orders);

const moves: readonly ThreadOrder[] = ['up', 'down', 'pageUp', 'pageDown', 'first', 'last'];

/** Whether an order is repeated while its key is held: only the selection moves on. */
export function goesOn(order: ThreadOrder): boolean {
  return moves.includes(order);
}

/**
 * The next selection: without one the first call, and never past an end. `screen` is the number of calls that a page
 * key passes.
 */
export function selectionAfter(
  order: ListMove,
  ids: readonly string[],
  selected: string | null,
  screen: number,
): string | null {
  const here = selected === null ? -1 : ids.indexOf(selected);
  const last = ids.length - 1;
  const place = {
    up: here === -1 ? 0 : Math.max(0, here - 1),
    down: Math.min(here + 1, last),
    pageUp: Math.max(0, here - Math.max(1, screen)),
    pageDown: here === -1 ? 0 : Math.min(here + Math.max(1, screen), last),
    first: 0,
    last,
  }[order];
  return ids[place] ?? null;
}
