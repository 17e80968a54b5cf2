import { type ReactNode, useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { useLast } from '#ui/use-last.ts';

export interface Question {
  title: string;
  /** What will happen. */
  text: ReactNode;
  /** The verb on the button that carries it out. */
  action: string;
  run: () => void | Promise<void>;
}

interface ConfirmDialogProps {
  question: Question | null;
  onClose: () => void;
}

/** Asks before an action that cannot be undone. The focus starts on Cancel. */
export function ConfirmDialog({ question, onClose }: ConfirmDialogProps) {
  const { t } = useWords();
  const cancel = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  // The words stay while the dialog fades out.
  const shown = useLast(question);
  const run = async () => {
    setBusy(true);
    try {
      await question?.run();
    } finally {
      setBusy(false);
      onClose();
    }
  };
  return (
    <Dialog
      open={question !== null}
      onClose={onClose}
      title={shown?.title ?? ''}
      description={shown?.text}
      initialFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            {t(($) => $.admin.cancel)}
          </Button>
          <Button tone="danger" disabled={busy} onClick={() => void run()}>
            {shown?.action}
          </Button>
        </>
      }
    />
  );
}
