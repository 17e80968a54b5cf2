import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { contactRoutes } from '@sidetone/contract/http/contact-routes.ts';
import { contactWriteWaitMs } from '@sidetone/contract/rules/screen-timing.ts';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { toast } from '#ui/toasts.ts';
import { useIsShown } from '#ui/use-is-shown.ts';
import { useLast } from '#ui/use-last.ts';
import { deletingFailed } from '../integration-problem.ts';

interface DeleteContactProps {
  /** The contact that is asked about; null asks nothing. */
  contact: Pick<Contact, 'id' | 'name'> | null;
  /** The address book that it is kept in, as users call it. */
  integrationName: string;
  onClose: () => void;
  /** Whether the server is being asked to delete it. */
  onDeleting?: (underWay: boolean) => void;
  /** Not called where the user has gone elsewhere in the meantime. */
  onDeleted?: () => void;
}

/**
 * Asks whether a contact is to be deleted, says what stays, and tells whether it was deleted. The focus starts on
 * Cancel.
 */
export function DeleteContact({ contact, integrationName, onClose, onDeleting, onDeleted }: DeleteContactProps) {
  const { t } = useWords();
  const cancel = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const isShown = useIsShown();
  // The words stay while the dialog fades out.
  const words = { name: useLast(contact)?.name ?? '', integration: integrationName };
  const remove = async () => {
    if (contact === null || busy) return;
    setBusy(true);
    onDeleting?.(true);
    try {
      await call(contactRoutes.deleteContact, { params: { contactId: contact.id } }, { timeoutMs: contactWriteWaitMs });
      toast({
        tone: 'ok',
        title: t(($) => $.contactForm.delete.done),
        text: t(($) => $.contactForm.done.where, words),
      });
      if (isShown.current) onDeleted?.();
    } catch (error) {
      onDeleting?.(false);
      const text = deletingFailed(t, error, integrationName);
      toast({ tone: 'error', title: t(($) => $.contactForm.delete.failed), text });
    } finally {
      setBusy(false);
      onClose();
    }
  };
  return (
    <Dialog
      open={contact !== null}
      onClose={onClose}
      title={t(($) => $.contactForm.delete.title, words)}
      description={t(($) => $.contactForm.delete.text)}
      initialFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            {t(($) => $.contactForm.cancel)}
            <span aria-hidden>
              <Kbd>Esc</Kbd>
            </span>
          </Button>
          <Button tone="hang" disabled={busy} onClick={() => void remove()}>
            <Icon of={Trash2} />
            {t(($) => $.contactForm.delete.action)}
          </Button>
        </>
      }
    />
  );
}
