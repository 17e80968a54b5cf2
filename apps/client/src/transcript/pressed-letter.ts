interface Caret {
  readonly offsetNode: Node;
  readonly offset: number;
}

/** Firefox and newer Chromium know the one, Safari and older Chromium the other. */
interface CaretFinder {
  caretPositionFromPoint?(x: number, y: number): Caret | null;
  caretRangeFromPoint?(x: number, y: number): Range | null;
}

/** The letter of a text that lies under the pointer, by its place; null where the pointer is beside the text. */
export function pressedLetter(
  text: Element,
  { clientX, clientY }: { clientX: number; clientY: number },
): number | null {
  const finder: CaretFinder = document;
  const range = finder.caretPositionFromPoint ? null : (finder.caretRangeFromPoint?.(clientX, clientY) ?? null);
  const caret =
    finder.caretPositionFromPoint?.(clientX, clientY) ??
    (range && { offsetNode: range.startContainer, offset: range.startOffset });
  if (!caret || !text.contains(caret.offsetNode)) return null;
  const before = document.createRange();
  before.setStart(text, 0);
  before.setEnd(caret.offsetNode, caret.offset);
  return before.toString().length;
}
