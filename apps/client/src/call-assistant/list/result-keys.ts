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
