import { lineHeights } from '../days.ts';
import { comparePlaces } from '../places.ts';
import type { Layout } from './layout.ts';

/**
 * How far the view has to follow, in px, so that its calls stay where they are when one list replaces another: as far
 * as the first call in view moved that both lists have. `top` and `height` are the view's.
 */
export function shiftBetween(before: Layout, after: Layout, top: number, height: number): number {
  for (const { line, top: was } of before.between(top + lineHeights.day, top + height)) {
    if (line.kind !== 'call' || was < top) continue;
    const now = after.find(line.key);
    if (now) return now.top - was;
  }
  return 0;
}

/** The place of the first call of a list, for a user who has seen its top. */
export function firstPlace(layout: Layout): Seen | null {
  for (const { line } of layout.between(0, lineHeights.day)) {
    if (line.kind === 'call') return { startedAt: line.startedAt, id: line.key };
  }
  return null;
}

interface Seen {
  readonly startedAt: string;
  readonly id: string;
}

/** How many calls came in above the former first one. */
export function arrivedAbove(layout: Layout, seen: Seen | null, height: number): number {
  if (!seen) return 0;
  let count = 0;
  for (const { line } of layout.between(0, height)) {
    if (line.kind !== 'call') continue;
    if (comparePlaces({ startedAt: line.startedAt, id: line.key }, seen) >= 0) break;
    count += 1;
  }
  return count;
}
