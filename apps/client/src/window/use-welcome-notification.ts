import { useEffect } from 'react';
import { useNotificationPermission } from '#audio/permissions.ts';
import { useWords } from '#i18n/use-words.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { localFlags, setLocalFlag } from '#platform/local-flags.ts';

/** Shows one welcome notification as soon as this machine allows any, so that users know what ours look like. */
export function useWelcomeNotification(): void {
  const { t } = useWords();
  const permission = useNotificationPermission();
  useEffect(() => {
    if (permission !== 'granted' || localFlags.getState()['welcome-notification']) return;
    setLocalFlag('welcome-notification', true);
    bridge().notify({
      tag: 'welcome',
      title: t(($) => $.start.hello.title),
      body: t(($) => $.start.hello.text),
      actions: [],
      onPressed: () => bridge().focusWindow(),
    });
  }, [permission, t]);
}
