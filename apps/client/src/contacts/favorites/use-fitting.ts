import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface Fitting {
  /** Refs for the element that has the room, and for the list whose children are counted. */
  readonly room: RefObject<HTMLDivElement | null>;
  readonly list: RefObject<HTMLUListElement | null>;
  /** How many children fit, and where the first free place after them begins, in pixels from the left of the room. */
  readonly fits: number;
  readonly endPx: number;
}

/** How many children of a list fit beside each other; where not all do, room for `morePx` is left. */
export function useFitting(count: number, morePx: number): Fitting {
  const room = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [fitting, setFitting] = useState({ fits: count, endPx: 0 });
  useLayoutEffect(() => {
    const around = room.current;
    const all = list.current;
    if (!around || !all) return;
    const measure = () => {
      const left = around.getBoundingClientRect().left;
      const ends = [...all.children].map((child) => child.getBoundingClientRect().right - left);
      const next = fittingOf(ends, around.clientWidth, morePx);
      setFitting((before) => (before.fits === next.fits && before.endPx === next.endPx ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(around);
    observer.observe(all);
    return () => observer.disconnect();
  }, [morePx]);
  return { room, list, fits: Math.min(fitting.fits, count), endPx: fitting.endPx };
}

/** `ends`: where each child ends. All fit, or as many as leave room for `morePx`. */
export function fittingOf(ends: readonly number[], widthPx: number, morePx: number): { fits: number; endPx: number } {
  const last = ends.at(-1) ?? 0;
  if (last <= widthPx) return { fits: ends.length, endPx: last };
  const fits = ends.filter((end) => end + morePx <= widthPx).length;
  return { fits, endPx: ends[fits - 1] ?? 0 };
}
