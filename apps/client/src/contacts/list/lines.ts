/** The first letters of names, in the order of the list, and the number of contacts under each. */
export type Letters = readonly { readonly letter: string; readonly count: number }[];

/** A line of the list: the head of a letter, or the contact at a place counted from 0. */
type ListLine =
  | { readonly kind: 'letter'; readonly letter: string }
  | { readonly kind: 'contact'; readonly place: number };

/** Heights of lines, in px. */
export const lineHeights = { letter: 40, contact: 60 } as const;

/** The place of every line of a list, whether it has been loaded or not. Lines are counted from 0. */
export interface ListLines {
  /** Lines, heads included. */
  readonly count: number;
  readonly contacts: number;
  at(line: number): ListLine;
  /** The line of the contact at a place. */
  lineOf(place: number): number;
  /** The line of the head above a line. */
  headOf(line: number): number;
  /** Px above a line. */
  topOf(line: number): number;
  /** The line at a height, in px. */
  lineAt(top: number): number;
  /** The first contact at or below a line; -1 where there is none. */
  placeFrom(line: number): number;
}

export function linesOf(letters: Letters): ListLines {
  /** Contacts above the head of each letter. */
  const above: number[] = [];
  let contacts = 0;
  for (const { count } of letters) {
    above.push(contacts);
    contacts += count;
  }
  const headLine = (group: number) => (above[group] ?? 0) + group;
  const groupOfLine = (line: number) => lastNotAbove(letters.length, headLine, line);
  const topOf = (line: number) => {
    const group = groupOfLine(line);
    const heads = headLine(group) === line ? group : group + 1;
    return heads * lineHeights.letter + (line - heads) * lineHeights.contact;
  };
  const count = contacts + letters.length;
  return {
    count,
    contacts,
    at(line) {
      const group = groupOfLine(line);
      const place = line - group - 1;
      if (headLine(group) === line) return { kind: 'letter', letter: letters[group]?.letter ?? '' };
      return { kind: 'contact', place };
    },
    lineOf: (place) => place + 1 + lastNotAbove(letters.length, (group) => above[group] ?? 0, place),
    headOf: (line) => headLine(groupOfLine(line)),
    topOf,
    lineAt: (top) => lastNotAbove(count, topOf, top),
    placeFrom(line) {
      const group = groupOfLine(line);
      const place = headLine(group) === line ? line - group : line - group - 1;
      return place < contacts ? place : -1;
    },
  };
}

/**
 * The new place of the contact at `place` after the list changed: as far below the head of its letter as before. Null
 * where the list is empty.
 */
export function placeAfter(before: Letters, after: Letters, place: number): number | null {
  const total = after.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  let rest = place;
  const letter = before.find(({ count }) => {
    if (rest < count) return true;
    rest -= count;
    return false;
  })?.letter;
  let start = 0;
  for (const group of after) {
    if (group.letter === letter) return start + Math.min(rest, group.count - 1);
    start += group.count;
  }
  return Math.min(place, total - 1);
}

/** The last of `size` ascending values that is not above `limit`; 0 where the first one is. */
function lastNotAbove(size: number, valueAt: (index: number) => number, limit: number): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (valueAt(middle) <= limit) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
