import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isSilenced } from '#platform/shortcuts.ts';
import { goesOn, isForList, type ListOrder, orderOf } from './list-keys.ts';

/** Has `obey` carry out the orders of keys. */
export function useListKeys(scroller: RefObject<HTMLElement | null>, obey: (order: ListOrder) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isSilenced(event) || !isForList(event.target, scroller.current)) return;
    const order = orderOf(event);
    if (order === null || (order === 'open' && isPressed(event.target))) return;
    event.preventDefault();
    if (!event.repeat || goesOn(order)) obey(order);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** Enter presses a button or link that has the focus. */
const isPressed = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a, [role=tab]') !== null;
