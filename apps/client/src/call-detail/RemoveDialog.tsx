import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { useMe } from '#live/queries/me.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { toast } from '#ui/toasts.ts';
import { useLast } from '#ui/use-last.ts';
import { hasWritten, type Removal, remove } from './removals.ts';

interface RemoveDialogProps {
  row: InboxRow;
  /** What to delete; null while nothing is asked. */
  what: Removal | null;
  onClose: () => void;
  /** It is gone. */
  onRemoved: (what: Removal) => void;
}

/**
 * Asks before a part of a call is deleted for good. The focus starts on Cancel. A failure is reported and logged.
 * ERR-049, ERR-050
 */
export function RemoveDialog({ row, what, onClose, onRemoved }: RemoveDialogProps) {
  const { t } = useWords();
  const me = useMe();
  const cancel = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const [withMade, setWithMade] = useState(true);
  // The words stay while the dialog fades out.
  const words = useLast(what) ?? 'event';
  const isTranscript = words === 'transcription' || words === 'voicemailTranscription';
  const asksForMade = useLast(what === null ? null : isTranscript && hasWritten(row)) ?? false;
  // Each question begins as the careful one.
  useEffect(() => {
    if (what !== null) setWithMade(true);
  }, [what]);

  const confirm = async () => {
    if (what === null || me === null) return;
    setBusy(true);
    try {
      await remove(what, row, me.masterSipId, asksForMade && withMade);
      toast({ tone: 'ok', title: t(($) => $.callDetail.remove[what].done) });
      onRemoved(what);
    } catch (error) {
      console.error('[call-detail] deletion failed', what, row.id, error);
      toast({
        tone: 'error',
        title: t(($) => $.callDetail.remove[what].failed),
        text: t(($) => $.errors[codeOf(error)]),
      });
    } finally {
      setBusy(false);
      onClose();
    }
  };

  return (
    <Dialog
      open={what !== null}
      onClose={onClose}
      title={t(($) => $.callDetail.remove[words].title)}
      description={t(($) => $.callDetail.remove[words].text)}
      initialFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            {t(($) => $.callDetail.remove.cancel)}
            <Kbd>Esc</Kbd>
          </Button>
          <Button tone="hang" disabled={busy} onClick={() => void confirm()}>
            <Icon of={Trash2} />
            {t(($) => $.callDetail.remove[words].action)}
          </Button>
        </>
      }
    >
      {asksForMade ? (
        <Checkbox
          label={t(($) => $.callDetail.remove.withMade)}
          checked={withMade}
          onChange={(event) => setWithMade(event.currentTarget.checked)}
        />
      ) : null}
    </Dialog>
  );
}
