import { useRef } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

interface LeaveDialogProps {
  open: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before unsaved changes are left. */
export function LeaveDialog({ open, onStay, onLeave }: LeaveDialogProps) {
  const { t } = useWords();
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onStay}
      title={t(($) => $.contactForm.leave.title)}
      description={t(($) => $.contactForm.leave.text)}
      initialFocus={stay}
      actions={
        <>
          <Button ref={stay} onClick={onStay}>
            {t(($) => $.contactForm.leave.stay)}
          </Button>
          <Button tone="danger" onClick={onLeave}>
            {t(($) => $.contactForm.leave.go)}
          </Button>
        </>
      }
    />
  );
}
