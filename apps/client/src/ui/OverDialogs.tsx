import type { ReactNode } from 'react';

const mark = 'data-over-dialogs';

/** The attributes of an element that must not close a dialog, and that marks its own live regions. */
export const overDialogs = { [mark]: '' };

/** An area above dialogs that stays usable while one is open. */
export function OverDialogs({ children }: { children: ReactNode }) {
  // A dialog hides the rest of the page from screen readers, except what is or holds a live region.
  return (
    <div {...overDialogs} aria-live="off" className="relative z-dock flex-none empty:hidden">
      {children}
    </div>
  );
}

/** Whether a press or a focus landed there, which must not close the dialog. */
export function isOverDialogs(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`[${mark}]`) !== null;
}
