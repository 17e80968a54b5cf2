import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { lineHeights } from '../days.ts';
import type { Layout, PlacedLine } from './layout.ts';
import { arrivedAbove, firstPlace, shiftBetween } from './stable-scroll.ts';

/** Beyond the window, in px, on either side: shown by a quick turn of the wheel. */
const overscanPx = 8 * lineHeights.call;
/** The drawn part changes in steps of this many px. */
const stepPx = 2 * lineHeights.call;
/** The list's own padding above its first line. */
const paddingPx = 4;
/** A head is on top of the list once it has left its own place by this much. */
const stuckAfterPx = 2 * paddingPx;

interface View {
  /** Rounded down to steps. */
  top: number;
  height: number;
  /** Key of the head that is on top. */
  head: string | null;
}

interface ListWindow {
  lines: readonly PlacedLine[];
  stuck: PlacedLine | null;
  /** Calls that came in above while the view stood still. */
  arrived: number;
  scrollToTop: () => void;
  /** Scrolls no further than it has to. */
  bringIntoView: (id: string) => void;
}

/**
 * The part of a long list that is drawn. Whatever comes and goes above the window, the calls in it stay where they are.
 * Only at the very top does a new call move the others down, unless the user is about to press one of them.
 */
export function useListWindow(
  layout: Layout,
  scroller: RefObject<HTMLDivElement | null>,
  isHeld: () => boolean,
): ListWindow {
  const [view, setView] = useState<View>({ top: 0, height: 800, head: null });
  const [arrived, setArrived] = useState(0);
  const shown = useRef(layout);
  const scrolledTo = useRef(0);
  const seen = useRef(firstPlace(layout));
  const held = useRef(isHeld);
  held.current = isHeld;

  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    scrolledTo.current = element.scrollTop;
    if (element.scrollTop < lineHeights.day) {
      seen.current = firstPlace(shown.current);
      setArrived(0);
    }
    const next = viewOf(element, shown.current);
    setView((now) => (isSameView(now, next) ? now : next));
  }, [scroller]);

  useLayoutEffect(() => {
    const element = scroller.current;
    const before = shown.current;
    shown.current = layout;
    if (element && before !== layout) {
      const top = scrolledTo.current;
      if (top > 0 || held.current()) {
        const shift = shiftBetween(before, layout, top, element.clientHeight);
        if (shift !== 0) element.scrollTop = top + shift;
        setArrived(arrivedAbove(layout, seen.current, top + shift));
      }
    }
    look();
  }, [layout, look, scroller]);
  useLooking(scroller, look);

  return {
    lines: layout.between(view.top - overscanPx, view.top + stepPx + view.height + overscanPx),
    stuck: view.head === null ? null : layout.find(view.head),
    arrived,
    scrollToTop: useCallback(() => scroller.current?.scrollTo({ top: 0 }), [scroller]),
    bringIntoView: useCallback(
      (id) => {
        const found = shown.current.find(id);
        if (scroller.current && found) scrollTo(scroller.current, found.top);
      },
      [scroller],
    ),
  };
}

/** Looks again whenever the list is scrolled or gets another size. */
function useLooking(scroller: RefObject<HTMLElement | null>, look: () => void): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [look, scroller]);
}

function viewOf({ scrollTop, clientHeight }: HTMLElement, layout: Layout): View {
  return {
    top: Math.floor(scrollTop / stepPx) * stepPx,
    height: clientHeight,
    head: layout.headAt(scrollTop - stuckAfterPx)?.line.key ?? null,
  };
}

const isSameView = (one: View, other: View): boolean =>
  one.top === other.top && one.height === other.height && one.head === other.head;

/** Scrolls no further than it has to so that the call at this height is in view, below the head that is on top. */
function scrollTo(element: HTMLElement, callTop: number): void {
  const lowest = callTop + paddingPx - lineHeights.day;
  const highest = callTop + 2 * paddingPx + lineHeights.call - element.clientHeight;
  // The first call is shown with the head of its day.
  const least = callTop <= lineHeights.day ? 0 : lowest;
  if (element.scrollTop > least) element.scrollTop = least;
  else if (element.scrollTop < highest) element.scrollTop = highest;
}
