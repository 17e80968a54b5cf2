import type { KeyboardEvent, ReactNode } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { isSendKey } from '#platform/send-key.ts';
import { Button } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Kbd, Keys } from '#ui/Kbd.tsx';

const sendKey = 'Mod+Enter';

interface DialogFootProps {
  /** The words beside the buttons: the state, or the address of the answer. */
  status: ReactNode;
  /** Whether it can be sent now, and whether the key for that is printed. */
  canSend: boolean;
  showsKey: boolean;
  onSend: () => void;
  onClose: () => void;
  className?: string;
}

/** The foot of a dialog with a button that sends. */
export function DialogFoot({ status, canSend, showsKey, onSend, onClose, className }: DialogFootProps) {
  const { t } = useWords();
  return (
    <div className={cn('flex flex-none flex-wrap items-center justify-end gap-2 px-6', className)}>
      <span role="status" className="min-w-0 flex-1 text-12 text-ink-3">
        {status}
      </span>
      <Button onClick={onClose}>
        {t(($) => $.feedback.cancel)}
        <span aria-hidden>
          <Kbd>Esc</Kbd>
        </span>
      </Button>
      <Button
        tone="primary"
        disabled={!canSend}
        onClick={(event) => {
          // The second click of a double click: the first one sends.
          if (event.detail <= 1) onSend();
        }}
      >
        {t(($) => $.feedback.send)}
        {showsKey ? (
          <span aria-hidden>
            <Keys hotkey={sendKey} inherit joined />
          </span>
        ) : null}
      </Button>
    </div>
  );
}

/** Sends by the key that is printed on the button, wherever the focus is in the dialog. */
export const sendsByKey = (send: () => void) => (event: KeyboardEvent) => {
  if (!isSendKey(event)) return;
  event.preventDefault();
  if (!event.repeat) send();
};
