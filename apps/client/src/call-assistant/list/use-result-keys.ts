import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isSilenced } from '#platform/shortcuts.ts';
import { isUnderDialog } from '#ui/any-dialog.ts';
import { isListMove } from '#ui/list-keys.ts';
import { orderOf, type ResultOrder } from './result-keys.ts';

const takesKeysItself = 'input, textarea, select, [contenteditable], [role=menu], [role=combobox]';

/**
 * Has `obey` carry out the orders of keys that are pressed in the page around `part`, and where nothing has the focus;
 * never in a field, a menu, or a dialog over it. Orders that this part does not take are left to others.
 */
export function useResultKeys(
  part: RefObject<HTMLElement | null>,
  obey: (order: ResultOrder) => void,
  takes: readonly ResultOrder[],
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const here = part.current;
    if (event.defaultPrevented || isSilenced(event) || !(target instanceof HTMLElement) || !here) return;
    if (!isFor(here, target)) return;
    const order = orderOf(event);
    if (order === null || !takes.includes(order)) return;
    // Enter presses a button or link that has the focus, and what scrolls in the panel goes by its own keys.
    if (order === 'open' && target.closest('button, a, [role=tab]') !== null) return;
    if (isListMove(order) && target.closest('[data-side-panel], [role=tab]') !== null) return;
    event.preventDefault();
    if (!event.repeat || isListMove(order)) obey(order);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** Whether a key that was pressed on `target` is for this part of the page. */
function isFor(part: HTMLElement, target: HTMLElement): boolean {
  if (target === document.body) return !isUnderDialog(part);
  const page = part.closest('[data-results]');
  if (!page?.contains(target) || target.closest(takesKeysItself) !== null) return false;
  // A dialog within the page is the result that lies over the list: only its own keys work there.
  const dialog = target.closest('[role=dialog]');
  return dialog === null || dialog.contains(part);
}
