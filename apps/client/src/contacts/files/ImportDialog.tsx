import { contactRoutes } from '@sidetone/contract/http/contact-routes.ts';
import { hasGrant } from '@sidetone/contract/rules/grants.ts';
import { largestContactFileBytes } from '@sidetone/contract/rules/limits.ts';
import { useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { type ApiErrorCode, codeOf } from '#live/line/api-error.ts';
import { upload } from '#live/line/upload.ts';
import { useMe } from '#live/queries/me.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { FileChooser } from './FileChooser.tsx';
import { ImportState } from './ImportState.tsx';
import { useNewestImport } from './use-imports.ts';

/** Why a chosen file is not sent, or was refused. */
type Trouble = 'tooLarge' | 'empty' | 'oneAtATime' | 'otherRuns' | ApiErrorCode;

/** Imports a file of contacts into the company's address book. A running import goes on when the dialog is closed. */
export function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useWords();
  const me = useMe();
  const { newest } = useNewestImport();
  const [sending, setSending] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const firstButton = useRef<HTMLButtonElement>(null);
  const isRunning = newest?.state === 'RUNNING';
  const mayWrite = me === null || hasGrant(me, 'CONTACT_WRITE');

  const send = async (files: readonly File[]) => {
    const [file] = files;
    if (file === undefined || sending !== null) return;
    const refused = troubleWith(files, file);
    setTrouble(refused);
    if (refused !== null) return;
    setSending(file.name);
    try {
      // The server looks into the file; the type that a browser reports depends on the machine.
      const bytes = file.slice(0, file.size, 'application/octet-stream');
      await upload(contactRoutes.importContacts, { query: { fileName: file.name.slice(-200) } }, bytes);
    } catch (error) {
      const code = codeOf(error);
      setTrouble(code === 'CONFLICT' ? 'otherRuns' : code === 'BODY_TOO_LARGE' ? 'tooLarge' : code);
    } finally {
      setSending(null);
    }
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(($) => $.contactFiles.title)}
      description={t(($) => (mayWrite ? $.contactFiles.text : $.contactFiles.mayNotImport))}
      initialFocus={firstButton}
      className="w-[520px]"
      actions={<Button onClick={onClose}>{t(($) => $.contactFiles.close)}</Button>}
    >
      <div className="flex min-h-0 flex-col gap-4 overflow-y-auto px-6 pt-4">
        {mayWrite && !isRunning && sending === null ? (
          <FileChooser ref={firstButton} again={newest !== null} onChoose={(files) => void send(files)} />
        ) : null}
        <div role="status" className="empty:hidden">
          {sending === null ? null : (
            <span className="flex items-center gap-2.5 text-ink-2">
              <Spinner />
              {t(($) => $.contactFiles.sending, { file: sending })}
            </span>
          )}
        </div>
        {trouble === null ? null : (
          <p role="alert" className="text-missed">
            <span className="block font-med">{t(($) => $.contactFiles.notSent)}</span>
            {troubleWords(trouble)}
          </p>
        )}
        {newest === null || sending !== null ? null : <ImportState key={newest.id} of={newest} />}
      </div>
    </Dialog>
  );

  function troubleWords(what: Trouble): string {
    switch (what) {
      case 'tooLarge':
      case 'empty':
      case 'oneAtATime':
      case 'otherRuns':
        return t(($) => $.contactFiles[what]);
      default:
        return t(($) => $.errors[what]);
    }
  }
}

const troubleWith = (files: readonly File[], { size }: File): Trouble | null => {
  if (files.length > 1) return 'oneAtATime';
  if (size === 0) return 'empty';
  return size > largestContactFileBytes ? 'tooLarge' : null;
};
