import type { ReactNode } from 'react';

const mark = 'data-over-dialogs';

/** What an element carries that is no reason for a dialog to close, and says itself what is live in it. */
export const overDialogs = { [mark]: '' };

/** What lies above dialogs and stays usable while one is open. */
export function OverDialogs({ children }: { children: ReactNode }) {
  // A dialog hides the rest of the page from screen readers, except what is or holds a live region.
  return (
    <div {...overDialogs} aria-live="off" className="relative z-dock flex-none empty:hidden">
      {children}
    </div>
  );
}

/** Whether a press or a focus landed there: no reason for a dialog to close. */
export function isOverDialogs(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`[${mark}]`) !== null;
}
