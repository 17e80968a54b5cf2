import { leaveAudioSetupDelayMs } from '@sidetone/contract/rules/screen-timing.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { askForMicrophone, askForNotifications, useMicrophonePermission } from '#audio/permissions.ts';
import { track } from '#live/line/analytics.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { setLocalFlag } from '#platform/local-flags.ts';
import { MacMicrophone } from './audio/MacMicrophone.tsx';
import { SetupForm } from './audio/SetupForm.tsx';
import { SetupPermissions } from './audio/SetupPermissions.tsx';
import { setupStep } from './audio/setup-step.ts';

interface AudioSetupProps {
  logo: ReactNode;
  /** It is done: on to the app. */
  onFinished: () => void;
}

/** The permissions and choices before the first call in this browser, one after the other. */
export function AudioSetup({ logo, onFinished }: AudioSetupProps) {
  const microphone = useMicrophonePermission();
  const [wasGranted, setWasGranted] = useState<boolean | null>(null);
  const [wentOn, setWentOn] = useState(false);
  const { isLeaving, leave } = useLeaving(onFinished);
  if (wasGranted === null && microphone !== null) setWasGranted(microphone === 'granted');

  async function askMicrophone() {
    const state = await askForMicrophone();
    void track({ name: 'MICROPHONE_ACCESS', state: state === 'granted' ? 'GRANTED' : 'NOT_GRANTED' });
  }
  const goOn = () => {
    if (microphone === 'granted') setWentOn(true);
    else leave();
  };

  const step = setupStep({ machine: bridge(), microphone, wentOn, wasGranted });
  switch (step) {
    case null:
      return null;
    case 'macMicrophone':
      return <MacMicrophone logo={logo} onAsk={askMicrophone} isLeaving={isLeaving} onNext={leave} />;
    case 'permissions':
      return (
        <SetupPermissions
          onAskMicrophone={askMicrophone}
          onAskNotifications={askForNotifications}
          isLeaving={isLeaving}
          onNext={goOn}
        />
      );
    case 'form':
      return <SetupForm onAskNotifications={askForNotifications} isLeaving={isLeaving} onSave={leave} />;
  }
}

/** Leaving takes a moment, in which the pressed button is visible (specification 8). */
function useLeaving(onFinished: () => void) {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => {
      setLocalFlag('audioSetupCompleted', true);
      bridge().resizeWindow('main');
      onFinished();
    }, leaveAudioSetupDelayMs);
    return () => clearTimeout(timer);
  }, [isLeaving, onFinished]);
  return { isLeaving, leave: () => setLeaving(true) };
}
