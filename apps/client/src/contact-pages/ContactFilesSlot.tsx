import { Suspense, useEffect, useState } from 'react';
import { useImportNews } from '#contacts/files/use-imports.ts';
import { withLaterWords } from '#i18n/language.ts';
import { type DialogName, useDialogs } from '#pages/dialogs.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

const ImportDialog = lazyPart(
  withLaterWords(() => import('#contacts/files/ImportDialog.tsx').then((part) => part.ImportDialog)),
);

/** The name of the import of contacts in addresses. */
export const importContacts = 'contacts/import' satisfies DialogName;

/** The import of contacts over the page, where the address says so; its end is reported on every page. */
export function ContactFilesSlot() {
  const { path, open, close } = useDialogs();
  const isOpen = path === importContacts;
  const [wasOpen, setWasOpen] = useState(isOpen);
  useEffect(() => {
    if (isOpen) setWasOpen(true);
  }, [isOpen]);
  useImportNews({ isLookedAt: isOpen, onShow: () => open(importContacts) });
  if (!wasOpen && !isOpen) return null;
  return (
    <Suspense>
      <ImportDialog open={isOpen} onClose={close} />
    </Suspense>
  );
}
