/**
 * Focuses what has just come in place of the element that had the focus. A dialog takes the focus itself when that element
 * is gone, and takes it again on the next frame; this moves it back, once.
 */
export function focusInDialog(element: HTMLElement): void {
  element.focus();
  requestAnimationFrame(() => {
    if (document.activeElement?.contains(element)) element.focus();
  });
}
