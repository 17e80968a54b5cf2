import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import { type RegisterableHotkey, useHotkey, useHotkeys } from '@tanstack/react-hotkeys';
import { useNavigate } from '@tanstack/react-router';
import { memo, useEffect } from 'react';
import { order } from '#calls/calls.ts';
import { addressOf, type Channels } from '#channels/channels.ts';
import { useContactFormGuard } from '#contact-pages/ContactFormSlot.tsx';
import { useContactHotkeys } from '#contact-pages/contact-hotkeys.ts';
import { useFavoriteKeys } from '#contacts/use-favorite-keys.ts';
import { useCallLogging } from '#crm-logging/use-call-logging.ts';
import { toggleOmnibar } from '#dialling/commands.ts';
import { startCall } from '#dialling/dial.ts';
import { useContactHistory } from '#dialling/use-contact-history.ts';
import { useMachine } from '#dialling/use-machine.ts';
import { usePhone } from '#dialling/use-phone.ts';
import { useSignedIn } from '#entry/use-signed-in.ts';
import { pingBackend } from '#live/line/backend-ping.ts';
import { isServerUp } from '#live/line/health.ts';
import { hurryRealtime } from '#live/line/realtime.ts';
import { useMe } from '#live/queries/me.ts';
import { useUpgradeLink } from '#live/queries/upgrade-link.ts';
import { channelHotkey, searchHotkey } from '#platform/shortcuts.ts';
import { useSignInOutcomes } from '#settings/crm-sign-ins.ts';
import { useFirstContacts } from '#settings/first-contacts.ts';
import { useRecordingNotices } from './recording-notices.ts';
import { useContactStream } from './use-contact-stream.ts';
import { useDevice } from './use-device.ts';
import { useLaterParts } from './use-later-parts.ts';
import { useNewDevices } from './use-new-devices.ts';
import { useRealtime } from './use-realtime.ts';
import { useWelcomeNotification } from './use-welcome-notification.ts';

interface RunningProps {
  /** Null while nobody is signed in. */
  webUserId: string | null;
  channels: Channels;
  /** The channel whose page is shown. */
  current: ChannelRow | null;
}

/**
 * What runs as long as a user is signed in, and shows nothing: the phone, its keys, and what follows calls and contacts.
 * It is beside the window rather than in it, so that nothing else is drawn when one of these has heard something.
 */
export const Running = memo(function Running({ webUserId, channels, current }: RunningProps) {
  usePhone(webUserId);
  useRecordingNotices(useUpgradeLink(useMe()));
  useContactStream(webUserId);
  useContactHistory();
  useCallLogging(webUserId);
  useMachine();
  useNewDevices();
  useSignedIn();
  useWelcomeNotification();
  useFirstContacts();
  useSignInOutcomes();
  useDevice(webUserId);
  useRealtime(webUserId);
  useLaterParts();

  useEffect(() => {
    if (webUserId === null) return;
    return pingBackend(isServerUp, () => {
      hurryRealtime();
      void order('reconnect');
    });
  }, [webUserId]);

  useHotkey(searchHotkey, toggleOmnibar);
  useChannelHotkeys(channels);
  useContactHotkeys();
  useContactFormGuard();
  useFavoriteKeys((target) => startCall(target, (current ?? channels.own)?.id ?? ''));
  return null;
});

/** One key for each of the first nine channels, in the order of the left column. */
function useChannelHotkeys({ own, shared }: Channels): void {
  const navigate = useNavigate();
  const options = { ignoreInputs: true, preventDefault: false };
  useHotkeys(
    [own, ...shared].slice(0, 9).flatMap((channel, place) => {
      if (!channel) return [];
      const params = { channelId: addressOf(channel) };
      const callback = (event: KeyboardEvent) => {
        // On Windows AltGr arrives as Ctrl and Alt: the user types a letter.
        if (event.getModifierState('AltGraph')) return;
        event.preventDefault();
        void navigate({ to: '/main/channels/$channelId', params });
      };
      return { hotkey: channelHotkey(place + 1) as RegisterableHotkey, callback, options };
    }),
  );
}
