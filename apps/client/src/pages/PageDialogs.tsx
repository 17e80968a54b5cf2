import { type ReactElement, useEffect } from 'react';
import { useDialogs } from './dialogs.ts';
import { DialogGuard } from './Failure.tsx';

interface PageDialogsProps {
  /** Each draws one dialog, or a few, where the address says so. */
  slots: readonly ReactElement[];
  /** Whether this page has a dialog; an unknown one in an address is removed from it. */
  has: (path: string) => boolean;
}

/** The dialogs over the page. Where one of them fails, the page and the phone still work. */
export function PageDialogs({ slots, has }: PageDialogsProps) {
  const { path, close } = useDialogs();
  const isUnknown = path !== null && !has(path);
  useEffect(() => {
    if (isUnknown) close();
  }, [isUnknown, close]);
  return slots.map((slot) => (
    <DialogGuard key={slot.key} of={path} onFailed={close}>
      {slot}
    </DialogGuard>
  ));
}
