import { useState } from 'react';
import { useMicrophonePermission, useNotificationPermission } from '#audio/permissions.ts';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { SetupPermissionRows } from './SetupPermissionRows.tsx';
import { mayGoOn } from './setup-step.ts';

interface SetupPermissionsProps {
  onAskMicrophone: () => Promise<unknown>;
  onAskNotifications: () => Promise<unknown>;
  isLeaving: boolean;
  onNext: () => void;
}

/** The permissions that the browser has to give. Once everything is answered it goes on, whatever the answers are. */
export function SetupPermissions({ onAskMicrophone, onAskNotifications, isLeaving, onNext }: SetupPermissionsProps) {
  const { t } = useWords();
  const microphone = useMicrophonePermission();
  const notifications = useNotificationPermission();
  const [asked, setAsked] = useState<readonly ('microphone' | 'notifications')[]>([]);
  const ask = (name: 'microphone' | 'notifications', question: () => Promise<unknown>) => async () => {
    await question();
    setAsked((before) => [...before, name]);
  };
  return (
    <>
      <h1 className="font-semi text-20">{t(($) => $.audio.setup.title)}</h1>
      <p className="mt-1 text-ink-2">{t(($) => $.audio.setup.text)}</p>
      <SetupPermissionRows
        onAskMicrophone={ask('microphone', onAskMicrophone)}
        onAskNotifications={ask('notifications', onAskNotifications)}
      />
      {mayGoOn({ microphone, notifications }, asked) ? (
        <div className="mt-6 flex justify-end">
          <Button tone="primary" size="l" autoFocus disabled={isLeaving} onClick={onNext}>
            {isLeaving ? <Spinner /> : null}
            {t(($) => $.audio.setup.next)}
          </Button>
        </div>
      ) : null}
    </>
  );
}
