import type { MadeLink } from '@sidetone/contract/entities/admin-user.ts';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { CopyField } from '../CopyField.tsx';
import { formatMoment } from '../format.ts';
import { OnlyHere } from '../OnlyHere.tsx';

interface LinkDialogProps {
  title: string;
  /** The user that the link is for. */
  name: string;
  made: MadeLink;
  onClose: () => void;
}

/**
 * A link that was not sent by mail, for the administrator to hand over; it is shown only this once. Or one sent by mail
 * that opens only on this machine.
 */
export function LinkDialog({ title, name, made, onClose }: LinkDialogProps) {
  const { t, language } = useWords();
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={
        made.url === null
          ? undefined
          : t(($) => $.admin.users.link.text, { name, until: formatMoment(made.expiresAt, language) })
      }
      className="w-[560px]"
      actions={
        <Button tone="primary" onClick={onClose}>
          {t(($) => $.admin.users.link.done)}
        </Button>
      }
    >
      <div className="grid gap-4 px-6 pt-4">
        {made.url === null ? null : <CopyField label={t(($) => $.admin.users.link.label)} value={made.url} />}
        <OnlyHere reach={made.reach} about="link" />
      </div>
    </Dialog>
  );
}
