import { Disc } from 'lucide-react';
import { useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Kbd } from '#ui/Kbd.tsx';

interface ConsentDialogProps {
  open: boolean;
  /** `remember`: this user is not asked again. It counts only when the dialog is confirmed. */
  onStart: (choice: { remember: boolean }) => void;
  onClose: () => void;
}

/** Before a recording: reminds the user to ask the other side. */
export function ConsentDialog({ open, onStart, onClose }: ConsentDialogProps) {
  const { t } = useWords();
  const start = useRef<HTMLButtonElement>(null);
  const [remember, setRemember] = useState(false);
  const close = () => {
    setRemember(false);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t(($) => $.calls.consent.title)}
      hideTitle
      initialFocus={start}
      className="w-94 p-5"
    >
      <div className="flex items-start gap-3">
        <Icon of={Disc} className="mt-1 text-missed" />
        <div>
          <p aria-hidden className="font-semi text-16">
            {t(($) => $.calls.consent.title)}
          </p>
          <p className="mt-1 text-ink-2">{t(($) => $.calls.consent.text)}</p>
        </div>
      </div>
      <Checkbox
        className="my-4 ml-7"
        label={t(($) => $.calls.consent.remember)}
        checked={remember}
        onChange={({ currentTarget }) => setRemember(currentTarget.checked)}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={close}>
          {t(($) => $.calls.consent.cancel)}
          <span aria-hidden>
            <Kbd>Esc</Kbd>
          </span>
        </Button>
        <Button
          ref={start}
          tone="primary"
          onClick={() => {
            onStart({ remember });
            setRemember(false);
          }}
        >
          {t(($) => $.calls.consent.start)}
        </Button>
      </div>
    </Dialog>
  );
}
