import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '#ui/Button.tsx';

interface LineFormProps {
  action: string;
  cancel: string;
  /** Sends what was typed, or shows what is missing. Rejects with what `onFailed` has words for. */
  onSend: () => Promise<void>;
  onFailed: (error: unknown) => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form below a line of the profile. Escape closes it; the settings stay open. */
export function LineForm({ action, cancel, onSend, onFailed, onClose, children }: LineFormProps) {
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await onSend();
    } catch (error) {
      onFailed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
      className="flex max-w-[420px] flex-col gap-3 pt-3 pb-4"
    >
      {children}
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" type="submit" aria-disabled={busy || undefined}>
          {action}
        </Button>
        <Button onClick={onClose}>{cancel}</Button>
      </div>
    </form>
  );
}
