import { useEffect } from 'react';
import { useNotificationPermission } from '#audio/permissions.ts';
import { useWords } from '#i18n/use-words.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { localFlags, setLocalFlag } from '#platform/local-flags.ts';

/** Greets once by a notification, as soon as this machine shows any: so people know what one of ours looks like. */
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
