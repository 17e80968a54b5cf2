import type { ReactNode } from 'react';

const mark = 'data-over-dialogs';

/** What lies above dialogs and stays usable while one is open. */
export function OverDialogs({ children }: { children: ReactNode }) {
  // A dialog hides the rest of the page from screen readers, except what is or holds a live region.
  return (
    <div {...{ [mark]: '' }} aria-live="off" className="relative z-dock flex-none empty:hidden">
      {children}
    </div>
  );
}

/** Whether a press or a focus landed there: no reason for a dialog to close. */
export function isOverDialogs(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`[${mark}]`) !== null;
}
