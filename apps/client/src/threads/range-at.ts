import type { InboxRange } from '#inbox/stretches.ts';

/** The range that holds the row at a place among all rows, at most the last one. */
export function rangeAt(ranges: readonly Pick<InboxRange, 'rows'>[], place: number): number {
  let left = place;
  const found = ranges.findIndex(({ rows }) => {
    left -= rows?.length ?? 0;
    return left < 0;
  });
  return found === -1 ? Math.max(0, ranges.length - 1) : found;
}
