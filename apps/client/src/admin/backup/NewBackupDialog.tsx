import { backupPassphraseMinLength } from '@sidetone/contract/entities/admin-account.ts';
import { adminAccountRoutes } from '@sidetone/contract/http/admin/account-routes.ts';
import { type FormEvent, useId, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { useRun } from '../run.ts';

/** Begins a backup of everything, which cannot be read without its passphrase. */
export function NewBackupDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const formId = useId();
  const { run, busy } = useRun();
  const [passphrase, setPassphrase] = useState('');
  const [problem, setProblem] = useState<string | undefined>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (passphrase.length < backupPassphraseMinLength) {
      return setProblem(t(($) => $.signIn.setUp.passwordShort, { count: backupPassphraseMinLength }));
    }
    const body = { passphrase };
    const started = await run(() => call(adminAccountRoutes.startBackup, { body }), {
      title: t(($) => $.admin.backup.started),
    });
    if (started) onClose();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(($) => $.admin.backup.start)}
      description={t(($) => $.admin.backup.startText)}
      actions={
        <>
          <Button onClick={onClose}>{t(($) => $.admin.cancel)}</Button>
          <Button tone="primary" type="submit" form={formId} disabled={busy}>
            {t(($) => $.admin.backup.begin)}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-3 px-6 pt-4">
        <PasswordField
          label={t(($) => $.admin.backup.passphrase)}
          showLabel={t(($) => $.signIn.show)}
          hideLabel={t(($) => $.signIn.hide)}
          autoComplete="new-password"
          help={t(($) => $.admin.backup.passphraseHelp)}
          error={problem}
          value={passphrase}
          onChange={(event) => setPassphrase(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
