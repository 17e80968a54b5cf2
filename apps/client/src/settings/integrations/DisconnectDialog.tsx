import { useRef } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { useLast } from '#ui/use-last.ts';
import type { ListedIntegration } from './integration-list.ts';

interface DisconnectDialogProps {
  /** The connection to end; null while nothing is asked. */
  listed: ListedIntegration | null;
  onClose: () => void;
  onConfirm: (listed: ListedIntegration) => void;
}

/** Asks before the contacts of a connection are removed. The focus starts on Cancel. */
export function DisconnectDialog({ listed, onClose, onConfirm }: DisconnectDialogProps) {
  const { t } = useWords();
  const cancel = useRef<HTMLButtonElement>(null);
  // While it fades out it still names the connection.
  const name = useLast(listed)?.integration.displayName ?? '';
  return (
    <Dialog
      open={listed !== null}
      onClose={onClose}
      title={t(($) => $.integrations.ask.title, { name })}
      description={t(($) => $.integrations.ask.text, { name })}
      initialFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            {t(($) => $.integrations.cancel)}
          </Button>
          <Button
            tone="danger"
            onClick={() => {
              if (listed) onConfirm(listed);
              onClose();
            }}
          >
            {t(($) => $.integrations.disconnect)}
          </Button>
        </>
      }
    />
  );
}
