import { useHotkey } from '@tanstack/react-hotkeys';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useCallback } from 'react';
import { withLaterWords } from '#i18n/language.ts';
import { type DialogName, useDialogs } from '#pages/dialogs.ts';
import { settingsHotkey } from '#platform/shortcuts.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useOnceTrue } from '#ui/use-once-true.ts';

const SettingsDialog = lazyPart(
  withLaterWords(() => import('#settings/SettingsDialog.tsx').then((part) => part.SettingsDialog)),
);

/** The names of the settings in addresses. */
const settings = 'settings' satisfies DialogName;

/** The settings over the page, where the address says so; their key opens and closes them. */
export function SettingsSlot() {
  const dialogs = useDialogs();
  const { path, open, close } = dialogs;
  const navigate = useNavigate();
  const isOpen = path === settings || path?.startsWith(`${settings}/`) === true;
  const isDrawn = useOnceTrue(isOpen);
  useHotkey(settingsHotkey, () => (isOpen ? close() : open(settings)));
  const go = useCallback((next: string) => open(`${settings}/${next}`), [open]);
  const tell = useCallback(() => open('feedback' satisfies DialogName), [open]);
  const leave = useCallback(
    () => void navigate({ to: '/main/channels/$channelId', params: { channelId: 'private' }, replace: true }),
    [navigate],
  );
  // Nothing of it is loaded before the user opens it.
  if (!isDrawn) return null;
  return (
    <Suspense>
      <SettingsDialog
        path={isOpen ? (path?.slice(settings.length + 1) ?? '') : null}
        onGo={go}
        onClose={close}
        onFeedback={tell}
        onLeave={leave}
      />
    </Suspense>
  );
}
