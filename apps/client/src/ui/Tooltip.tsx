import { cloneElement, type FocusEvent, type PointerEvent, type ReactElement, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { usePopups } from './popups/parts.ts';
import type { TooltipContent } from './popups/props.ts';
import { leaveTooltip, nearTooltip, shownTooltip } from './popups/tooltips.ts';

interface TooltipProps extends Omit<TooltipContent, 'side'> {
  side?: TooltipContent['side'];
  children: ReactElement<Record<string, unknown>>;
}

/** Names the element under the pointer or with the focus, and its key. There is one for all of them: `TooltipHost`. */
export function Tooltip({ text, hotkey, side = 'bottom', children }: TooltipProps) {
  const anchor = useRef<Element | null>(null);
  // What it names is done: until the pointer comes again, its tooltip stays away.
  const isPressed = useRef(false);
  const content = { text, side, ...(hotkey === undefined ? {} : { hotkey }) };
  const enter = (element: Element, isPatient: boolean) => {
    anchor.current = element;
    nearTooltip(element, content, isPatient);
  };
  const leave = () => anchor.current !== null && leaveTooltip(anchor.current);
  // An element that goes under the pointer is never left.
  useEffect(() => () => void (anchor.current !== null && leaveTooltip(anchor.current)), []);
  // Its words may change while it is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `content` is made of these
  useEffect(() => {
    const { shown } = shownTooltip.getState();
    if (shown && shown.anchor === anchor.current) shownTooltip.setState({ shown: { ...shown, ...content } });
  }, [text, hotkey, side]);
  const { props } = children;
  const before = (name: string, then: (event: never) => void) => ({
    [name]: (event: never) => {
      const own = props[name] as ((event: never) => void) | undefined;
      own?.(event);
      then(event);
    },
  });
  return cloneElement(children, {
    // An element that comes to lie under a resting pointer is entered as well, but nobody pointed at it.
    ...before('onPointerMove', (event: PointerEvent) => {
      if (event.pointerType !== 'touch' && !isPressed.current) enter(event.currentTarget, true);
    }),
    ...before('onPointerLeave', () => {
      isPressed.current = false;
      leave();
    }),
    ...before('onPointerDown', () => {
      isPressed.current = true;
      leave();
    }),
    // Also by a key: what it names is done.
    ...before('onClick', leave),
    ...before('onFocus', ({ currentTarget }: FocusEvent) => {
      if (currentTarget.matches(':focus-visible')) enter(currentTarget, false);
    }),
    ...before('onBlur', leave),
  });
}

/** Draws the tooltip of the element that a user is at. */
export function TooltipHost() {
  const parts = usePopups();
  const shown = useStore(shownTooltip, ({ shown }) => shown);
  return parts && shown ? <parts.RealTooltip {...shown} /> : null;
}
