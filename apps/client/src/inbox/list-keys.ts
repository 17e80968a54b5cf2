/** What a key asks of the list. */
export type ListOrder = { do: 'select'; id: string } | { do: 'resolve'; id: string } | { do: 'callBack'; id: string };

interface KeyPress {
  key: string;
  metaKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
}

/**
 * What a key does in a list of these ids with this one selected; null where it means nothing here. Plain letters
 * only: with a modifier they belong to the browser or to a call.
 */
export function orderOf(press: KeyPress, ids: readonly string[], selected: string | null): ListOrder | null {
  if (press.metaKey || press.ctrlKey || press.altKey || ids.length === 0) return null;
  const here = selected === null ? -1 : ids.indexOf(selected);
  switch (press.key) {
    case 'ArrowDown':
      return select(ids, here === -1 ? 0 : Math.min(here + 1, ids.length - 1));
    case 'ArrowUp':
      return select(ids, here === -1 ? 0 : Math.max(here - 1, 0));
    case 'Home':
      return select(ids, 0);
    case 'End':
      return select(ids, ids.length - 1);
    case 'e':
    case 'E':
      return here === -1 || selected === null ? null : { do: 'resolve', id: selected };
    case 'c':
    case 'C':
      return here === -1 || selected === null ? null : { do: 'callBack', id: selected };
    default:
      return null;
  }
}

/** Where the selection goes when this one leaves the list: to the next call, else to the one before. */
export function nextAfter(ids: readonly string[], leaving: string): string | null {
  const place = ids.indexOf(leaving);
  return place === -1 ? null : (ids[place + 1] ?? ids[place - 1] ?? null);
}

function select(ids: readonly string[], place: number): ListOrder | null {
  const id = ids[place];
  return id === undefined ? null : { do: 'select', id };
}
