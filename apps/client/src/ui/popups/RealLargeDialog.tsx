import { Dialog as Base } from '@base-ui/react/dialog';
import { useRef } from 'react';
import { anyDialog } from '../any-dialog.ts';
import { isOverDialogs } from '../OverDialogs.tsx';
import type { LargeDialogProps } from './props.ts';

/**
 * A dialog with pages of its own, 1040 x 796 where the window has room, over whatever page there is. Its children scroll
 * by themselves. On the narrowest windows it is the whole window.
 */
export function RealLargeDialog({ open, onClose, label, children }: LargeDialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  // The page in it puts the focus where it belongs; it may have done so already.
  const firstFocus = () => {
    const focused = document.activeElement;
    return popup.current?.contains(focused) ? (focused as HTMLElement) : popup.current;
  };
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, change) => {
        if (next) return;
        change.cancel();
        // Escape belongs to the question above it.
        if (change.reason === 'escape-key' && isCovered(popup.current)) return;
        if (!isOverDialogs(change.event.target)) onClose();
      }}
      modal="trap-focus"
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-dialog bg-scrim transition-opacity duration-(--d-base) data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="pointer-events-none fixed inset-0 z-dialog grid place-items-center overflow-hidden">
          <Base.Popup
            ref={popup}
            initialFocus={firstFocus}
            className="floating pointer-events-auto flex h-[796px] max-h-[calc(100dvh-104px)] w-[1040px] max-w-[calc(100vw-32px)] overflow-hidden rounded-l bg-overlay shadow-e3 outline-none [--pbg:var(--bg-overlay)] max-[559px]:h-dvh max-[559px]:max-h-dvh max-[559px]:w-screen max-[559px]:max-w-full max-[759px]:flex-col max-[559px]:rounded-none"
          >
            <Base.Title className="sr-only">{label}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** Whether another dialog is above this one, or has just been told to close. */
function isCovered(popup: HTMLElement | null): boolean {
  const dialogs = [...document.querySelectorAll(anyDialog)];
  const follows = (other: Element) =>
    popup !== null && (popup.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return dialogs.some((other) => other !== popup && follows(other));
}
