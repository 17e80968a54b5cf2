import { type RefObject, useLayoutEffect, useState } from 'react';

/** Whether an element is at least this wide, in px; follows its width. */
export function useRoomFor(element: RefObject<HTMLElement | null>, width: number): boolean {
  const [has, setHas] = useState(true);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => setHas(current.clientWidth >= width);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, width]);
  return has;
}
