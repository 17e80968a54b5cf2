import { createStore } from 'zustand/vanilla';
import { loadPopups } from './parts.ts';
import type { ShownTooltip, TooltipContent } from './props.ts';

/** So long the pointer rests on an element, in milliseconds; one just after another comes without that. */
const restsMs = 400;
const nextWithinMs = 400;
/** On its way to the tooltip itself the pointer may be beside both for so long. */
const staysMs = 120;

/** The tooltip that is shown: one at a time. */
export const shownTooltip = createStore<{ shown: ShownTooltip | null }>(() => ({ shown: null }));

let coming: ReturnType<typeof setTimeout> | undefined;
let going: ReturnType<typeof setTimeout> | undefined;
let comesTo: Element | null = null;
let wentAt = Number.NEGATIVE_INFINITY;

/** A user is at this element; where `isPatient`, the tooltip waits until they rest there. */
export function nearTooltip(anchor: Element, content: TooltipContent, isPatient: boolean): void {
  loadPopups();
  clearTimeout(coming);
  const before = shownTooltip.getState().shown;
  if (before?.anchor === anchor) {
    clearTimeout(going);
    return;
  }
  const isNext = before !== null || performance.now() - wentAt < nextWithinMs;
  comesTo = anchor;
  const show = () => {
    clearTimeout(going);
    comesTo = null;
    if (anchor.isConnected) shownTooltip.setState({ shown: { ...content, anchor, isNext } });
  };
  if (isPatient && !isNext) coming = setTimeout(show, restsMs);
  else show();
}

/** They left it, or pressed it. */
export function leaveTooltip(anchor: Element): void {
  if (comesTo === anchor) {
    clearTimeout(coming);
    comesTo = null;
  }
  if (shownTooltip.getState().shown?.anchor !== anchor) return;
  clearTimeout(going);
  if (anchor.isConnected && anchor.matches(':hover')) closeTooltip();
  else going = setTimeout(closeTooltip, staysMs);
}

/** The pointer is on the tooltip itself, which stays as long. */
export const keepTooltip = (): void => clearTimeout(going);

export function closeTooltip(): void {
  clearTimeout(going);
  if (shownTooltip.getState().shown !== null) wentAt = performance.now();
  shownTooltip.setState({ shown: null });
}
