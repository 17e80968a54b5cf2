import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { useDialogs } from '#pages/dialogs.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { exportLog } from '#platform/log-book.ts';
import { confirm } from '#ui/confirm.ts';
import { MenuItem, SubMenu } from '#ui/Menu.tsx';
import { toast } from '#ui/toasts.ts';
import { introDialog } from '../NewsSlot.tsx';

/** Entries to try the window with, for developers and test accounts. */
export function DeveloperItems() {
  const { t } = useWords();
  const dialogs = useDialogs();
  const [fails, setFails] = useState(false);
  if (fails) throw new Error('This was asked for in the menu.');
  const ask = async () => {
    const yes = await confirm({
      icon: FlaskConical,
      headline: t(($) => $.shell.test.confirmHeadline),
      text: t(($) => $.shell.test.confirmText),
      dontAskAgain: { key: 'test', label: t(($) => $.shell.test.confirmMemory) },
      action: t(($) => $.shell.test.confirmAction),
      critical: true,
    });
    if (yes) toast({ tone: 'ok', title: t(($) => $.shell.test.confirmAction) });
  };
  const notify = () => {
    const { title, body } = { title: 'Sidetone', body: t(($) => $.shell.test.notificationText) };
    bridge().notify({ tag: 'test', title, body, actions: [], onPressed: () => bridge().focusWindow() });
  };
  return (
    <SubMenu icon={FlaskConical} label={t(($) => $.shell.test.developers)}>
      <MenuItem onSelect={() => toast({ title: t(($) => $.shell.test.toast) })}>
        {t(($) => $.shell.test.toast)}
      </MenuItem>
      <MenuItem onSelect={() => toast({ tone: 'error', title: t(($) => $.shell.test.errorToast) })}>
        {t(($) => $.shell.test.errorToast)}
      </MenuItem>
      <MenuItem onSelect={() => void ask()}>{t(($) => $.shell.test.confirm)}</MenuItem>
      <MenuItem onSelect={notify}>{t(($) => $.shell.test.notification)}</MenuItem>
      <MenuItem onSelect={() => dialogs.open(introDialog)}>{t(($) => $.shell.test.intro)}</MenuItem>
      <MenuItem onSelect={() => void exportLog()}>{t(($) => $.shell.test.exportLog)}</MenuItem>
      <MenuItem onSelect={() => setFails(true)}>{t(($) => $.shell.test.renderError)}</MenuItem>
    </SubMenu>
  );
}
