/** What a key asks of a thread. */
export type ThreadOrder = 'up' | 'down' | 'first' | 'last' | 'open' | 'resolve' | 'call' | 'note' | 'back';

interface KeyPress {
  readonly key: string;
  readonly metaKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
}

const orders: Readonly<Record<string, ThreadOrder>> = {
  arrowup: 'up',
  arrowdown: 'down',
  home: 'first',
  end: 'last',
  enter: 'open',
  e: 'resolve',
  c: 'call',
  n: 'note',
  escape: 'back',
};

/** The order of a key; null where it means nothing here. With a modifier it belongs to the browser or to a call. */
export function orderOf(press: KeyPress): ThreadOrder | null {
  if (press.metaKey || press.ctrlKey || press.altKey) return null;
  return orders[press.key.toLowerCase()] ?? null;
}

/** Whether an order is given again and again while its key is held: only the selection moves on. */
export function goesOn(order: ThreadOrder): boolean {
  return order === 'up' || order === 'down' || order === 'first' || order === 'last';
}

/** Where the selection goes: from nowhere to the first call, and never past an end. */
export function selectionAfter(
  order: 'up' | 'down' | 'first' | 'last',
  ids: readonly string[],
  selected: string | null,
): string | null {
  const here = selected === null ? -1 : ids.indexOf(selected);
  const last = ids.length - 1;
  const place = {
    up: here === -1 ? 0 : Math.max(0, here - 1),
    down: Math.min(here + 1, last),
    first: 0,
    last,
  }[order];
  return ids[place] ?? null;
}
