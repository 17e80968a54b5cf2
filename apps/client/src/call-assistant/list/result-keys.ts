import { type ListMove, moveKeys, orderOfKey } from '#ui/list-keys.ts';

/** What a key asks of the list, or of the result that is selected. */
export type ResultOrder = ListMove | 'open' | 'mark' | 'callBack';

const orders: Readonly<Record<string, ResultOrder>> = {
  ...moveKeys,
  enter: 'open',
  e: 'mark',
  c: 'callBack',
};

/** Orders that are for the list alone, and those that the page of an open result has as well. */
export const listOrders: readonly ResultOrder[] = [...Object.values(moveKeys), 'open'];
export const resultOrders: readonly ResultOrder[] = ['mark', 'callBack'];
export const allOrders: readonly ResultOrder[] = [...listOrders, ...resultOrders];

/** The order of a key; null where it means nothing here. */
export const orderOf = (press: Parameters<typeof orderOfKey>[0]): ResultOrder | null => orderOfKey(press, orders);

export const isMove = (order: ResultOrder): order is ListMove => order in moves;

const moves: Readonly<Record<ListMove, true>> = {
  down: true,
  up: true,
  pageDown: true,
  pageUp: true,
  first: true,
  last: true,
};

/**
 * The result that is selected next: without a selection the first one, and never past an end; null where there is none.
 * A page key passes `screen` results.
 */
export function resultAfter(
  order: ListMove,
  ids: readonly string[],
  selected: string | null,
  screen: number,
): string | null {
  const here = selected === null ? -1 : ids.indexOf(selected);
  if (order === 'last') return ids.at(-1) ?? null;
  if (order === 'first' || here === -1) return ids[0] ?? null;
  const step = order === 'pageDown' || order === 'pageUp' ? Math.max(1, screen) : 1;
  const place = order === 'down' || order === 'pageDown' ? here + step : here - step;
  return ids[Math.min(Math.max(0, place), ids.length - 1)] ?? null;
}
