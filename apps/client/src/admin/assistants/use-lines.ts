import { type RefObject, useRef } from 'react';

interface Lines<Line> {
  /** The list of the lines, which takes the focus where a line goes. */
  readonly list: RefObject<HTMLUListElement | null>;
  add(line: Line): void;
  removeAt(at: number): void;
}

/** Lines that are added and removed one by one. A new one takes the focus; the button of one that is removed is gone with it. */
export function useLines<Line>(lines: readonly Line[], onChange: (lines: Line[]) => void): Lines<Line> {
  const list = useRef<HTMLUListElement>(null);
  return {
    list,
    add(line) {
      onChange([...lines, line]);
      requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus());
    },
    removeAt(at) {
      onChange(lines.filter((_, place) => place !== at));
      list.current?.focus();
    },
  };
}
