/**
 * An element over the page that has the keys and the focus for itself. Messages are dialogs for screen readers, yet
 * they are beside the page: they count only while they have the focus.
 */
export const anyDialog =
  '[role=dialog]:not([data-message]:not(:focus-within)), [role=alertdialog]:not([data-message]:not(:focus-within))';

/** Whether a dialog is over this element, or has just been told to close: then a key was for that one. */
export function isUnderDialog(element: Element | null): boolean {
  return dialogsOver(element).length > 0;
}

/**
 * The same for dialogs that stay: the focus is theirs. Users who pressed a button of a message go on to the page that
 * it opened.
 */
export function isUnderOpenDialog(element: Element | null): boolean {
  return dialogsOver(element).some(
    (dialog) => !dialog.hasAttribute('data-closed') && !dialog.hasAttribute('data-message'),
  );
}

/**
 * Calls `then` once no dialog that stays is over this element: immediately where there is none, else when the last one
 * closes. Returns the way to stop waiting.
 */
export function onceUncovered(element: Element | null, then: () => void): () => void {
  const watch = new MutationObserver(look);
  if (look()) return () => {};
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-closed'] });
  return () => watch.disconnect();

  function look(): boolean {
    if (isUnderOpenDialog(element)) return false;
    watch.disconnect();
    then();
    return true;
  }
}

/** Whether a key was pressed within a message: Escape there closes only that one. */
export function isInMessage(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-message]') !== null;
}

/** Whether Escape on this element closes something of its own: a menu, a list, a dialog, or a message. */
export const hasOwnEscape = (element: Element): boolean =>
  element.closest('[role=menu], [role=listbox], [aria-expanded=true], [role=dialog], [data-message]') !== null;

const dialogsOver = (element: Element | null): Element[] =>
  [...document.querySelectorAll(anyDialog)].filter((dialog) => !dialog.contains(element));
