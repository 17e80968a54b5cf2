import { useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { toast } from '#ui/toasts.ts';

interface DeleteDialogProps {
  open: boolean;
  onClose: () => void;
  onDelete: () => Promise<void>;
}

/** Asks before a note is deleted for good. The focus starts on Cancel. */
export function DeleteDialog({ open, onClose, onDelete }: DeleteDialogProps) {
  const { t } = useWords();
  const cancel = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await onDelete();
      toast({ tone: 'ok', title: t(($) => $.notes.deleted) });
    } catch (error) {
      const code = codeOf(error);
      toast({
        tone: 'error',
        title: t(($) => $.notes.notDeleted),
        text: code === 'CONFLICT' ? t(($) => $.notes.changedMeanwhile) : t(($) => $.errors[code]),
      });
    } finally {
      setBusy(false);
      onClose();
    }
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(($) => $.notes.deleteTitle)}
      description={t(($) => $.notes.deleteText)}
      initialFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            {t(($) => $.notes.cancel)}
          </Button>
          <Button tone="danger" disabled={busy} onClick={() => void confirm()}>
            {t(($) => $.notes.delete)}
          </Button>
        </>
      }
    />
  );
}
