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

const moves: readonly string[] = Object.values(moveKeys);

/** Whether an order only moves the selection: it is repeated while its key is held, and everything else is done once. */
export const isListMove = (order: string): order is ListMove => moves.includes(order);

/**
 * What is selected next: without a selection the first one, and never past an end; null where there is none. A page key passes
 * `screen` of them.
 */
export function selectionAfter(
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
