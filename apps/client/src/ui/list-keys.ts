/** The direction in which a key moves the selection of a list. */
export type ListMove = 'down' | 'up' | 'pageDown' | 'pageUp' | 'first' | 'last';

/** The keys that move it in every list, by `KeyboardEvent.key` in small letters. */
export const moveKeys: Readonly<Record<string, ListMove>> = {
  arrowdown: 'down',
  arrowup: 'up',
  pagedown: 'pageDown',
  pageup: 'pageUp',
  home: 'first',
  end: 'last',
};

type KeyPress = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey'>;

/**
 * The order of a key by this table; null where it means nothing. Plain keys only: with a modifier they belong to the
 * browser or to a call.
 */
export function orderOfKey<Order>(press: KeyPress, orders: Readonly<Record<string, Order>>): Order | null {
  if (press.metaKey || press.ctrlKey || press.altKey) return null;
  return orders[press.key.toLowerCase()] ?? null;
}
