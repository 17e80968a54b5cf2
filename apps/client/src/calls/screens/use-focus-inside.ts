import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

interface FocusHandlers {
  readonly onFocus: () => void;
  readonly onBlur: (event: FocusEvent) => void;
}

/**
 * Keeps the focus in the dock when a new phase of the call removes the element that had it. The focus goes to the new
 * section, never to a key of it, so that a double press does not press another key. `phase` is what changes the
 * section.
 */
export function useFocusInside(phase: string): readonly [FocusHandlers, RefObject<HTMLDivElement | null>] {
  const dock = useRef<HTMLDivElement>(null);
  const inside = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new phase is what may take the focus away
  useLayoutEffect(() => {
    // An element that is taken away leaves the focus to the page.
    if (!inside.current || document.activeElement !== document.body) return;
    dock.current?.querySelector('section')?.focus();
  }, [phase]);
  const handlers: FocusHandlers = {
    onFocus: () => {
      inside.current = true;
    },
    // Without a next element it was taken away, or the whole window lost the focus.
    onBlur: ({ relatedTarget }) => {
      if (relatedTarget !== null) inside.current = dock.current?.contains(relatedTarget) === true;
    },
  };
  return [handlers, dock];
}
