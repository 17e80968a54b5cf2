import type { LiveMessage } from '@sidetone/contract/documents/live-query.ts';

export interface Row {
  readonly id: string;
  readonly rev: number;
}

/**
 * The rows just read, with the objects of the last reading where nothing changed, so that `===` tells. A joined row can
 * change without its own `rev` growing; then it is raised here, since clients ignore a row that is older than theirs.
 */
export function keepUnchanged<R extends Row>(before: readonly R[], now: readonly R[]): R[] {
  const known = new Map(before.map((row) => [row.id, row]));
  return now.map((row) => {
    const old = known.get(row.id);
    if (!old) return row;
    const rev = Math.max(row.rev, old.rev);
    if (JSON.stringify({ ...row, rev }) === JSON.stringify(old)) return old;
    return rev > old.rev ? row : { ...row, rev: old.rev + 1 };
  });
}

/**
 * What to tell someone who has `before` so that they have `now`; nothing when it is the same. A short delta names the order only
 * where it is another one.
 */
export function deltaOf<R extends Row>(
  before: readonly R[],
  now: readonly R[],
  isShort = false,
): LiveMessage<R> | undefined {
  const known = new Map(before.map((row) => [row.id, row]));
  const changed = now.filter((row) => known.get(row.id) !== row);
  const sameOrder = before.length === now.length && before.every((row, at) => row.id === now[at]?.id);
  if (changed.length === 0 && sameOrder) return undefined;
  if (sameOrder && isShort) return { type: 'delta', changed };
  return { type: 'delta', changed, ids: now.map((row) => row.id) };
}
