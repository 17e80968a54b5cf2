import { Checkbox } from '@base-ui/react/checkbox';
import { Check, Disc } from 'lucide-react';
import { useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
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
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside brings its own input */}
      <label className="my-4 ml-7 flex items-center gap-2">
        <Checkbox.Root
          checked={remember}
          onCheckedChange={(checked) => setRemember(checked)}
          className="grid size-4 flex-none place-items-center rounded-xs border-[1.5px] border-line-control bg-raised data-checked:border-accent-fill data-checked:bg-accent-fill"
        >
          <Checkbox.Indicator className="text-accent-on">
            <Icon of={Check} size={12} />
          </Checkbox.Indicator>
        </Checkbox.Root>
        {t(($) => $.calls.consent.remember)}
      </label>
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
