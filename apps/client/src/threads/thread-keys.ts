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
