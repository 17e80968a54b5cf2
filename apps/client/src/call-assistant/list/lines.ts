/** What a line of the list needs of a result. */
interface Entry {
  readonly id: string;
  /** `yyyy-MM-dd`. */
  readonly day: string;
}

/** One line of the list: the head of a day, or a result under it. */
export type ResultLine<Of extends Entry> =
  | { readonly kind: 'day'; readonly key: string; readonly day: string; readonly results: number }
  | { readonly kind: 'result'; readonly key: string; readonly entry: Of };

/** Heads and rows with the gap below them, in px. */
export const lineHeights = { day: 40, result: 60 } as const;

/** The results, newest first, under the heads of their days. */
export function linesOf<Of extends Entry>(entries: readonly Of[]): ResultLine<Of>[] {
  const lines: ResultLine<Of>[] = [];
  for (let at = 0; at < entries.length; ) {
    const { day } = entries[at] as Of;
    const end = entries.findIndex((entry, place) => place > at && entry.day !== day);
    const own = entries.slice(at, end === -1 ? entries.length : end);
    lines.push({ kind: 'day', key: `day ${day}`, day, results: own.length });
    for (const entry of own) lines.push({ kind: 'result', key: entry.id, entry });
    at += own.length;
  }
  return lines;
}

/** The range that holds the entry at this place; at most the last one. `sizes` are those of the ranges. */
export function rangeAt(sizes: readonly number[], place: number): number {
  let left = place;
  const found = sizes.findIndex((size) => {
    left -= size;
    return left < 0;
  });
  return found === -1 ? Math.max(0, sizes.length - 1) : found;
}

/** The id beside one in the list, below it or where it is the last, above it; null where it is alone. */
export function neighbourOf(ids: readonly string[], id: string): string | null {
  const at = ids.indexOf(id);
  return ids[at + 1] ?? ids[at - 1] ?? null;
}

/**
 * How far the view has to follow, in px, so that its results stay where they are when one list replaces another: as far
 * as the first one below `top` moved that both have.
 */
export function shiftBetween<Of extends Entry>(
  before: readonly ResultLine<Of>[],
  after: readonly ResultLine<Of>[],
  top: number,
): number {
  const now = topsOf(after);
  for (const [key, was] of topsOf(before)) {
    const moved = was >= top ? now.get(key) : undefined;
    if (moved !== undefined) return moved - was;
  }
  return 0;
}

/** Where each result begins, in px from the top, by its id. */
function topsOf<Of extends Entry>(lines: readonly ResultLine<Of>[]): Map<string, number> {
  const tops = new Map<string, number>();
  let top = 0;
  for (const { kind, key } of lines) {
    if (kind === 'result') tops.set(key, top);
    top += lineHeights[kind];
  }
  return tops;
}
