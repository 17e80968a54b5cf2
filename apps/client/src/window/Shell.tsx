import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { mainViewReadyMs } from '@sidetone/contract/rules/screen-timing.ts';
import { type RegisterableHotkey, useHotkey, useHotkeys, useKeyHold } from '@tanstack/react-hotkeys';
import { Outlet, useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Banners } from '#banners/Banners.tsx';
import { order } from '#calls/calls.ts';
import { Dock } from '#calls/Dock.tsx';
import { ChannelSkeleton } from '#channel-pages/ChannelSkeleton.tsx';
import { addressOf, type Channels, channelAt, useChannels } from '#channels/channels.ts';
import { ContactFilesSlot } from '#contact-pages/ContactFilesSlot.tsx';
import { useContactFormGuard } from '#contact-pages/ContactFormSlot.tsx';
import { useContactHotkeys } from '#contact-pages/contact-hotkeys.ts';
import { strangerMenu } from '#contact-pages/StrangerMenu.tsx';
import { useFavoriteKeys } from '#contacts/use-favorite-keys.ts';
import { useCallLogging } from '#crm-logging/use-call-logging.ts';
import { openAddParticipant, toggleOmnibar } from '#dialling/commands.ts';
import { startCall } from '#dialling/dial.ts';
import { OmnibarSlot } from '#dialling/OmnibarSlot.tsx';
import { useContactHistory } from '#dialling/use-contact-history.ts';
import { useMachine } from '#dialling/use-machine.ts';
import { usePhone } from '#dialling/use-phone.ts';
import { Starting } from '#entry/Starting.tsx';
import { useSignedIn } from '#entry/use-signed-in.ts';
import { openCallQuality } from '#feedback/asked-calls.ts';
import { pingBackend } from '#live/line/backend-ping.ts';
import { isServerUp } from '#live/line/health.ts';
import { hurryRealtime, joinRealtime } from '#live/line/realtime.ts';
import { session } from '#live/line/session.ts';
import { useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { useUpgradeLink } from '#live/queries/upgrade-link.ts';
import { isDialog } from '#pages/dialogs.ts';
import { PartGuard } from '#pages/Failure.tsx';
import { PageDialogs } from '#pages/PageDialogs.tsx';
import { channelHotkey, searchHotkey } from '#platform/shortcuts.ts';
import { useCompact, useNarrow } from '#platform/window-size.ts';
import { useSignInOutcomes } from '#settings/crm-sign-ins.ts';
import { useFirstContacts } from '#settings/first-contacts.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { OverDialogs } from '#ui/OverDialogs.tsx';
import { FeedbackSlot } from './FeedbackSlot.tsx';
import { LoggingPlace } from './LoggingPlace.tsx';
import { TestAccountStrip } from './menu/TestAccountStrip.tsx';
import { logMissingAccount } from './missing-account.ts';
import { NewsSlot } from './NewsSlot.tsx';
import { Rail } from './Rail.tsx';
import { useRecordingNotices } from './recording-notices.ts';
import { SettingsSlot } from './SettingsSlot.tsx';
import { Sidebar } from './Sidebar.tsx';
import { useContactStream } from './use-contact-stream.ts';
import { useDevice } from './use-device.ts';
import { useNewDevices } from './use-new-devices.ts';
import { useWelcomeNotification } from './use-welcome-notification.ts';

const AdminNav = lazyPart(() => import('#admin/AdminNav.tsx').then((part) => part.AdminNav));

/** The window of a signed-in user: the phone on the left, the page on the right. */
export function Shell() {
  const signedIn = useStore(session);
  const webUserId = signedIn.status === 'signedIn' ? signedIn.claims.webuserId : null;
  const narrow = useNarrow();
  const compact = useCompact();
  const channels = useChannels();
  const accounts = useLive(phoneQueries.account, {});
  const account = accounts.rows[0];
  const person = useLive(phoneQueries.me, {});
  const { channelId, section } = useParams({ strict: false });
  const inAdmin = useRouterState({ select: ({ location }) => location.pathname.startsWith('/admin') });
  const showKeys = useModifierHeld();
  const shown = signedIn.status === 'signedIn' && channels.status === 'ready' && person.rows.length > 0;
  const ready = useReady(shown);
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

  useEffect(() => logMissingAccount(accounts), [accounts]);

  useEffect(() => (webUserId === null ? undefined : joinRealtime(webUserId)), [webUserId]);

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
  const current = channelId === undefined ? null : channelAt(channels, channelId);
  useFavoriteKeys((target) => startCall(target, (current ?? channels.own)?.id ?? ''));

  if (!shown) {
    const failed = channels.status === 'failed' || person.status === 'failed';
    return channelId === undefined ? (
      <Starting failed={failed} />
    ) : (
      <Starting failed={failed} screen={<ChannelSkeleton />} />
    );
  }
  const nav = inAdmin ? (
    <PartGuard of={section} instead={<div className="flex-1" />}>
      <AdminNav section={section} narrow={narrow} />
    </PartGuard>
  ) : null;
  return (
    <div data-ready={ready || undefined} className="flex h-full flex-col overflow-hidden bg-sidebar">
      <div className="flex min-h-0 flex-1">
        {narrow ? (
          <Rail channels={channels} current={current} nav={nav} />
        ) : (
          <Sidebar company={account?.name ?? ''} channels={channels} current={current} showKeys={showKeys} nav={nav} />
        )}
        <main className="relative flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden bg-canvas">
          <TestAccountStrip />
          {/* Channels and contacts have them below their own head. */}
          {inAdmin ? <Banners /> : null}
          <LoggingPlace>
            <Outlet />
          </LoggingPlace>
          {narrow && !compact ? (
            <OverDialogs>
              <Dock onAddParticipant={openAddParticipant} forStranger={strangerMenu} onRateQuality={openCallQuality} />
            </OverDialogs>
          ) : null}
        </main>
      </div>
      {compact ? (
        <OverDialogs>
          <Dock onAddParticipant={openAddParticipant} forStranger={strangerMenu} onRateQuality={openCallQuality} />
        </OverDialogs>
      ) : null}
      <PageDialogs
        has={isDialog}
        slots={[
          <OmnibarSlot key="omnibar" channel={current ?? channels.own} />,
          <SettingsSlot key="settings" />,
          <ContactFilesSlot key="contact-files" />,
          <FeedbackSlot key="feedback" />,
          <NewsSlot key="news" ready={ready} />,
        ]}
      />
    </div>
  );
}

/** Whether the window has been open for a moment: dialogs that open by themselves wait for that. */
function useReady(shown: boolean): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (!shown) return setReady(false);
    const timer = setTimeout(() => setReady(true), mainViewReadyMs);
    return () => clearTimeout(timer);
  }, [shown]);
  return ready;
}

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

/** Whether the key that shortcuts begin with is held down. */
function useModifierHeld(): boolean {
  const meta = useKeyHold('Meta');
  const control = useKeyHold('Control');
  return navigator.platform.startsWith('Mac') ? meta : control;
}
