import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { lineHeights } from '../days.ts';
import { comparePlaces } from '../places.ts';
import type { Calls } from '../use-calls.ts';
import type { KeptInbox, ListPlace } from './kept-inbox.ts';
import type { Layout } from './layout.ts';

/** What the list does to get back to a place: scroll to a height, load more first, or stay where it is. */
export type WayBack = { readonly to: 'top'; readonly px: number } | { readonly to: 'more' } | { readonly to: 'stay' };

/**
 * The way to a place in a list that is not wholly loaded. Where the call is gone, the next one below it is the place.
 */
export function wayBack(layout: Layout, complete: boolean, { startedAt, id, below }: ListPlace): WayBack {
  const found = layout.find(id);
  if (found) return { to: 'top', px: Math.max(0, found.top - below) };
  for (const { line, top } of layout.between(0, layout.height)) {
    if (line.kind !== 'call' || comparePlaces({ startedAt: line.startedAt, id: line.key }, { startedAt, id }) < 0)
      continue;
    return { to: 'top', px: Math.max(0, top - below) };
  }
  return complete ? { to: 'stay' } : { to: 'more' };
}

/** The place of the first call that is wholly in view; null at the top of the list. */
export function placeInView(layout: Layout, top: number, height: number): ListPlace | null {
  if (top < lineHeights.day) return null;
  for (const { line, top: at } of layout.between(top, top + height)) {
    if (line.kind === 'call' && at >= top) return { startedAt: line.startedAt, id: line.key, below: at - top };
  }
  return null;
}

/** Brings a list back to the place where it was left, loading down to it, and keeps its place from then on. */
export function useKeptPlace(
  layout: Layout,
  calls: Pick<Calls, 'complete' | 'more'>,
  scroller: RefObject<HTMLElement | null>,
  kept: KeptInbox,
  selected: string | null,
): void {
  const sought = useRef(kept.view().place);
  const latest = useRef(layout);
  latest.current = layout;
  useEffect(() => kept.change({ selected }), [kept, selected]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || sought.current === null) return;
    const way = wayBack(layout, calls.complete, sought.current);
    if (way.to === 'more') return calls.more();
    sought.current = null;
    if (way.to === 'top') element.scrollTop = way.px;
  }, [layout, calls, scroller]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => {
      // The user scrolls before the place was found: from now on it is another one.
      sought.current = null;
      kept.change({ place: placeInView(latest.current, element.scrollTop, element.clientHeight) });
    };
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [scroller, kept]);
}
