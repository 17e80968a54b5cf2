import { type ReactNode, useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { useLast } from '#ui/use-last.ts';

export interface Question {
  title: string;
  /** What will happen. */
  text: ReactNode;
  /** The verb on the button that does it. */
  action: string;
  run: () => void | Promise<void>;
}

interface ConfirmDialogProps {
  question: Question | null;
  onClose: () => void;
}

/** Asks before something that cannot be taken back. The focus starts on Cancel. */
export function ConfirmDialog({ question, onClose }: ConfirmDialogProps) {
  const { t } = useWords();
  const cancel = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  // While it fades the words stay.
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
